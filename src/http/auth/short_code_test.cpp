// Tests of short codes and of the links that carry them.
#include "http/auth/short_code.hpp"

#include "core/model/ids.hpp"
#include "http/auth/signed_links.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace standby::http {
namespace {

using std::chrono::days;
using std::chrono::milliseconds;
using std::chrono::seconds;

const Time now = *parse_time("2026-11-15T14:00:00Z");

engine::Secret secret(std::uint32_t id, int fill) {
    engine::Secret result;
    result.id = id;
    result.bytes.assign(32, static_cast<std::byte>(fill));
    result.created_at = Time{seconds(id)};
    return result;
}

TokenSigner signer(const std::vector<engine::Secret>& secrets) {
    return TokenSigner::create(secrets).value();
}

GuestToken offer_token(std::uint32_t resource, std::uint32_t number) {
    const auto id = core::offer_id(core::ResourceNumber{resource}, core::OfferNumber{number});
    return {.purpose = TokenPurpose::Offer, .id = id.value(), .expires_at = now + days{365}};
}

TEST(ShortCode, SaysWhatTheTokenSays) {
    const TokenSigner tokens = signer({secret(1, 0x11)});
    const GuestToken token = offer_token(7, 4711);
    const auto read = read_short_code(tokens, make_short_code(tokens, token), now);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->purpose, token.purpose);
    EXPECT_EQ(read->id, token.id);
    EXPECT_GE(read->expires_at, token.expires_at);
    EXPECT_LT(read->expires_at, token.expires_at + short_code_period);
}

