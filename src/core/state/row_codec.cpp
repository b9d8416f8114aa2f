// Which fields each row has; how fields become bytes is told in numbered.hpp. A row is a version
// and one record: what belongs to parts of it is numbered together with the rest, so that one list
// of unknown fields is enough.
#include "core/audit/numbered.hpp"
#include "core/model/limits.hpp"
#include "core/state/rows.hpp"

namespace standby::core {
namespace coding {

void fields(auto& coder, Like<ResourceRow> auto&... one) {
    coder.positioned(1, one.status...);
    coder.positioned(2, one.settings...);
    coder.positioned(3, one.rules...);
    coder.positioned(4, one.rules_version...);
    coder.positioned(5, one.last_at...);
    coder.positioned(6, one.last_event...);
    coder.positioned(7, one.last_ticket...);
    coder.positioned(8, one.last_offer...);
    coder.positioned(9, one.last_opening...);
    coder.positioned(10, one.places_released...);
    coder.positioned(11, one.places_accepted...);
    coder.positioned(12, one.places_idle...);
    coder.positioned(13, one.place_releases...);
    coder.positioned(14, one.places_tried...);
    coder.positioned(15, one.last_outcome...);
    coder.positioned(16, one.cutoff_reached...);
    coder.positioned(17, one.drawn...);
    coder.positioned(18, one.wave_started...);
    coder.positioned(19, one.wave_offers...);
    coder.positioned(20, one.counts.unverified...);
    coder.positioned(21, one.counts.waiting...);
    coder.positioned(22, one.counts.offered...);
    coder.positioned(23, one.counts.accepted...);
    coder.positioned(24, one.counts.accepted_places...);
    coder.positioned(25, one.counts.held_places...);
    coder.positioned(26, one.counts.free_places...);
    coder.positioned(27, one.counts.limit...);
    coder.field(28, one.draw_seed...);
    coder.field(29, one.cancel_note...);
    coder.field(30, one.by_time...);
}
void fields(auto& coder, Like<EntryRow> auto&... one) {
    coder.positioned(1, one.tier...);
    coder.positioned(2, one.party_size...);
    coder.positioned(3, one.points...);
    coder.positioned(4, one.position...);
    coder.positioned(5, one.joined_at...);
    coder.group([&] { coder.positioned(6, one.wants...); });
    coder.group([&] {
        coder.positioned(7, one.mark.place...);
        coder.positioned(8, one.mark.place_since...);
        coder.positioned(9, one.mark.misses...);
        coder.positioned(10, one.mark.declines...);
        coder.positioned(11, one.mark.passes...);
        coder.positioned(12, one.mark.sits_out...);
        coder.positioned(13, one.mark.group...);
        coder.positioned(14, one.mark.offer...);
        coder.positioned(15, one.mark.opening...);
    });
    coder.group([&] {
        coder.positioned(16, one.referrals.pending...);
        coder.positioned(17, one.referrals.credited...);
        coder.positioned(18, one.referrals.raw_points...);
        coder.positioned(19, one.referrals.points...);
    });
    coder.group([&] {
        coder.positioned(20, one.referred.referrer...);
        coder.positioned(21, one.referred.raw_points...);
        coder.positioned(22, one.referred.credited...);
    });
    coder.field(23, one.link_epoch...);
    coder.field(24, one.participant...);
    coder.field(25, one.referred.friend_keys...);
    coder.field(26, one.referred.referrer_keys...);
    coder.field(27, one.mark.paid...);
    coder.field(28, one.end_reason...);
    coder.field(29, one.mark.steps_aside...);
    coder.field(30, one.mark.standing_yes...);
    coder.field(31, one.mark.pings...);
    coder.field(32, one.mark.heard_at...);
    coder.field(33, one.mark.pinged_at...);
    coder.field(34, one.mark.set_aside...);
}
void fields(auto& coder, Like<Offer> auto&... one) {
    coder.positioned(1, one.entry...);
    coder.positioned(2, one.opening...);
    coder.positioned(3, one.places...);
    coder.positioned(4, one.tries...);
    coder.positioned(5, one.state...);
    coder.positioned(6, one.awaiting...);
    coder.positioned(7, one.plain_clock...);
    coder.positioned(8, one.by_hand...);
    coder.positioned(9, one.reminded...);
    coder.positioned(10, one.paid...);
    coder.positioned(11, one.made_at...);
    coder.positioned(12, one.send_at...);
    coder.positioned(13, one.sent_at...);
    coder.positioned(14, one.expires_at...);
    coder.positioned(15, one.remind_at...);
    coder.field(16, one.price...);
    coder.field(17, one.unreached...);
    coder.field(18, one.patience_until...);
    coder.field(19, one.deadline_before...);
    coder.field(20, one.window...);
    coder.field(21, one.late_yes...);
    coder.field(22, one.yes_by...);
}
void fields(auto& coder, Like<OpeningRow> auto&... one) {
    coder.positioned(1, one.in_memory...);
    coder.positioned(2, one.slot...);
    coder.positioned(3, one.offer...);
    coder.positioned(4, one.holder...);
    coder.positioned(5, one.offers_made...);
    coder.positioned(6, one.last_outcome...);
    coder.positioned(7, one.tried...);
    coder.field(8, one.asks_newcomers...);
    coder.field(9, one.aside...);
    coder.field(10, one.untold...);
    coder.field(11, one.standing...);
}

}  // namespace coding

namespace {

using coding::Findings;
using coding::NumberedReader;
using coding::plain_of;

constexpr std::uint8_t version_positional = 1;
constexpr std::uint8_t version_numbered = 2;

template <class Row>
std::vector<std::byte> encode(const Row& row, std::string_view later) {
    std::vector<std::byte> output;
    output.reserve(64);
    ByteWriter{output}.u8(version_numbered);
    coding::NumberedWriter writer{output};
    fields(writer, row, plain_of<Row>());
    writer.later(tomorrow::is_here && later.empty() ? tomorrow::row_field : later);
    writer.end();
    return output;
}

// Whether the bytes are a row as a whole.
template <class Row>
bool read(std::uint8_t version, std::span<const std::byte> bytes, Row& row, Findings& findings,
          std::string* later) {
    if (version == version_positional) {
        coding::PositionalReader reader{bytes, findings};
        fields(reader, row, plain_of<Row>());
        return reader.values().bytes().finished();
    }
    NumberedReader reader{bytes, findings, NumberedReader::Ends::WithZero};
    fields(reader, row, plain_of<Row>());
    const std::string_view unknown = reader.finish();
    if (later != nullptr) {
        *later = unknown;
    }
    return reader.ok() && reader.rest().empty();
}

template <class Row>
Result<Row, std::string> decode(std::span<const std::byte> bytes, std::string* later,
                                std::string_view what) {
    const auto version = bytes.empty() ? std::uint8_t{0} : std::to_integer<std::uint8_t>(bytes[0]);
    Findings findings{.reach = limits::time_reach, .newer = {}};
    if (version > version_numbered) {
        findings.newer = "version " + std::to_string(version) + " of a row";
    } else if (version != 0) {
        Row row;
        if (read(version, bytes.subspan(1), row, findings, later)) {
            return row;
        }
    }
    if (version > version_positional && !findings.newer.empty()) {
        return std::unexpected(std::string{coding::from_newer} + findings.newer);
    }
    std::string error{"not a row of "};
    error += what;
    error += ": cut short, or a value out of range";
    return std::unexpected(std::move(error));
}

}  // namespace

std::vector<std::byte> encode_row(const ResourceRow& row, std::string_view later) {
    return encode(row, later);
}
std::vector<std::byte> encode_row(const EntryRow& row, std::string_view later) {
    return encode(row, later);
}
std::vector<std::byte> encode_row(const OfferRow& row, std::string_view later) {
    return encode(row, later);
}
std::vector<std::byte> encode_row(const OpeningRow& row, std::string_view later) {
    return encode(row, later);
}

Result<ResourceRow, std::string> decode_resource_row(std::span<const std::byte> bytes,
                                                     std::string* later) {
    return decode<ResourceRow>(bytes, later, "a resource");
}
Result<EntryRow, std::string> decode_entry_row(std::span<const std::byte> bytes,
                                               std::string* later) {
    return decode<EntryRow>(bytes, later, "an entry");
}
Result<OfferRow, std::string> decode_offer_row(std::span<const std::byte> bytes,
                                               std::string* later) {
    return decode<OfferRow>(bytes, later, "an offer");
}
Result<OpeningRow, std::string> decode_opening_row(std::span<const std::byte> bytes,
                                                   std::string* later) {
    return decode<OpeningRow>(bytes, later, "an opening");
}

}  // namespace standby::core
