// The draw of a lottery, for everybody: what binds the server before it, and the seed with all lots
// after it. A page reads a fixed number of rows on the thread that guests' questions share, however
// long the list is; the pages say themselves where the next one begins.
#include "interchange/view/draw.hpp"

#include "core/state/resource_state.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"

#include <utility>

namespace standby::http {
namespace {

constexpr std::size_t rows_read_at_once = 1'000;

std::optional<interchange::DrawFacts> draw_seen(const core::ResourceState& state,
                                                const std::string&) {
    return interchange::draw_facts(state);
}

// Writes the lots of the rows after `after`; gives where the next page begins.
Result<std::optional<std::uint64_t>, engine::StoreError>
write_lots(JsonWriter& writer, const interchange::DrawFacts& facts, engine::Store& store,
           std::uint32_t after) {
    const auto rows =
        TRY(store.rows(engine::RowTable::Entries, facts.list, after, rows_read_at_once, {}));
    for (const engine::StoredRow& row : rows) {
        // Whoever has not proven the address was in no draw.
        if (static_cast<core::EntryState>(row.state) == core::EntryState::Unverified) {
            continue;
        }
        if (const auto entry = core::decode_entry_row(row.data)) {
            interchange::write_lot(writer, facts, *entry);
        }
    }
    return rows.size() < rows_read_at_once ? std::optional<std::uint64_t>{}
                                           : std::optional<std::uint64_t>{rows.back().number};
}

// Once drawn it stays as it is, unless somebody is erased.
Response draw_response(bool is_drawn, std::string body) {
    Response response = json_response(200, std::move(body));
    response.headers = {{"Cache-Control", is_drawn ? "public, max-age=300" : "no-store"}};
    response.compressible = true;
    return response;
}

}  // namespace

Task<Answer> get_draw(Call& call) {
    auto seen = co_await call.look(draw_seen);
    const auto facts = CO_TRY(std::move(seen));
    if (!facts) {
        co_return std::unexpected(nothing_here());
    }
    const std::string list = "lots of " + core::format_id(facts->list);
    std::uint64_t after = 0;
    if (const auto cursor = call.request.parameter("cursor")) {
        after = CO_TRY(parse_cursor(list, *cursor));
    }
    auto read = co_await call.read(
        [&](engine::Store& store) -> Result<std::string, engine::StoreError> {
            std::string body;
            JsonWriter writer{body};
            writer.begin_object();
            interchange::write_draw_members(writer, *facts);
            writer.begin_array("lots");
            std::optional<std::uint64_t> next;
            if (facts->drawn && facts->is_sealed) {
                next = TRY(write_lots(writer, *facts, store, static_cast<std::uint32_t>(after)));
            }
            writer.end_array();
            writer.text_or_null("next_cursor", next ? make_cursor(list, *next) : std::string{});
            writer.end_object();
            return body;
        },
        engine::Effort::Guest);
    co_return draw_response(facts->drawn, CO_TRY(std::move(read)));
}

}  // namespace standby::http
