// What staff write to guests: who gets it, who doesn't and why, and what strangers can't do with
// it.
#include "tests/routes/handler_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::http {
namespace {

using engine::Channel;
using ::testing::HasSubstr;
using ::testing::Not;

class StaffMessageRoutes : public Handlers {
protected:
    StaffMessageRoutes() {
        messenger.providers = {Channel::Mail};
        list = make_resource(R"({"name":"Yoga","kind":"seats","capacity":0})");
        mia = join(list, "mia@example.org").text("id");
        noor = join(list, "noor@example.org").text("id");
    }
    static std::string body_to(const std::vector<std::string>& entries,
                               std::string_view text = "We open at ten.") {
        std::string ids;
        for (const std::string& entry : entries) {
            ids += (ids.empty() ? "\"" : ",\"") + entry + "\"";
        }
        return R"({"entries":[)" + ids + R"(],"text":")" + std::string(text) + R"("})";
    }
    Told write_to(const std::vector<std::string>& entries, const std::string& key = "") {
        std::vector<std::pair<std::string, std::string>> headers;
        if (!key.empty()) {
            headers.emplace_back("idempotency-key", key);
        }
        return ask("POST", path(), staff, body_to(entries), headers);
    }
    std::string path() const { return "/v1/resources/" + list + "/entries:message"; }
    static std::string skips(const std::string& entry, std::string_view reason) {
        return R"({"entry_id":")" + entry + R"(","reason":")" + std::string(reason) + R"("})";
    }
    std::size_t queued() const {
        std::size_t count = 0;
        for (const store::MemoryMessage& one : store.content().outbox) {
            count += one.listing.row.kind == engine::MessageKind::StaffMessage ? 1 : 0;
        }
        return count;
    }

    // An entry of a list that there isn't.
    const std::string nobody = core::format_id(core::entry_id(core::ResourceNumber{99}, 1));
    std::string list;
    std::string mia;
    std::string noor;
};

TEST_F(StaffMessageRoutes, WriteToEachOnce) {
    const Told told = write_to({mia, noor, mia});
    EXPECT_EQ(told.status(), 202) << told.response.body;
    EXPECT_EQ(told.response.body, R"({"recipients":2,"skipped":[],"left_today":1998})");
    EXPECT_EQ(queued(), 2U);
    const auto kept = store.staff_message(1).value();
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->text, "We open at ten.");
    const std::string trail = ask("GET", "/v1/audit", owner).response.body;
    EXPECT_THAT(trail, HasSubstr("guests_written_to"));
    EXPECT_THAT(trail, Not(HasSubstr("We open")));
}

TEST_F(StaffMessageRoutes, SayWhoIsLeftOutAndWhy) {
    const std::string other = make_resource(R"({"name":"Pilates","kind":"seats","capacity":0})");
    const std::string elsewhere = join(other, "zoe@example.org").text("id");
    const std::string left = join(list, "lea@example.org").text("id");
    EXPECT_EQ(ask("DELETE", "/v1/waitlist/" + left, staff).status(), 200);
    const std::string by_phone = ask("POST", "/v1/resources/" + list + "/waitlist:join", staff,
                                     R"({"phone":"+436601234567"})")
                                     .text("id");
    const std::string nowhere =
        ask("POST", "/v1/resources/" + list + "/waitlist:join", staff, R"({"user_id":"u1"})")
            .text("id");
    ASSERT_TRUE(store.opt_out({.address = contacts->email("noor@example.org"),
                               .source = engine::OptOutSource::Unsubscribed,
                               .at = start}));
    const Told told = write_to({mia, elsewhere, left, by_phone, nowhere, noor, nobody});
    EXPECT_EQ(told.status(), 202) << told.response.body;
    EXPECT_THAT(told.response.body, HasSubstr(R"("recipients":1,)"));
    EXPECT_THAT(told.response.body, HasSubstr(skips(elsewhere, "not_on_list")));
    EXPECT_THAT(told.response.body, HasSubstr(skips(left, "ended")));
    EXPECT_THAT(told.response.body, HasSubstr(skips(by_phone, "no_channel")));
    EXPECT_THAT(told.response.body, HasSubstr(skips(nowhere, "no_address")));
    EXPECT_THAT(told.response.body, HasSubstr(skips(noor, "stopped")));
    EXPECT_THAT(told.response.body, HasSubstr(R"("reason":"not_on_list"}],"left_today")"));
    EXPECT_EQ(queued(), 1U);
    messenger.providers.insert(Channel::Sms);
    EXPECT_THAT(write_to({by_phone}).response.body, HasSubstr(R"("recipients":1,)"));
}

