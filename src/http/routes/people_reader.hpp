// Reads the people of many answers together: while one reading is under way, further ones gather
// and share the next, so that a rush of status requests costs few transactions.
#pragma once

#include "core/model/ids.hpp"
#include "engine/ports/gateway.hpp"

#include <cstddef>
#include <functional>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace standby::http {

using People = std::unordered_map<core::EntryId, engine::Person>;

class PeopleReader {
public:
    // Called with at least those who were asked for and have a person; null when the store could
    // not be read. On a thread that may wait for the disk.
    using Then = std::move_only_function<void(const People* people)>;

    // The gateway must outlive the reader.
    explicit PeopleReader(engine::Gateway& gateway) : gateway_(gateway) {}

    // False when too many are waiting: `then` is not called. Any thread may call it.
    [[nodiscard]] bool read(std::vector<core::EntryId> entries, Then then);

private:
    struct Asked {
        std::vector<core::EntryId> entries;
        Then then;
    };

    void work(engine::Store& store);
    std::vector<Asked> take();

    engine::Gateway& gateway_;
    std::mutex mutex_;
    // Protected by mutex_.
    std::vector<Asked> waiting_;
    bool is_working_ = false;
};

}  // namespace standby::http