TEST(ShortCode, IsShort) {
    const TokenSigner tokens = signer({secret(1, 0x11)});
    EXPECT_EQ(make_short_code(tokens, offer_token(1, 1)).size(), 15U);
    EXPECT_EQ(make_short_code(tokens, offer_token(100, 16'000)).size(), 16U);
    EXPECT_EQ(make_short_code(tokens, offer_token(2'000'000, 2'000'000)).size(), 20U);
    EXPECT_LE(make_short_code(tokens, offer_token(0x7FFF'FFFF, 0xFFFF'FFFF)).size(),
              short_code_length_max);
}

TEST(ShortCode, KeepsItsFormAcrossVersions) {
    // Codes of this form are on people's phones; a change needs a new version number.
    const GuestToken token{.purpose = TokenPurpose::Entry,
                           .id = core::join_key(core::ResourceNumber{1}, 2),
                           .expires_at = Time{235 * short_code_period}};
    EXPECT_EQ(make_short_code(signer({secret(1, 0x11)}), token), "EQ8BApvAoIombjw");
}

TEST(ShortCode, CarriesTheEpochOfLinks) {
    const TokenSigner tokens = signer({secret(1, 0x11)});
    GuestToken token = offer_token(1, 1);
    for (const std::uint32_t epoch : {1U, 300U, link_epoch_max}) {
        token.epoch = epoch;
        const std::string code = make_short_code(tokens, token);
        EXPECT_LE(code.size(), short_code_length_max);
        EXPECT_EQ(read_short_code(tokens, code, now)->epoch, epoch);
    }
}

TEST(ShortCode, EndsAtItsExpiry) {
    const TokenSigner tokens = signer({secret(1, 0x11)});
    const std::string code = make_short_code(tokens, offer_token(1, 1));
    const Time end = read_short_code(tokens, code, now)->expires_at;
    EXPECT_TRUE(read_short_code(tokens, code, end - milliseconds(1)));
    EXPECT_EQ(read_short_code(tokens, code, end).error(), TokenError::Expired);
}

TEST(ShortCode, IsRefusedWithAnyOtherCharacterInAnyPlace) {
    const TokenSigner tokens = signer({secret(1, 0x11), secret(2, 0x22)});
    const std::string code = make_short_code(tokens, offer_token(3, 300));
    for (std::size_t index = 0; index < code.size(); ++index) {
        for (int character = 0; character < 256; ++character) {
            std::string changed = code;
            changed[index] = static_cast<char>(character);
            EXPECT_EQ(read_short_code(tokens, changed, now).has_value(), changed == code);
        }
    }
    for (std::size_t length = 0; length < code.size(); ++length) {
        EXPECT_FALSE(read_short_code(tokens, code.substr(0, length), now));
    }
    EXPECT_FALSE(read_short_code(tokens, code + "A", now));
    EXPECT_FALSE(read_short_code(tokens, code + "AAAA", now));
}

TEST(ShortCode, IsStillGoodAfterItsSecretWasRetired) {
    engine::Secret old_secret = secret(1, 0x11);
    const std::string code = make_short_code(signer({old_secret}), offer_token(1, 1));
    old_secret.retired_at = now;
    EXPECT_TRUE(read_short_code(signer({secret(2, 0x22), old_secret}), code, now));
    EXPECT_EQ(read_short_code(signer({secret(2, 0x22)}), code, now).error(),
              TokenError::BadSignature);
}

RC_GTEST_PROP(ShortCode, BelievesNoRandomText, (const std::string& text)) {
    RC_ASSERT(!read_short_code(signer({secret(1, 0x11)}), text, now));
}

TEST(SignedLinks, LeadToThePagesOfTheirTokens) {
    const TokenSigner tokens = signer({secret(1, 0x11)});
    const SignedLinks links(tokens, "https://standby.test", [] { return now; });
    const core::EntryId entry = core::entry_id(core::ResourceNumber{1}, 2);
    const core::OfferId offer = core::offer_id(core::ResourceNumber{1}, core::OfferNumber{3});
    const engine::LinkReader reader{entry, 5, core::ContactKey{77}};
    const std::pair<std::string, GuestToken> expected[] = {
        {links.status(reader), {TokenPurpose::Entry, entry.value(), {}, 5}},
        {links.verify(reader), {TokenPurpose::Verify, entry.value(), {}, 5, reader.address}},
        {links.offer(offer, reader), {TokenPurpose::Offer, offer.value(), {}, 5}},
        {links.unsubscribe(reader),
         {TokenPurpose::Unsubscribe, entry.value(), {}, 0, reader.address}},
    };
    for (const auto& [link, meant] : expected) {
        EXPECT_TRUE(link.starts_with("https://standby.test/")) << link;
        const auto token = tokens.verify(link.substr(link.rfind('/') + 1), now);
        ASSERT_TRUE(token) << link;
        EXPECT_EQ(token->purpose, meant.purpose) << link;
        EXPECT_EQ(token->id, meant.id) << link;
        EXPECT_EQ(token->epoch, meant.epoch) << link;
        EXPECT_EQ(token->address, meant.address) << link;
    }
    EXPECT_EQ(links.at("/v1/callbacks/mail"), "https://standby.test/v1/callbacks/mail");
    EXPECT_EQ(links.status(reader), links.status(reader));
}

TEST(SignedLinks, FindTheFullLinkBehindAShortOne) {
    const TokenSigner tokens = signer({secret(1, 0x11)});
    const SignedLinks links(tokens, "https://standby.test", [] { return now; });
    const core::EntryId entry = core::entry_id(core::ResourceNumber{1}, 2);
    const core::OfferId offer = core::offer_id(core::ResourceNumber{1}, core::OfferNumber{3});
    const engine::LinkReader reader{.entry = entry, .epoch = 7};
    const std::string status = links.short_status(reader);
    ASSERT_TRUE(status.starts_with("https://standby.test/s/")) << status;
    const auto full = links.behind(status.substr(status.rfind('/') + 1));
    ASSERT_TRUE(full);
    EXPECT_TRUE(full->starts_with("https://standby.test/e/gt_"));
    EXPECT_EQ(tokens.verify(full->substr(full->rfind('/') + 1), now)->id, entry.value());
    EXPECT_EQ(tokens.verify(full->substr(full->rfind('/') + 1), now)->epoch, 7U);
    const std::string short_offer = links.short_offer(offer, reader);
    const auto full_offer = links.behind(short_offer.substr(short_offer.rfind('/') + 1));
    ASSERT_TRUE(full_offer);
    EXPECT_TRUE(full_offer->starts_with("https://standby.test/o/gt_"));
    EXPECT_FALSE(links.behind("nonsense"));
}

}  // namespace
}  // namespace standby::http
