// Fields are numbered, each with its length in front, so that an older version skips what only a
// newer one knows.
#include "base/bytes.hpp"
#include "engine/history/rollup/rollup_state.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace standby::engine {
namespace {

using core::OfferNumber;
using core::OpeningNumber;

// Stored: never changed, never used again.
enum class Field : std::uint8_t {
    End = 0,
    Settings = 1,
    Payment = 2,
    Counts = 3,
    Offers = 4,
    Openings = 5,
    Freed = 6,
    Parties = 7,
    Dimensions = 8,
    Totals = 9,
    Lapsed = 10,
};

void put_time(ByteWriter& writer, Time time) {
    writer.zigzag(time.time_since_epoch().count());
}
Time get_time(ByteReader& reader) {
    return Time{Duration{reader.zigzag()}};
}
void put_optional(ByteWriter& writer, const std::optional<Time>& time) {
    writer.u8(time ? 1 : 0);
    if (time) {
        put_time(writer, *time);
    }
}
std::optional<Time> get_optional(ByteReader& reader) {
    return reader.u8() == 0 ? std::nullopt : std::optional(get_time(reader));
}
void put_money(ByteWriter& writer, const std::optional<core::Money>& money) {
    writer.u8(money ? 1 : 0);
    if (money) {
        writer.zigzag(money->amount);
        writer.string({money->currency.data(), money->currency.size()});
    }
}
std::optional<core::Money> get_money(ByteReader& reader) {
    if (reader.u8() == 0) {
        return std::nullopt;
    }
    core::Money money{.amount = reader.zigzag()};
    const std::string_view currency = reader.string();
    if (currency.size() != money.currency.size()) {
        reader.fail();
        return std::nullopt;
    }
    std::ranges::copy(currency, money.currency.begin());
    return money;
}
template <class Number>
Number get_number(ByteReader& reader) {
    const std::uint64_t value = reader.varint();
    if (!std::in_range<Number>(value)) {
        reader.fail();
        return 0;
    }
    return static_cast<Number>(value);
}
DayNumber get_day(ByteReader& reader) {
    const std::int64_t day = reader.zigzag();
    if (!std::in_range<DayNumber>(day)) {
        reader.fail();
        return 0;
    }
    return static_cast<DayNumber>(day);
}
PlaceEnd get_end(ByteReader& reader) {
    return static_cast<PlaceEnd>(reader.u8());
}

void put(ByteWriter& writer, const Cell& cell) {
    const auto all = cell.sorted();
    writer.varint(all.size());
    std::uint64_t last = 0;
    for (const auto& [key, count] : all) {
        writer.varint(key - last);
        writer.zigzag(count);
        last = key;
    }
}
Cell get_cell(ByteReader& reader) {
    Cell cell;
    const std::uint64_t size = reader.varint();
    std::uint64_t key = 0;
    for (std::uint64_t index = 0; reader.ok() && index < size; ++index) {
        key += reader.varint();
        cell.add_raw(key, reader.zigzag());
    }
    return cell;
}

void put(ByteWriter& writer, const DayCells& cells) {
    writer.varint(cells.size());
    for (const auto& [about, cell] : cells) {
        writer.varint(about);
        put(writer, cell);
    }
}
DayCells get_cells(ByteReader& reader) {
    DayCells cells;
    const std::uint64_t size = reader.varint();
    for (std::uint64_t index = 0; reader.ok() && index < size; ++index) {
        const auto about = get_number<DimensionNumber>(reader);
        cells[about] = get_cell(reader);
    }
    return cells;
}

enum OfferMark : std::uint8_t {
    Answered = 1,
    Instant = 2,
    ByLateYes = 4,
    LateYes = 8,
};
void put(ByteWriter& writer, const OfferUnderWay& offer) {
    writer.varint(offer.entry);
    writer.varint(offer.opening.value());
    put_time(writer, offer.made_at);
    put_time(writer, offer.asked_at);
    writer.zigzag(offer.day);
    writer.varint(offer.about);
    writer.varint(offer.places);
    writer.u8(offer.hour);
    writer.u8(offer.notice);
    writer.u8(offer.window);
    writer.u8(static_cast<std::uint8_t>(
        (offer.answered ? Answered : 0) | (offer.instant ? Instant : 0) |
        (offer.by_late_yes ? ByLateYes : 0) | (offer.late_yes ? LateYes : 0)));
}
void put(ByteWriter& writer, const std::map<OfferNumber, OfferUnderWay>& offers) {
    writer.varint(offers.size());
    for (const auto& [number, offer] : offers) {
        writer.varint(number.value());
        put(writer, offer);
    }
}
OfferUnderWay get_offer(ByteReader& reader) {
    OfferUnderWay offer;
    offer.entry = get_number<core::Ticket>(reader);
    offer.opening = OpeningNumber{get_number<std::uint32_t>(reader)};
    offer.made_at = get_time(reader);
    offer.asked_at = get_time(reader);
    offer.day = get_day(reader);
    offer.about = get_number<DimensionNumber>(reader);
    offer.places = get_number<std::uint32_t>(reader);
    offer.hour = reader.u8();
    offer.notice = reader.u8();
    offer.window = reader.u8();
    const std::uint8_t marks = reader.u8();
    offer.answered = (marks & Answered) != 0;
    offer.instant = (marks & Instant) != 0;
    offer.by_late_yes = (marks & ByLateYes) != 0;
    offer.late_yes = (marks & LateYes) != 0;
    return offer;
}

void put(ByteWriter& writer, const OpeningUnderWay& opening) {
    put_time(writer, opening.at);
    put_time(writer, opening.starts_at);
    writer.zigzag(opening.day);
    writer.varint(opening.about);
    put_money(writer, opening.price);
    writer.u8(static_cast<std::uint8_t>(opening.end));
    writer.varint(opening.asked);
    writer.varint(opening.said_no);
    writer.u8(opening.is_since_known ? 1 : 0);
}
OpeningUnderWay get_opening(ByteReader& reader) {
    OpeningUnderWay opening;
    opening.at = get_time(reader);
    opening.starts_at = get_time(reader);
    opening.day = get_day(reader);
    opening.about = get_number<DimensionNumber>(reader);
    opening.price = get_money(reader);
    opening.end = get_end(reader);
    opening.asked = get_number<std::uint32_t>(reader);
    opening.said_no = get_number<std::uint32_t>(reader);
    opening.is_since_known = reader.u8() != 0;
    return opening;
}

void put(ByteWriter& writer, const PlacesUnderWay& places) {
    put_time(writer, places.at);
    writer.zigzag(places.day);
    writer.varint(places.count);
    writer.varint(places.unoffered);
    writer.u8(static_cast<std::uint8_t>(places.end));
}
PlacesUnderWay get_places(ByteReader& reader) {
    PlacesUnderWay places;
    places.at = get_time(reader);
    places.day = get_day(reader);
    places.count = reader.varint();
    places.unoffered = reader.varint();
    places.end = get_end(reader);
    return places;
}

template <class Write>
void put_field(ByteWriter& writer, Field field, const Write& write) {
    std::vector<std::byte> content;
    ByteWriter inner{content};
    write(inner);
    writer.u8(static_cast<std::uint8_t>(field));
    writer.bytes(content);
}

void put_settings(ByteWriter& writer, const RollupState& state) {
    writer.u8(static_cast<std::uint8_t>(state.kind));
    writer.u8(static_cast<std::uint8_t>(state.inventory));
    writer.varint(state.capacity);
    put_optional(writer, state.starts_at);
    writer.string(state.time_zone);
}
void get_settings(ByteReader& reader, RollupState& state) {
    state.kind = static_cast<core::Kind>(reader.u8());
    state.inventory = static_cast<core::Inventory>(reader.u8());
    state.capacity = get_number<std::uint32_t>(reader);
    state.starts_at = get_optional(reader);
    state.time_zone = reader.string();
    if (state.kind > core::Kind::Access || state.inventory > core::Inventory::External) {
        reader.fail();
    }
}

void put_counts(ByteWriter& writer, const RollupState& state) {
    writer.varint(state.waiting);
    writer.varint(state.released);
    writer.varint(state.as_of);
    writer.raw(state.link);
    put_optional(writer, state.since);
    writer.zigzag(state.today);
}
void get_counts(ByteReader& reader, RollupState& state) {
    state.waiting = reader.varint();
    state.released = reader.varint();
    state.as_of = reader.varint();
    const auto link = reader.raw(state.link.size());
    if (link.size() == state.link.size()) {
        std::ranges::copy(link, state.link.begin());
    }
    state.since = get_optional(reader);
    state.today = get_day(reader);
}

void get_dimensions(ByteReader& reader, RollupState& state) {
    state.dimensions.clear();
    const std::uint64_t size = reader.varint();
    for (std::uint64_t index = 0; reader.ok() && index < size; ++index) {
        Dimension dimension;
        dimension.service = reader.string();
        dimension.staff = reader.string();
        state.dimensions.push_back(std::move(dimension));
    }
    if (state.dimensions.empty()) {
        reader.fail();
    }
}

void get_field(Field field, ByteReader& reader, RollupState& state) {
    const auto repeat = [&](const auto& get) {
        const std::uint64_t size = reader.varint();
        for (std::uint64_t index = 0; reader.ok() && index < size; ++index) {
            get();
        }
    };
    switch (field) {
    case Field::End:
        break;
    case Field::Settings:
        return get_settings(reader, state);
    case Field::Payment:
        state.payment = get_money(reader);
        break;
    case Field::Counts:
        return get_counts(reader, state);
    case Field::Offers:
        return repeat([&] {
            const OfferNumber number{get_number<std::uint32_t>(reader)};
            state.offers[number] = get_offer(reader);
        });
    case Field::Lapsed:
        return repeat([&] {
            const OfferNumber number{get_number<std::uint32_t>(reader)};
            state.lapsed[number] = get_offer(reader);
        });
    case Field::Openings:
        return repeat([&] {
            const OpeningNumber number{get_number<std::uint32_t>(reader)};
            state.openings[number] = get_opening(reader);
        });
    case Field::Freed:
        return repeat([&] { state.freed.push_back(get_places(reader)); });
    case Field::Parties:
        return repeat([&] {
            const auto entry = get_number<core::Ticket>(reader);
            state.parties[entry] = get_number<std::uint32_t>(reader);
        });
    case Field::Dimensions:
        return get_dimensions(reader, state);
    case Field::Totals:
        state.totals = get_cells(reader);
        break;
    }
}

}  // namespace

