// A thread that looks at sheets: at once when their folder says that something was saved or their
// list changed, and now and then whatever happens, because most places say nothing.
#pragma once

#include "base/guarded.hpp"
#include "intake/sheet/sheet_lane.hpp"

#include <atomic>
#include <cstddef>
#include <set>
#include <thread>

namespace standby::intake::sheet {

class SheetWorker {
public:
    // Number 0 looks at files, the others share what lies elsewhere.
    SheetWorker(LaneShared& shared, std::size_t number);
    ~SheetWorker();
    SheetWorker(const SheetWorker&) = delete;
    SheetWorker& operator=(const SheetWorker&) = delete;

    void start();
    void begin_to_stop();
    void stop();

    // From any thread, and quick.
    void on_changed(core::ResourceNumber list);    // how it is set up
    void on_committed(core::ResourceNumber list);  // the list
    void on_accepted(core::ResourceNumber list);   // what was asked about it

private:
    class Work;
    struct News {
        bool connections = true;  // are to be read anew
        std::set<core::ResourceNumber> lists;
        std::set<core::ResourceNumber> accepted;
    };
    void wake();

    LaneShared& shared_;
    const std::size_t number_;
    Guarded<News> news_;
    Guarded<std::set<core::ResourceNumber>> followed_;  // that have a sheet here
    int wake_up_ = -1;
    std::atomic<bool> is_stopping_ = false;
    std::thread thread_;
};

}  // namespace standby::intake::sheet
