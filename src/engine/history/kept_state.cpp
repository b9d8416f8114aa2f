// Most numbers are of what has ended, so states are written as runs.
#include "engine/history/kept_state.hpp"

#include "base/bytes.hpp"
#include "engine/history/erase.hpp"

#include <algorithm>
#include <functional>
#include <limits>

namespace standby::engine {
namespace {

constexpr std::uint8_t version = 1;
// More than this are damage, not a list; it keeps false bytes from making us allocate.
constexpr std::uint64_t numbers_max = 200'000'000;

void write_table(ByteWriter& writer, const KeptTable& table) {
    writer.varint(table.states.size());
    for (auto at = table.states.begin(); at != table.states.end();) {
        const auto end = std::find_if(at, table.states.end(),
                                      [state = *at](std::uint8_t one) { return one != state; });
        writer.u8(*at);
        writer.varint(static_cast<std::uint64_t>(end - at));
        at = end;
    }
    writer.varint(table.rows.size());
    for (const auto& [number, row] : table.rows) {
        writer.varint(number);
        writer.bytes(row.data);
        writer.varint(row.contacts.size());
        for (const core::ContactKey contact : row.contacts) {
            writer.u64(contact.value());
        }
    }
}

void read_states(ByteReader& reader, std::vector<std::uint8_t>& states) {
    const std::uint64_t count = reader.varint();
    if (count > numbers_max) {
        reader.fail();
    }
    while (reader.ok() && states.size() < count) {
        const std::uint8_t state = reader.u8();
        const std::uint64_t run = reader.varint();
        if (run == 0 || run > count - states.size() ||
            (!states.empty() && states.back() == state)) {
            reader.fail();
            return;
        }
        states.insert(states.end(), run, state);
    }
}

KeptTable read_table(ByteReader& reader) {
    KeptTable table;
    read_states(reader, table.states);
    const std::uint64_t rows = reader.varint();
    std::uint64_t last = 0;
    for (std::uint64_t index = 0; reader.ok() && index < rows; ++index) {
        const std::uint64_t number = reader.varint();
        const std::span<const std::byte> data = reader.bytes();
        const std::uint64_t contacts = reader.varint();
        if (number <= last || number > table.states.size()) {
            reader.fail();
            break;
        }
        last = number;
        KeptRow& row = table.rows[static_cast<std::uint32_t>(number)];
        row.data.assign(data.begin(), data.end());
        for (std::uint64_t each = 0; reader.ok() && each < contacts; ++each) {
            row.contacts.emplace_back(reader.u64());
        }
    }
    return table;
}

template <class State>
std::vector<std::uint8_t> bare(const std::vector<State>& states) {
    std::vector<std::uint8_t> raw;
    raw.reserve(states.size());
    for (std::size_t number = 1; number < states.size(); ++number) {
        raw.push_back(static_cast<std::uint8_t>(states[number]));
    }
    return raw;
}

KeptTable keep_entries(const core::ResourceState& state) {
    KeptTable table;
    table.states.reserve(state.entries.last());
    for (core::Ticket ticket = 1; ticket <= state.entries.last(); ++ticket) {
        const core::EntryState at = state.entries.state(ticket);
        table.states.push_back(static_cast<std::uint8_t>(at));
        if (core::is_active(at)) {
            table.rows[ticket].data =
                core::encode_row(core::row_of_entry(state, ticket),
                                 core::later_of(state, {core::RowName::Of::Entry, ticket}));
        }
    }
    state.contacts.for_each_pair([&](core::ContactKey key, core::Ticket ticket) {
        if (const auto row = table.rows.find(ticket); row != table.rows.end()) {
            row->second.contacts.push_back(key);
        }
    });
    for (auto& [ticket, row] : table.rows) {
        std::ranges::sort(row.contacts);
    }
    return table;
}

std::span<const std::byte> data_of(const KeptTable& table, std::uint32_t number) {
    const auto found = table.rows.find(number);
    return found == table.rows.end() ? std::span<const std::byte>{} : found->second.data;
}

// Calls the function with each number that has a state.
Result<void, std::string>
for_each_number(const KeptTable& table,
                const std::function<Result<void, std::string>(std::uint32_t, std::uint8_t)>& use) {
    for (std::size_t index = 0; index < table.states.size(); ++index) {
        if (table.states[index] != 0) {
            TRY(use(static_cast<std::uint32_t>(index + 1), table.states[index]));
        }
    }
    return {};
}

bool forget(KeptRow& row) {
    auto left = without_person(row.data);
    if (!left || (*left == row.data && row.contacts.empty())) {
        return false;
    }
    row.data = *std::move(left);
    row.contacts.clear();
    return true;
}

}  // namespace

KeptState keep(const core::ResourceState& state, KeptFacts facts) {
    KeptState kept{.resource = core::encode_row(core::row_of(state), core::later_of(state, {})),
                   .entries = keep_entries(state),
                   .offers = {.states = bare(state.offer_states), .rows = {}},
                   .openings = {.states = bare(state.opening_states), .rows = {}},
                   .facts = std::move(facts)};
    for (const auto& [number, offer] : state.offers) {
        kept.offers.rows[number.value()].data = core::encode_row(offer);
    }
    for (const auto& [number, opening] : state.openings) {
        kept.openings.rows[number.value()].data = core::encode_row(core::row_of_opening(opening));
    }
    return kept;
}

Result<std::unique_ptr<core::ResourceState>, std::string> restore(const KeptState& kept,
                                                                  core::ResourceNumber number) {
    core::Restorer restorer(number);
    TRY(restorer.resource(kept.resource));
    TRY(for_each_number(kept.entries, [&](std::uint32_t ticket, std::uint8_t state) {
        const auto row = kept.entries.rows.find(ticket);
        return restorer.entry(ticket, static_cast<core::EntryState>(state),
                              data_of(kept.entries, ticket),
                              row == kept.entries.rows.end()
                                  ? std::span<const core::ContactKey>{}
                                  : std::span<const core::ContactKey>(row->second.contacts));
    }));
    TRY(for_each_number(kept.openings, [&](std::uint32_t opening, std::uint8_t state) {
        return restorer.opening(core::OpeningNumber{opening},
                                static_cast<core::OpeningState>(state),
                                data_of(kept.openings, opening));
    }));
    TRY(for_each_number(kept.offers, [&](std::uint32_t offer, std::uint8_t state) {
        return restorer.offer(core::OfferNumber{offer}, static_cast<core::OfferState>(state),
                              data_of(kept.offers, offer));
    }));
    for (const auto& [name, value] : kept.facts) {
        TRY(restorer.fact({.kind = name.first, .key = name.second, .value = value}));
    }
    return restorer.finish();
}

std::vector<std::byte> encode_kept(const KeptState& kept) {
    std::vector<std::byte> bytes;
    ByteWriter writer{bytes};
    writer.u8(version);
    writer.bytes(kept.resource);
    write_table(writer, kept.entries);
    write_table(writer, kept.offers);
    write_table(writer, kept.openings);
    writer.varint(kept.facts.size());
    for (const auto& [name, value] : kept.facts) {
        writer.u8(static_cast<std::uint8_t>(name.first));
        writer.u64(name.second);
        writer.u64(value);
    }
    return bytes;
}

Result<KeptState, std::string> decode_kept(std::span<const std::byte> bytes) {
    ByteReader reader{bytes};
    if (const std::uint8_t found = reader.u8(); reader.ok() && found > version) {
        return std::unexpected("written by a newer Standby: version " + std::to_string(found));
    }
    KeptState kept;
    const std::span<const std::byte> resource = reader.bytes();
    kept.resource.assign(resource.begin(), resource.end());
    kept.entries = read_table(reader);
    kept.offers = read_table(reader);
    kept.openings = read_table(reader);
    const std::uint64_t facts = reader.varint();
    for (std::uint64_t index = 0; reader.ok() && index < facts; ++index) {
        const auto kind = static_cast<core::FactKind>(reader.u8());
        const std::uint64_t key = reader.u64();
        kept.facts[{kind, key}] = reader.u64();
    }
    if (!reader.finished() || kept.facts.size() != facts) {
        return std::unexpected("it cannot be read");
    }
    return kept;
}

bool forget_person(KeptState& kept, core::Ticket entry) {
    const auto row = kept.entries.rows.find(entry);
    return row != kept.entries.rows.end() && forget(row->second);
}

bool forget_people(KeptState& kept) {
    bool had_some = false;
    for (auto& [ticket, row] : kept.entries.rows) {
        had_some = forget(row) || had_some;
    }
    return had_some;
}

}  // namespace standby::engine