std::vector<std::byte> encode(const RollupState& state) {
    std::vector<std::byte> bytes;
    ByteWriter writer{bytes};
    put_field(writer, Field::Settings, [&](ByteWriter& out) { put_settings(out, state); });
    put_field(writer, Field::Payment, [&](ByteWriter& out) { put_money(out, state.payment); });
    put_field(writer, Field::Counts, [&](ByteWriter& out) { put_counts(out, state); });
    put_field(writer, Field::Offers, [&](ByteWriter& out) { put(out, state.offers); });
    put_field(writer, Field::Lapsed, [&](ByteWriter& out) { put(out, state.lapsed); });
    put_field(writer, Field::Openings, [&](ByteWriter& out) {
        out.varint(state.openings.size());
        for (const auto& [number, opening] : state.openings) {
            out.varint(number.value());
            put(out, opening);
        }
    });
    put_field(writer, Field::Freed, [&](ByteWriter& out) {
        out.varint(state.freed.size());
        for (const PlacesUnderWay& places : state.freed) {
            put(out, places);
        }
    });
    put_field(writer, Field::Parties, [&](ByteWriter& out) {
        out.varint(state.parties.size());
        for (const auto& [entry, size] : state.parties) {
            out.varint(entry);
            out.varint(size);
        }
    });
    put_field(writer, Field::Dimensions, [&](ByteWriter& out) {
        out.varint(state.dimensions.size());
        for (const Dimension& dimension : state.dimensions) {
            out.string(dimension.service);
            out.string(dimension.staff);
        }
    });
    put_field(writer, Field::Totals, [&](ByteWriter& out) { put(out, state.totals); });
    return bytes;
}

Result<RollupState, std::string> decode_rollup(std::span<const std::byte> bytes) {
    RollupState state;
    ByteReader reader{bytes};
    while (reader.ok() && reader.remaining() > 0) {
        const auto field = static_cast<Field>(reader.u8());
        ByteReader inner{reader.bytes()};
        if (!reader.ok()) {
            break;
        }
        get_field(field, inner, state);
        if (!inner.ok()) {
            reader.fail();
        }
    }
    if (!reader.finished()) {
        return std::unexpected("the figures that are kept cannot be read");
    }
    return state;
}

std::vector<std::byte> encode(const DayCells& cells) {
    std::vector<std::byte> bytes;
    ByteWriter writer{bytes};
    put(writer, cells);
    return bytes;
}

Result<DayCells, std::string> decode_day(std::span<const std::byte> bytes) {
    ByteReader reader{bytes};
    DayCells cells = get_cells(reader);
    if (!reader.finished()) {
        return std::unexpected("the figures of a day cannot be read");
    }
    return cells;
}

}  // namespace standby::engine
