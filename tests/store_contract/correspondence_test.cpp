// Houses, their wordings, and who must not be written to.
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace standby::store {
namespace {

using core::ContactKey;
using engine::AccountNumber;
using engine::Channel;
using engine::House;
using engine::MessageKind;
using engine::OptOut;
using engine::OptOutSource;
using engine::VoiceKey;
using engine::VoiceVersion;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr AccountNumber one{1};
constexpr AccountNumber two{2};

House full_house(AccountNumber account) {
    return {.account = account,
            .name = "Zoë's Café",
            .reply_to = "zoe@example.org",
            .staff_email = "staff@example.org",
            .staff_phone = "+4930901820",
            .address = "1 Main Street\nBerlin",
            .locale = "de",
            .consent_text = "Ich möchte Nachrichten.",
            .channels = engine::ChannelRule::Both,
            .open_tracking = true,
            .monthly_summary = false,
            .event_reminder = std::chrono::minutes{90},
            .rate = 0.125,
            .webhook_url = "https://example.org/hook",
            .webhook_secret = bytes_of(std::string("\0secret\xff", 8)),
            .webhook_format = engine::WebhookFormat::CloudEvents,
            .time_zone = "Europe/Berlin",
            .widget_origins = {"https://a.example", "https://b.example:8443"},
            .text_countries = {"DE", "AT"},
            .phone_region = "AT",
            .captcha = engine::CaptchaKind::Turnstile,
            .captcha_site_key = "0x4AAA",
            .captcha_secret = "0x4BBB",
            .keep_people = std::chrono::days{400},
            .keep_messages = std::chrono::days{30},
            .keep_histories = std::chrono::days{900}};
}

VoiceVersion wording(const VoiceKey& key, std::string text, Time made_at) {
    return {
        .draft = {.key = key, .subject = "Für {{name}}", .text = std::move(text), .button = "Ja"},
        .made_at = made_at,
        .made_by = 3,
        .made_by_member = 9};
}

template <class UnderTest>
class CorrespondenceContract : public StoreContract<UnderTest> {};
TYPED_TEST_SUITE(CorrespondenceContract, Stores);

TYPED_TEST(CorrespondenceContract, EveryAccountHasAHouse) {
    EXPECT_EQ(this->registry().house(two).value(), House{.account = two});
    EXPECT_THAT(this->registry().houses().value(), IsEmpty());
    ASSERT_TRUE(this->registry().create_account("One", at(1)));
    ASSERT_TRUE(this->registry().create_account("Two", at(1)));
    EXPECT_THAT(this->registry().houses().value(),
                ElementsAre(House{.account = one}, House{.account = two}));
}

TYPED_TEST(CorrespondenceContract, KeepsAHouseAsItWasSavedLast) {
    ASSERT_TRUE(this->registry().create_account("One", at(1)));
    ASSERT_TRUE(this->registry().create_account("Two", at(1)));
    ASSERT_TRUE(this->registry().save_house({.account = two, .name = "Old"}, at(2)));
    ASSERT_TRUE(this->registry().save_house(full_house(two), at(3)));
    this->restart();
    EXPECT_EQ(this->registry().house(two).value(), full_house(two));
    EXPECT_EQ(this->registry().house(one).value(), House{.account = one});
    EXPECT_THAT(this->registry().houses().value(),
                ElementsAre(House{.account = one}, full_house(two)));
}

TYPED_TEST(CorrespondenceContract, NumbersTheVersionsOfAWording) {
    const VoiceKey offer{.kind = MessageKind::Offer, .channel = Channel::Mail, .locale = "de"};
    const VoiceKey reply{
        .kind = MessageKind::ReplyStarted, .channel = Channel::Sms, .locale = "de"};
    VoiceVersion first = wording(offer, "Eins", at(1));
    VoiceVersion second = wording(offer, "Zwei", at(2));
    EXPECT_EQ(this->registry().save_voice(one, first).value().version, 1u);
    EXPECT_EQ(this->registry().save_voice(one, second).value().version, 2u);
    EXPECT_EQ(this->registry().save_voice(two, first).value().version, 1u);
    EXPECT_EQ(this->registry().save_voice(one, wording(reply, "Ja", at(3))).value().version, 1u);
    this->restart();
    first.version = 1;
    second.version = 2;
    EXPECT_THAT(this->registry().voice_versions(one, offer).value(), ElementsAre(first, second));
    EXPECT_THAT(this->registry().voice_versions(two, offer).value(), ElementsAre(first));
    EXPECT_THAT(this->registry().voice_versions(two, reply).value(), IsEmpty());
    EXPECT_EQ(this->registry().save_voice(one, first).value().version, 3u)
        << "whatever the number it came with";
}

TYPED_TEST(CorrespondenceContract, TheLastVersionIsInForce) {
    const VoiceKey mail{.kind = MessageKind::Offer, .channel = Channel::Mail, .locale = "de"};
    const VoiceKey sms{.kind = MessageKind::Offer, .channel = Channel::Sms, .locale = "de"};
    const VoiceKey english{.kind = MessageKind::Offer, .channel = Channel::Mail, .locale = "en"};
    const VoiceKey verify{.kind = MessageKind::Verify, .channel = Channel::Mail, .locale = "fr"};
    for (const VoiceKey& key : {sms, english, mail, verify, mail}) {
        ASSERT_TRUE(this->registry().save_voice(one, wording(key, "Text", at(1))));
    }
    const VoiceVersion back{.draft = {.key = english}, .is_default = true, .made_at = at(2)};
    ASSERT_EQ(this->registry().save_voice(one, back).value().version, 2u);
    this->restart();
    VoiceVersion of_verify = wording(verify, "Text", at(1));
    of_verify.version = 1;
    VoiceVersion of_mail = wording(mail, "Text", at(1));
    of_mail.version = 2;
    VoiceVersion of_sms = wording(sms, "Text", at(1));
    of_sms.version = 1;
    EXPECT_THAT(this->registry().voice(one).value(), ElementsAre(of_verify, of_mail, of_sms));
    EXPECT_THAT(this->registry().voice(two).value(), IsEmpty());
    ASSERT_EQ(this->registry().voice_versions(one, english).value().size(), 2u);
    EXPECT_TRUE(this->registry().voice_versions(one, english).value()[1].is_default);
    EXPECT_EQ(this->registry().save_voice(one, wording(english, "New", at(3))).value().version, 3u);
    EXPECT_EQ(this->registry().voice(one).value().size(), 4u);
}

TYPED_TEST(CorrespondenceContract, HonoursOptOuts) {
    const ContactKey ada{0xffff'ffff'ffff'fff0};
    const ContactKey eve{5};
    const OptOut stop{.address = ada, .source = OptOutSource::Stop, .at = at(1)};
    const OptOut complaint{.address = eve, .source = OptOutSource::Complained, .at = at(2)};
    EXPECT_EQ(this->registry().opt_out(stop).value(), true);
    EXPECT_EQ(this->registry().opt_out(complaint).value(), true);
    EXPECT_EQ(this->registry()
                  .opt_out({.address = ada, .source = OptOutSource::Staff, .at = at(3)})
                  .value(),
              false);
    this->restart();
    const std::vector<ContactKey> all{ada, ContactKey{7}, eve, ada};
    EXPECT_THAT(this->registry().opt_outs(all).value(), ElementsAre(complaint, stop))
        << "the first reason stays";
    EXPECT_THAT(this->registry().opt_outs({}).value(), IsEmpty());
    EXPECT_EQ(this->registry().opt_in(ada, {}).value(), true);
    EXPECT_EQ(this->registry().opt_in(ada, {}).value(), false);
    EXPECT_THAT(this->registry().opt_outs(all).value(), ElementsAre(complaint));
    EXPECT_EQ(this->registry().opt_out(stop).value(), true) << "and again";
}

TYPED_TEST(CorrespondenceContract, TellsOptOutsOfOneAccountFromThoseOfAll) {
    const ContactKey ada{7};
    const OptOut of_one{
        .address = ada, .source = OptOutSource::Unsubscribed, .at = at(1), .account = one};
    const OptOut of_two{.address = ada, .source = OptOutSource::Stop, .at = at(2), .account = two};
    const OptOut of_all{.address = ada, .source = OptOutSource::Unreachable, .at = at(3)};
    for (const OptOut& opt_out : {of_two, of_one, of_all}) {
        EXPECT_EQ(this->registry().opt_out(opt_out).value(), true);
        EXPECT_EQ(this->registry().opt_out(opt_out).value(), false);
    }
    this->restart();
    EXPECT_THAT(this->registry().opt_outs(std::array{ada}).value(),
                ElementsAre(of_all, of_one, of_two));
    EXPECT_TRUE(engine::counts_for(of_all, two));
    EXPECT_FALSE(engine::counts_for(of_one, two));
    EXPECT_EQ(this->registry().opt_in(ada, one).value(), true);
    EXPECT_EQ(this->registry().opt_in(ada, one).value(), false);
    EXPECT_EQ(this->registry().opt_in(ada, {}).value(), true);
    EXPECT_THAT(this->registry().opt_outs(std::array{ada}).value(), ElementsAre(of_two));
}

TYPED_TEST(CorrespondenceContract, FindsOptOutsAmongAnyNumberOfAddresses) {
    std::vector<OptOut> expected;
    for (std::uint64_t number = 3; number <= 99; number += 3) {
        expected.push_back(
            {.address = ContactKey{number}, .source = OptOutSource::Stop, .at = at(1)});
        ASSERT_TRUE(this->registry().opt_out(expected.back()));
    }
    for (const std::uint64_t count : {1u, 15u, 16u, 17u, 32u, 99u}) {
        std::vector<ContactKey> asked;
        for (std::uint64_t number = count; number > 0; --number) {
            asked.push_back(ContactKey{number});
        }
        asked.push_back(asked.front());
        EXPECT_EQ(this->registry().opt_outs(asked).value(),
                  std::vector(expected.begin(),
                              expected.begin() + static_cast<std::ptrdiff_t>(count / 3)))
            << count;
    }
}

TYPED_TEST(CorrespondenceContract, RemembersNumbersOnWhatsAppForAWhile) {
    using engine::WhatsAppNews;
    using engine::WhatsAppNumber;
    const ContactKey ada{0xffff'ffff'ffff'fff0};
    const ContactKey eve{5};
    const auto note = [&](ContactKey address, WhatsAppNews news, Time now) {
        EXPECT_TRUE(this->registry().note_whatsapp(address, news, now).has_value());
    };
    const auto known = [&] {
        return this->registry().whatsapp_numbers(std::array{ada, eve, ContactKey{7}, ada}).value();
    };
    note(ada, WhatsAppNews::Closed, at(1));
    EXPECT_THAT(known(), IsEmpty());
    note(ada, WhatsAppNews::Heard, at(2));
    note(eve, WhatsAppNews::Absent, at(3));
    this->restart();
    EXPECT_THAT(known(), ElementsAre(WhatsAppNumber{.address = eve, .absent_at = at(3)},
                                     WhatsAppNumber{.address = ada, .heard_at = at(2)}));
    note(ada, WhatsAppNews::Heard, at(1));
    EXPECT_EQ(known().back().heard_at, at(2)) << "what came late is older";
    note(eve, WhatsAppNews::Heard, at(4));
    EXPECT_EQ(known().front(), (WhatsAppNumber{.address = eve, .heard_at = at(4)}))
        << "whoever writes is there";
    note(ada, WhatsAppNews::Closed, at(5));
    EXPECT_EQ(known().back().heard_at, Time{});
    EXPECT_EQ(this->registry().drop_whatsapp_numbers(at(4)).value(), 1U);
    EXPECT_THAT(known(), ElementsAre(WhatsAppNumber{.address = eve, .heard_at = at(4)}));
    EXPECT_THAT(this->registry().whatsapp_numbers({}).value(), IsEmpty());
}

TYPED_TEST(CorrespondenceContract, SomeonesOwnWordCountsMoreThanABounce) {
    const ContactKey address{77};
    const auto reason = [&] {
        return this->registry().opt_outs(std::array{address})->at(0).source;
    };
    ASSERT_TRUE(*this->registry().opt_out({address, OptOutSource::Unreachable, Time{}}));
    EXPECT_TRUE(*this->registry().opt_out({address, OptOutSource::Stop, Time{}}));
    EXPECT_EQ(reason(), OptOutSource::Stop);
    EXPECT_FALSE(*this->registry().opt_out({address, OptOutSource::Unreachable, Time{}}));
    EXPECT_FALSE(*this->registry().opt_out({address, OptOutSource::Unsubscribed, Time{}}));
    EXPECT_EQ(reason(), OptOutSource::Stop);
}

}  // namespace
}  // namespace standby::store
