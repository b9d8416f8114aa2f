// What was committed comes back from its bytes as it was, and damaged bytes are noticed.
#include "store/codec/change_codec.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <limits>

namespace standby::store {
namespace {

using engine::ResourceChange;

Time at(std::int64_t seconds) {
    return Time{std::chrono::seconds{seconds}};
}

std::vector<std::byte> bytes_of(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
    return {bytes.begin(), bytes.end()};
}

// Every field has a value that is not its default.
ResourceChange full_change() {
    ResourceChange change;
    change.resource = core::ResourceNumber{std::numeric_limits<std::uint32_t>::max()};
    change.at = at(-5);
    change.status = core::ResourceStatus::Active;
    change.next_due = at(77);
    change.last_event = 2;
    change.last_link.fill(std::byte{9});
    change.rows.resource = bytes_of("resource");
    change.rows.entries = {{.number = 1, .state = 2, .data = bytes_of("entry"), .is_new = true},
                           {.number = 7, .state = 8, .data = {}}};
    change.rows.offers = {{.number = 3, .state = 4, .data = bytes_of("offer")}};
    change.rows.openings = {{.number = 5, .state = 6, .data = bytes_of("opening")}};
    change.rows.contacts = {{.entry = 1, .contact = core::ContactKey{~0ULL}, .added = true},
                            {.entry = 7, .contact = core::ContactKey{3}, .added = false}};
    change.rows.facts = {{.kind = core::FactKind::Compensated, .key = ~0ULL, .value = 1}};
    change.events = {{.number = 1, .at = at(1), .data = bytes_of("joined"), .link = {}},
                     {.number = 2, .at = at(2), .data = {}, .link = change.last_link}};
    change.outbox = {{.id = 0,
                      .resource = change.resource,
                      .event = 2,
                      .kind = engine::MessageKind::Offer,
                      .entry = 1,
                      .offer = core::OfferNumber{3},
                      .opening = core::OpeningNumber{5},
                      .due_at = at(3),
                      .attempts = 0,
                      .stays_here = true}};
    change.answers = {{.number = 4,
                       .key = {.high = ~0ULL, .low = 2},
                       .request_digest = 8,
                       .made_at = at(4),
                       .status = 201,
                       .body = std::string("a\0b", 3)}};
    change.people = {{.entry = 1,
                      .person = {.name = "Zoë",
                                 .email = "zoe@example.org",
                                 .phone = "+4912",
                                 .user_id = "u",
                                 .time_zone = "Europe/Berlin",
                                 .locale = "de",
                                 .consent_text = "yes",
                                 .consent_source = "page",
                                 .consent_at = at(6),
                                 .pending_email = "new@example.org",
                                 .former_contact = "old@example.org"}}};
    change.name = "Colour";
    return change;
}

void expect_same(const ResourceChange& left, const ResourceChange& right) {
    EXPECT_EQ(left.resource, right.resource);
    EXPECT_EQ(left.at, right.at);
    EXPECT_EQ(left.status, right.status);
    EXPECT_EQ(left.next_due, right.next_due);
    EXPECT_EQ(left.last_event, right.last_event);
    EXPECT_EQ(left.last_link, right.last_link);
    EXPECT_EQ(left.rows.resource, right.rows.resource);
    EXPECT_EQ(left.rows.entries, right.rows.entries);
    EXPECT_EQ(left.rows.offers, right.rows.offers);
    EXPECT_EQ(left.rows.openings, right.rows.openings);
    EXPECT_EQ(left.rows.contacts, right.rows.contacts);
    EXPECT_EQ(left.rows.facts, right.rows.facts);
    EXPECT_EQ(left.events, right.events);
    EXPECT_EQ(left.outbox, right.outbox);
    EXPECT_EQ(left.answers, right.answers);
    EXPECT_EQ(left.people, right.people);
    EXPECT_EQ(left.name, right.name);
}

TEST(ChangeCodec, BringsEveryFieldBack) {
    const std::vector<ResourceChange> changes{full_change(), ResourceChange{}};
    const auto decoded = decode_changes(encode_changes(changes));
    ASSERT_TRUE(decoded);
    ASSERT_EQ(decoded->size(), 2u);
    expect_same(decoded->at(0), changes[0]);
    expect_same(decoded->at(1), changes[1]);
}

TEST(ChangeCodec, NoticesWhatIsCutOffOrAddedOrOfAnotherFormat) {
    const std::vector<ResourceChange> changes{full_change()};
    std::vector<std::byte> bytes = encode_changes(changes);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_FALSE(decode_changes(std::span(bytes).first(size))) << size;
    }
    std::vector<std::byte> longer = bytes;
    longer.push_back(std::byte{0});
    EXPECT_FALSE(decode_changes(longer));
    bytes[0] = std::byte{change_format + 1};
    EXPECT_FALSE(decode_changes(bytes));
}

}  // namespace
}  // namespace standby::store
