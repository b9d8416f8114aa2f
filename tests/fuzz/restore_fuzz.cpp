// Stored rows that are damaged: loading a resource from them ends with an error or with a state
// that can be looked at from all sides, never with anything else.
#include "base/json/reader.hpp"
#include "core/audit/fingerprint.hpp"
#include "core/state/rows.hpp"
#include "core/state/views.hpp"
#include "interchange/view/entry.hpp"
#include "interchange/view/resource.hpp"
#include "tests/fuzz/support/check.hpp"
#include "tests/fuzz/support/input.hpp"
#include "tests/fuzz/support/world.hpp"
#include "tests/memory_store/memory_store.hpp"

#include <algorithm>
#include <iterator>
#include <string>

namespace standby::fuzz {
namespace {

constexpr int changes_max = 24;
constexpr core::Ticket tickets_shown = 16;

// One of the rows; nothing when the table is empty.
store::MemoryRow* row_of(store::MemoryTable& table, std::uint8_t index) {
    if (table.empty()) {
        return nullptr;
    }
    return &std::next(table.begin(), index % static_cast<int>(table.size()))->second;
}

void change_bytes(std::vector<std::byte>& bytes, std::uint8_t place, std::uint8_t value,
                  std::uint8_t how) {
    const auto at = bytes.begin() + (place % (static_cast<int>(bytes.size()) + 1));
    switch (how % 4) {
    case 0:
        if (at != bytes.end()) {
            *at = static_cast<std::byte>(value);
        }
        break;
    case 1:
        bytes.insert(at, static_cast<std::byte>(value));
        break;
    case 2:
        if (at != bytes.end()) {
            bytes.erase(at);
        }
        break;
    default:
        bytes.erase(at, bytes.end());
    }
}

void damage_table(store::MemoryTable& table, Input& input) {
    const std::uint8_t how = input.take_byte();
    const std::uint8_t index = input.take_byte();
    store::MemoryRow* row = row_of(table, index);
    if (row == nullptr) {
        return;
    }
    const std::uint8_t place = input.take_byte();
    const std::uint8_t value = input.take_byte();
    switch (how % 8) {
    case 4:
        row->state = value;
        break;
    case 5:
        table.erase(std::next(table.begin(), index % static_cast<int>(table.size())));
        break;
    case 6:
        table[value] = *row;
        break;
    case 7:
        row->contacts.push_back(core::ContactKey{value});
        break;
    default:
        change_bytes(row->data, place, value, how);
    }
}

void damage(store::MemoryResource& resource, Input& input) {
    switch (input.take_byte() % 5) {
    case 0: {
        const std::uint8_t how = input.take_byte();
        const std::uint8_t place = input.take_byte();
        change_bytes(resource.data, place, input.take_byte(), how);
        break;
    }
    case 1:
        damage_table(resource.entries, input);
        break;
    case 2:
        damage_table(resource.offers, input);
        break;
    case 3:
        damage_table(resource.openings, input);
        break;
    default: {
        const auto kind = static_cast<core::FactKind>(input.take_byte());
        resource.facts[{kind, input.take_byte()}] = input.take_byte();
    }
    }
}

void look_at(core::ResourceState& state) {
    (void)core::fingerprint(state);
    (void)core::encode_row(core::row_of(state));
    (void)core::take_changes(state);
    std::string json;
    JsonWriter writer{json};
    writer.begin_array();
    interchange::write_resource(writer, interchange::resource_facts(state, "name"));
    for (core::Ticket ticket = 1; ticket <= tickets_shown; ++ticket) {
        if (interchange::entry_facts(state, ticket)) {
            interchange::write_entry(writer, state, ticket, interchange::Viewer::Staff);
        }
    }
    writer.end_array();
    // Personal data stands there as marks, which are no JSON yet.
    expect(json.contains('\x1A') || read_json(json), "a state can be shown", json);
}

const store::MemoryContent& whole_content() {
    static const store::MemoryContent content = World().content();
    return content;
}

}  // namespace

// A byte for the resource, then the changes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    store::MemoryContent content;
    const std::uint32_t number = 1 + input.take_byte() % 4u;
    content.resources[number] = whole_content().resources.at(number);
    for (int changes = 0; changes < changes_max && !input.empty(); ++changes) {
        damage(content.resources[number], input);
    }
    store::MemoryStore store(std::move(content));
    const auto loaded = store.load(core::ResourceNumber{number}, Time{});
    if (loaded && *loaded) {
        look_at(*(*loaded)->state);
    }
    return 0;
}

}  // namespace standby::fuzz