// Approved words would leave out what staff say, so it would stay on a page that nobody opens.
TEST_F(StaffMessageRoutes, OnWhatsAppAloneOnlyThoseWhoWroteLatelyAreReached) {
    messenger.providers = {Channel::WhatsApp};
    const std::string phone = "+436601234567";
    const std::string by_phone = ask("POST", "/v1/resources/" + list + "/waitlist:join", staff,
                                     R"({"phone":")" + phone + R"("})")
                                     .text("id");
    EXPECT_THAT(write_to({by_phone}).response.body,
                HasSubstr(skips(by_phone, "silent_on_whatsapp")));
    ASSERT_TRUE(store.note_whatsapp(contacts->phone(phone), engine::WhatsAppNews::Heard,
                                    gateway.time));
    EXPECT_THAT(write_to({by_phone}).response.body, HasSubstr(R"("recipients":1,)"));
    gateway.time += std::chrono::hours{24};
    EXPECT_THAT(write_to({by_phone}).response.body,
                HasSubstr(skips(by_phone, "silent_on_whatsapp")));
    messenger.providers.insert(Channel::Sms);
    EXPECT_THAT(write_to({by_phone}).response.body, HasSubstr(R"("recipients":1,)"));
}

TEST_F(StaffMessageRoutes, NeverWriteToAnAddressThatNobodyConfirmed) {
    list = make_resource(
        R"({"name":"Yoga","kind":"seats","capacity":0,"rules":{"verify_email":true}})");
    join(list, "mia@example.org");
    const std::string typed = core::format_id(
        core::entry_id(core::parse_resource_id(list).value_or(core::ResourceNumber{}), 1));
    const Told told = write_to({typed});
    EXPECT_EQ(told.status(), 202);
    EXPECT_THAT(told.response.body, HasSubstr(skips(typed, "unconfirmed")));
    EXPECT_EQ(queued(), 0U);
}

TEST_F(StaffMessageRoutes, ABrokenAddressIsNotAStop) {
    ASSERT_TRUE(store.opt_out({.address = contacts->email("noor@example.org"),
                               .source = engine::OptOutSource::Unreachable,
                               .at = start}));
    EXPECT_THAT(write_to({noor}).response.body, HasSubstr(skips(noor, "bounced")));
}

TEST_F(StaffMessageRoutes, AreThreeADayPerGuest) {
    for (int count = 0; count < 3; ++count) {
        EXPECT_THAT(write_to({mia}).response.body, HasSubstr(R"("recipients":1,)"));
    }
    const Told fourth = write_to({mia, noor});
    EXPECT_THAT(fourth.response.body, HasSubstr(R"("recipients":1,)"));
    EXPECT_THAT(fourth.response.body, HasSubstr(skips(mia, "guest_limit")));
    gateway.time += std::chrono::hours{25};
    EXPECT_THAT(write_to({mia}).response.body, HasSubstr(R"("recipients":1,)"));
}

TEST_F(StaffMessageRoutes, RepeatedUnderAKeyAreSentOnce) {
    const Told first = write_to({mia}, "one");
    const Told again = write_to({mia}, "one");
    EXPECT_EQ(first.status(), 202);
    EXPECT_EQ(again.status(), 202);
    EXPECT_EQ(again.response.body, first.response.body);
    EXPECT_EQ(again.header("Idempotent-Replayed"), "true");
    EXPECT_EQ(write_to({noor}, "one").status(), 422);
    EXPECT_EQ(queued(), 1U);
    // A new process knows nothing of the answer, but the message is there.
    make_api({});
    EXPECT_EQ(write_to({mia}, "one").status(), 202);
    EXPECT_EQ(write_to({noor}, "one").status(), 422);
    EXPECT_EQ(queued(), 1U);
}

