// Rows as bytes, and bytes as rows: a version, then the fields in a fixed order. What is stored
// today must be readable for ever, so a new field needs a new version.
#include "core/audit/coding.hpp"
#include "core/state/rows.hpp"

namespace standby::core {
namespace coding {

void fields(auto& coder, Like<Counts> auto& one) {
    each(coder, one.unverified, one.waiting, one.offered, one.accepted, one.accepted_places,
         one.held_places, one.free_places, one.limit);
}
void fields(auto& coder, Like<ResourceRow> auto& one) {
    each(coder, one.status, one.settings, one.rules, one.rules_version, one.last_at, one.last_event,
         one.last_ticket, one.last_offer, one.last_opening, one.places_released,
         one.places_accepted, one.places_idle, one.place_releases, one.places_tried,
         one.last_outcome, one.cutoff_reached, one.drawn, one.wave_started, one.wave_offers,
         one.counts);
}
// Most entries have no mark and nothing to do with referrals: what equals the default is one byte.
template <class Coder, class Value>
void unless_default(Coder& coder, Value& one) {
    using Plain = std::remove_const_t<Value>;
    bool present = !(one == Plain{});
    coder.value(present);
    if (!present) {
        return;
    }
    fields(coder, one);
    if constexpr (!std::is_const_v<Value>) {
        // There is one encoding of the default, and it is not this.
        if (one == Plain{}) {
            coder.bytes().fail();
        }
    }
}
void fields(auto& coder, Like<Mark> auto& one) {
    each(coder, one.place, one.place_since, one.misses, one.declines, one.passes, one.sits_out,
         one.group, one.offer, one.opening);
}
void fields(auto& coder, Like<Referrer> auto& one) {
    each(coder, one.pending, one.credited, one.raw_points, one.points);
}
void fields(auto& coder, Like<Referred> auto& one) {
    each(coder, one.referrer, one.raw_points, one.credited);
}
void fields(auto& coder, Like<EntryRow> auto& one) {
    each(coder, one.tier, one.party_size, one.points, one.position, one.joined_at);
    unless_default(coder, one.wants);
    unless_default(coder, one.mark);
    unless_default(coder, one.referrals);
    unless_default(coder, one.referred);
}
void fields(auto& coder, Like<Offer> auto& one) {
    each(coder, one.entry, one.opening, one.places, one.tries, one.state, one.awaiting,
         one.plain_clock, one.by_hand, one.reminded, one.paid, one.made_at, one.send_at,
         one.sent_at, one.expires_at, one.remind_at);
}
void fields(auto& coder, Like<OpeningRow> auto& one) {
    each(coder, one.in_memory, one.slot, one.offer, one.holder, one.offers_made, one.last_outcome,
         one.tried);
}

}  // namespace coding

namespace {

constexpr std::uint8_t row_version = 1;
// Times further away than this (millions of years) could overflow when they are added up.
constexpr Duration time_reach{std::int64_t{1} << 60};

template <class Row>
std::vector<std::byte> encode(const Row& row) {
    std::vector<std::byte> output;
    output.reserve(64);
    coding::Writer writer{output};
    writer.value(row_version);
    writer.value(row);
    return output;
}

template <class Row>
Result<Row, std::string> decode(std::span<const std::byte> bytes, std::string_view what) {
    coding::Reader reader{bytes, time_reach};
    std::uint8_t version = 0;
    reader.value(version);
    if (reader.bytes().ok() && version != row_version) {
        return std::unexpected("unknown version " + std::to_string(version) + " of a row");
    }
    Row row;
    reader.value(row);
    if (!reader.bytes().finished()) {
        std::string error{"not a row of "};
        error += what;
        error += ": cut short, or a value out of range";
        return std::unexpected(std::move(error));
    }
    return row;
}

}  // namespace

std::vector<std::byte> encode_row(const ResourceRow& row) {
    return encode(row);
}
std::vector<std::byte> encode_row(const EntryRow& row) {
    return encode(row);
}
std::vector<std::byte> encode_row(const OfferRow& row) {
    return encode(row);
}
std::vector<std::byte> encode_row(const OpeningRow& row) {
    return encode(row);
}

Result<ResourceRow, std::string> decode_resource_row(std::span<const std::byte> bytes) {
    return decode<ResourceRow>(bytes, "a resource");
}
Result<EntryRow, std::string> decode_entry_row(std::span<const std::byte> bytes) {
    return decode<EntryRow>(bytes, "an entry");
}
Result<OfferRow, std::string> decode_offer_row(std::span<const std::byte> bytes) {
    return decode<OfferRow>(bytes, "an offer");
}
Result<OpeningRow, std::string> decode_opening_row(std::span<const std::byte> bytes) {
    return decode<OpeningRow>(bytes, "an opening");
}

}  // namespace standby::core
