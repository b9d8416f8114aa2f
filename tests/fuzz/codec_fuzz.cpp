// Events and rows as bytes: whatever the bytes, decoding ends well; what decodes is encoded to the
// same bytes, and can be shown.
#include "base/json/reader.hpp"
#include "core/audit/event_codec.hpp"
#include "core/state/rows.hpp"
#include "engine/history/verify.hpp"
#include "interchange/view/audit.hpp"
#include "interchange/view/resource.hpp"
#include "store/codec/contacts.hpp"
#include "tests/fuzz/support/check.hpp"
#include "tests/fuzz/support/input.hpp"

#include <algorithm>
#include <span>
#include <string>

namespace standby::fuzz {
namespace {

using Bytes = std::span<const std::byte>;

constexpr core::ResourceNumber resource{7};

void check_json(const std::string& text) {
    expect(read_json(text).has_value(), "what is decoded can be shown", text);
}

void check_event(Bytes bytes) {
    std::string newer;
    const auto event = core::decode_event(bytes, &newer);
    if (!event) {
        expect(!event.error().empty(), "a refusal says why");
        return;
    }
    // Positions were another encoding, and what a newer version wrote is left out.
    const std::vector<std::byte> written = core::encode_event(*event);
    expect(bytes.front() != written.front() || !newer.empty() || std::ranges::equal(written, bytes),
           "an event has one encoding");
    expect(core::decode_event(written) == *event, "an event reads back as itself");
    std::string json;
    JsonWriter writer{json};
    interchange::write_audit_item(writer, resource, *event, {});
    check_json(json);
    // A history that begins with such an event is refused or folded.
    engine::Verifier verifier{resource};
    const std::vector<std::byte> data(bytes.begin(), bytes.end());
    verifier.add({.number = event->number, .at = event->at, .data = data, .link = {}});
    (void)verifier.finish();
}

// Rows of the first version were encoded otherwise; what a newer one added is kept.
template <class Row>
void check_row(const Result<Row, std::string>& row, Bytes bytes, const std::string& later) {
    if (!row) {
        expect(!row.error().empty(), "a refusal says why");
        return;
    }
    const std::vector<std::byte> written = core::encode_row(*row, later);
    expect(bytes.front() != written.front() || std::ranges::equal(written, bytes),
           "a row has one encoding");
}

void check_resource(Bytes bytes) {
    std::string later;
    const auto row = core::decode_resource_row(bytes, &later);
    check_row(row, bytes, later);
    if (!row) {
        return;
    }
    const interchange::ResourceFacts facts = interchange::resource_facts(resource, "name", *row);
    std::string json;
    JsonWriter writer{json};
    writer.begin_array();
    interchange::write_resource(writer, facts);
    interchange::write_public_resource(writer, facts);
    writer.end_array();
    check_json(json);
}

void check_contacts(Bytes bytes) {
    std::vector<core::ContactKey> list;
    expect(!store::decode_contacts(bytes, list) ||
               std::ranges::equal(store::encode_contacts(list), bytes),
           "a list of contacts has one encoding");
}

}  // namespace

// A byte that chooses, then the encoding.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(data, size);
    const std::uint8_t kind = input.take_byte();
    const Bytes bytes = input.bytes();
    std::string later;
    switch (kind % 6) {
    case 0:
        check_event(bytes);
        break;
    case 1:
        check_resource(bytes);
        break;
    case 2:
        check_row(core::decode_entry_row(bytes, &later), bytes, later);
        break;
    case 3:
        check_row(core::decode_offer_row(bytes, &later), bytes, later);
        break;
    case 4:
        check_row(core::decode_opening_row(bytes, &later), bytes, later);
        break;
    default:
        check_contacts(bytes);
    }
    return 0;
}

}  // namespace standby::fuzz
