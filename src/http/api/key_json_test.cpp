// Tests of keys, accounts and messages as JSON.
#include "http/api/key_json.hpp"

#include "engine/shard/messages.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace standby::http {
namespace {

const Time noon = *parse_time("2026-11-16T12:00:00Z");
const engine::ApiKey key{.number = 3,
                         .role = engine::Role::Staff,
                         .label = "front desk",
                         .prefix = "sk_3fA9",
                         .created_at = noon};

template <class Write>
std::string written(Write write) {
    std::string text;
    JsonWriter writer{text};
    write(writer);
    return text;
}

TEST(KeyJson, ShowsTheSecretOnlyWhenItIsGiven) {
    EXPECT_EQ(written([](JsonWriter& writer) { write_key(writer, key); }),
              R"({"id":"key_3","role":"staff","label":"front desk","prefix":"sk_3fA9",)"
              R"("created_at":"2026-11-16T12:00:00Z","revoked_at":null})");
    EXPECT_EQ(written([](JsonWriter& writer) { write_key(writer, key, "sk_secret"); }),
              R"({"id":"key_3","role":"staff","label":"front desk","prefix":"sk_3fA9",)"
              R"("created_at":"2026-11-16T12:00:00Z","revoked_at":null,"key":"sk_secret"})");
}

TEST(KeyJson, ShowsWhoseItIs) {
    const engine::Account account{.number = engine::AccountNumber{1}, .name = "Salon"};
    EXPECT_EQ(written([&](JsonWriter& writer) { write_account(writer, account, key); }),
              R"({"id":"acc_1","name":"Salon","key":{"id":"key_3","role":"staff",)"
              R"("label":"front desk"}})");
}

TEST(MessageJson, SaysWhatItIsAboutAndNotToWhom) {
    engine::OutboxListing listing;
    listing.row = {.id = 12,
                   .resource = core::ResourceNumber{7},
                   .kind = engine::MessageKind::OfferExpired,
                   .entry = 1,
                   .offer = core::OfferNumber{2},
                   .due_at = noon,
                   .attempts = 2};
    listing.state = engine::OutboxState::Dead;
    EXPECT_EQ(written([&](JsonWriter& writer) { write_message(writer, listing, "/e/x"); }),
              R"({"id":"msg_12","kind":"offer_expired","state":"dead",)"
              R"("due_at":"2026-11-16T12:00:00Z","entry_id":"ent_W000001",)"
              R"("offer_id":"off_W000002","opening_id":null,"attempts":2,"note":null,)"
              R"("link":"/e/x"})");
}

TEST(MessageJson, NamesEveryKindDifferently) {
    std::set<std::string_view> names;
    for (int number = 1; number <= static_cast<int>(engine::MessageKind::Release); ++number) {
        const std::string_view name = engine::name_of(static_cast<engine::MessageKind>(number));
        EXPECT_FALSE(name.empty());
        EXPECT_TRUE(names.insert(name).second);
    }
}

}  // namespace
}  // namespace standby::http