TEST_F(StaffMessageRoutes, RefuseWhatCannotBeSentAndSendNothing) {
    const auto field = [&](const std::string& body) {
        const Told told = ask("POST", path(), staff, body);
        EXPECT_EQ(told.status(), 422) << body;
        return told.response.body;
    };
    const std::string long_text(1'001, 'x');
    EXPECT_THAT(field(body_to({mia}, " \\n ")), HasSubstr(R"("field":"text")"));
    EXPECT_THAT(field(body_to({mia}, long_text)), HasSubstr(R"("field":"text")"));
    EXPECT_THAT(field(body_to({mia}, "bell \\u0007")), HasSubstr(R"("field":"text")"));
    EXPECT_THAT(field(R"({"entries":[")" + mia + R"("]})"), HasSubstr(R"("field":"text")"));
    EXPECT_THAT(field(body_to({})), HasSubstr(R"("field":"entries")"));
    EXPECT_THAT(field(body_to(std::vector<std::string>(501, mia))),
                HasSubstr(R"("field":"entries")"));
    EXPECT_THAT(field(body_to({mia, "off_1"})), HasSubstr(R"("field":"entries[1]")"));
    EXPECT_THAT(field(R"({"entries":[")" + mia + R"("],"text":"Hi","subject":"a\nb"})"),
                HasSubstr(R"("field":"subject")"));
    EXPECT_THAT(field(R"({"entries":[")" + mia + R"("],"text":"Hi","cc":"x"})"),
                HasSubstr(R"("field":"cc")"));
    EXPECT_EQ(ask("POST", path(), staff, "{").status(), 400);
    EXPECT_EQ(queued(), 0U);
    EXPECT_FALSE(store.staff_message(1).value());
}

TEST_F(StaffMessageRoutes, AreForStaffOfTheList) {
    EXPECT_EQ(ask("POST", path(), reader, body_to({mia})).status(), 403);
    EXPECT_EQ(ask("POST", path(), foreign, body_to({mia})).status(), 404);
    EXPECT_EQ(ask("POST", path(), {}, body_to({mia})).status(), 401);
    EXPECT_EQ(ask("POST", path() + "-preview", foreign, body_to({mia})).status(), 404);
    EXPECT_EQ(ask("POST", "/v1/resources/res_999/entries:message", staff, body_to({mia})).status(),
              404);
    EXPECT_EQ(queued(), 0U);
}

TEST_F(StaffMessageRoutes, APreviewTellsAllOfItAndSendsNothing) {
    const Told told = ask("POST", path() + "-preview", staff, body_to({mia, nobody}));
    EXPECT_EQ(told.status(), 200) << told.response.body;
    EXPECT_THAT(told.response.body, HasSubstr(R"("recipients":1,)"));
    EXPECT_THAT(told.response.body, HasSubstr(R"("reason":"not_on_list")"));
    EXPECT_THAT(told.response.body,
                HasSubstr(R"("mail":{"subject":null,"text":"We open at ten.")"));
    EXPECT_THAT(told.response.body, HasSubstr(R"("sms":null)"));
    EXPECT_EQ(messenger.previewed_for, "standby") << "the account's own, where none is set";
    const Told draft = ask("POST", path() + "-preview", staff, R"({"entries":[")" + mia + R"("]})");
    EXPECT_EQ(draft.status(), 200) << "nothing is typed yet";
    EXPECT_THAT(draft.response.body, HasSubstr(R"("mail":null)"));
    EXPECT_EQ(queued(), 0U);
    EXPECT_FALSE(store.staff_message(1).value());
}

TEST_F(StaffMessageRoutes, APreviewIsInTheLanguageOfMostWhoGetIt) {
    std::vector<std::string> guests{mia};
    for (const std::string_view address : {"ada@example.org", "ben@example.org"}) {
        guests.push_back(ask("POST", "/v1/resources/" + list + "/waitlist:join", staff,
                             R"({"locale":"de","email":")" + std::string(address) + R"("})")
                             .text("id"));
    }
    EXPECT_EQ(ask("POST", path() + "-preview", staff, body_to(guests)).status(), 200);
    EXPECT_EQ(messenger.previewed_in, "de");
    EXPECT_EQ(ask("POST", path() + "-preview", staff, body_to({mia})).status(), 200);
    EXPECT_EQ(messenger.previewed_in, "") << "which means the business's own";
}

// Whoever joins must be reachable, and stays so.
TEST_F(StaffMessageRoutes, AGuestKeepsAnAddressThatIsWrittenTo) {
    const Told joined = join(list, "zoe@example.org");
    const std::string entry = "/v1/waitlist/" + joined.text("id");
    const std::string token = joined.text("token");
    const std::string by_phone = R"({"email":null,"phone":"+436601234567"})";
    const Told refused = ask("PATCH", entry, token, by_phone);
    EXPECT_EQ(refused.status(), 422) << refused.response.body;
    EXPECT_THAT(refused.response.body, HasSubstr(R"("field":"email")"));
    EXPECT_EQ(ask("PATCH", entry, token, R"({"phone":"+436601234567"})").status(), 200);
    EXPECT_EQ(ask("PATCH", entry, staff, by_phone).status(), 200) << "staff call them";
}

}  // namespace
}  // namespace standby::http
