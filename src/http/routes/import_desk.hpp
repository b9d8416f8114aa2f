// What the routes need of whoever takes in tables of people: a file that arrives in pieces, a look
// at what it is, and slices of people who join or are taken off the list again.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "core/model/ids.hpp"
#include "core/model/states.hpp"
#include "engine/ports/registry.hpp"
#include "engine/shard/shard.hpp"
#include "http/api/problem.hpp"
#include "interchange/view/import_id.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace standby::http {

inline constexpr std::size_t import_bytes_max = 50 * 1024 * 1024;
inline constexpr std::size_t import_piece_max = 160 * 1024;  // before it is base64
// How long people can be taken off the list again.
inline constexpr Duration import_undo_time = std::chrono::hours{1};

// Which import, and for whom.
struct ImportPlace {
    interchange::ImportId import;
    core::ResourceNumber resource;
    engine::AccountNumber account;
    std::string time_zone;  // of the list
    core::Actor actor;
    Time now{};
};

// How the table is to be taken.
struct ImportChoice {
    std::string sheet;
    std::vector<std::pair<std::string, std::string>> columns;  // heading, field; empty: left alone
    std::string order;                                         // empty: by what there is
};

// People who join, or leave, at once. The replies stand in the order of the requests.
struct ImportSlice {
    std::vector<engine::Request> requests;
    std::vector<engine::Reply> replies;
    std::vector<std::size_t> which;  // of the desk's own
};

struct ImportPermits {
    bool skip_bad = false;
    bool notify = false;
};

// All may be called by several threads; what takes a registry may wait. Texts are the import as the
// API shows it, in JSON.
class ImportDesk {
public:
    using Text = Result<std::string, Problem>;

    virtual ~ImportDesk() = default;
    virtual Text begin(const ImportPlace& place, const std::string& file_name, std::uint64_t size,
                       engine::Registry& registry) = 0;
    virtual Text upload(const ImportPlace& place, std::uint64_t offset, std::string piece) = 0;
    virtual Text preview(const ImportPlace& place, const ImportChoice& choice,
                         engine::Registry& registry) = 0;
    virtual Text show(const ImportPlace& place, engine::Registry& registry) = 0;

    // The next slice, which must be handed back with its replies before there is another. An empty
    // one: there is nothing left to do.
    virtual Result<ImportSlice, Problem> begin_run(const ImportPlace& place,
                                                   const ImportPermits& permits) = 0;
    virtual Text end_run(const ImportPlace& place, ImportSlice slice,
                         engine::Registry& registry) = 0;
    virtual Result<ImportSlice, Problem> begin_undo(const ImportPlace& place,
                                                    engine::Registry& registry) = 0;
    virtual Text end_undo(const ImportPlace& place, ImportSlice slice,
                          engine::Registry& registry) = 0;
};

}  // namespace standby::http
