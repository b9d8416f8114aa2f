#include "http/api/message_body.hpp"

#include "base/text.hpp"
#include "http/api/body.hpp"

#include <algorithm>
#include <set>

namespace standby::http {
namespace {

std::vector<core::EntryId> read_entries(FieldReader& reader) {
    std::vector<core::EntryId> entries;
    const JsonValue* given = reader.given("entries");
    if (given == nullptr || given->type != JsonType::Array || given->items.empty() ||
        given->items.size() > written_to_max) {
        reader.error("entries", "must be a list of 1 to 500 ids of entries, such as ent_4000001");
        return entries;
    }
    std::set<core::EntryId> seen;
    for (std::size_t index = 0; index < given->items.size(); ++index) {
        const JsonValue& item = given->items[index];
        const auto entry = item.type == JsonType::Text ? core::parse_entry_id(item.text)
                                                       : std::optional<core::EntryId>{};
        if (!entry) {
            reader.error("entries[" + std::to_string(index) + "]",
                         "must be the id of an entry, such as ent_4000001");
        } else if (seen.insert(*entry).second) {
            entries.push_back(*entry);
        }
    }
    return entries;
}

}  // namespace

Result<core::ResourceNumber, Problem> parse_replay(std::string_view body) {
    return read_optional_body<core::ResourceNumber>(
        body, [](FieldReader& reader, core::ResourceNumber& resource) {
            if (const auto text = reader.text("resource", {.length_max = 40})) {
                const auto named = core::parse_resource_id(*text);
                resource = named.value_or(core::ResourceNumber{});
                if (!named) {
                    reader.error("resource", "must be the id of a resource, such as res_1");
                }
            }
        });
}

Result<StaffMessageBody, Problem> parse_staff_message(std::string_view body, Wording wording) {
    return read_body<StaffMessageBody>(body, [&](FieldReader& reader, StaffMessageBody& message) {
        message.entries = read_entries(reader);
        const TextLimit one_line{.length_max = staff_subject_length_max};
        message.subject = reader.text("subject", one_line).value_or("");
        const auto text = reader.lines("text", staff_text_length_max);
        message.text = text ? trim(*text) : std::string_view{};
        const bool is_wrong = reader.given("text") != nullptr && !text;  // which was told
        if (wording == Wording::Whole && message.text.empty() && !is_wrong) {
            reader.error("text", "must have 1 to 1000 characters");
        }
    });
}

}  // namespace standby::http
