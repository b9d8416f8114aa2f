// Tests of session tokens, their cookie, and the table that finds them.
#include "http/auth/sessions.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

using engine::AccountNumber;
using engine::Member;
using engine::Role;

constexpr Time start = Time{std::chrono::hours{500'000}};

const std::vector<Member> members = {
    {.number = 1, .account = AccountNumber{1}, .role = Role::Owner},
    {.number = 2, .account = AccountNumber{4}, .role = Role::ReadOnly},
    {.number = 3, .account = AccountNumber{1}, .role = Role::Staff, .removed_at = start},
};

TEST(SessionToken, IsRandomAndKeptAsAHash) {
    const NewToken one = generate_token(session_mark);
    const NewToken two = generate_token(session_mark);
    EXPECT_NE(one.text, two.text);
    EXPECT_TRUE(one.text.starts_with("ss_"));
    EXPECT_EQ(one.text.size(), 46U);
    EXPECT_EQ(one.hash, hash_token(one.text));
    EXPECT_TRUE(generate_token(link_mark).text.starts_with("st_"));
}

TEST(SessionCookie, IsFoundAmongOthers) {
    EXPECT_EQ(find_session_cookie("__Host-standby=ss_a"), "ss_a");
    EXPECT_EQ(find_session_cookie("a=b; __Host-standby=ss_a; c=d"), "ss_a");
    EXPECT_EQ(find_session_cookie("a=b;__Host-standby=ss_a"), "ss_a");
    EXPECT_EQ(find_session_cookie("__Host-standby="), "");
    EXPECT_EQ(find_session_cookie(""), std::nullopt);
    EXPECT_EQ(find_session_cookie("standby=ss_a; x__Host-standby=ss_a"), std::nullopt);
    EXPECT_EQ(find_session_cookie("__Host-standby2=ss_a; ;;"), std::nullopt);
}

TEST(SessionCookie, IsForThisServerAlone) {
    EXPECT_EQ(session_cookie_text("ss_a", std::chrono::hours{1}),
              "__Host-standby=ss_a; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=3600");
    EXPECT_EQ(ended_session_cookie_text(),
              "__Host-standby=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0");
}

TEST(SessionRing, FindsWhoIsSignedIn) {
    const NewToken token = generate_token(session_mark);
    SessionRing ring;
    EXPECT_FALSE(ring.has_members());
    ring.replace(members, {make_session(token, 2, start)});
    EXPECT_TRUE(ring.has_members());
    const auto found = ring.find(token.text, start);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->caller, (Caller{AccountNumber{4}, Role::ReadOnly, 0, 2}));
    EXPECT_EQ(found->hash, token.hash);
    EXPECT_FALSE(ring.find(generate_token(session_mark).text, start));
    EXPECT_FALSE(ring.find("", start));
    EXPECT_FALSE(ring.find("ss_", start));
    EXPECT_FALSE(ring.find(std::string(10'000, 'a'), start));
}

TEST(SessionRing, ForgetsThoseWhoAreNotNamedAgainOrRemoved) {
    const NewToken kept = generate_token(session_mark);
    const NewToken gone = generate_token(session_mark);
    SessionRing ring;
    ring.replace(members, {make_session(kept, 1, start), make_session(gone, 3, start)});
    EXPECT_TRUE(ring.find(kept.text, start));
    EXPECT_FALSE(ring.find(gone.text, start)) << "of somebody who was removed";
    ring.replace(members, {});
    EXPECT_FALSE(ring.find(kept.text, start));
    ring.replace({members[2]}, {});
    EXPECT_FALSE(ring.has_members());
}

TEST(SessionRing, EndsAfterAWeekWithoutUse) {
    const NewToken token = generate_token(session_mark);
    SessionRing ring;
    ring.replace(members, {make_session(token, 1, start)});
    EXPECT_TRUE(ring.find(token.text, start + session_idle_max - Duration{1}));
    EXPECT_TRUE(ring.find(token.text, start + session_idle_max)) << "it was just used";
    EXPECT_FALSE(ring.find(token.text, start + 2 * session_idle_max));
}

TEST(SessionRing, EndsAfterAMonthHoweverMuchItIsUsed) {
    const NewToken token = generate_token(session_mark);
    SessionRing ring;
    ring.replace(members, {make_session(token, 1, start)});
    for (Time at = start; at < start + session_lifetime; at += std::chrono::days{3}) {
        EXPECT_TRUE(ring.find(token.text, at));
    }
    EXPECT_FALSE(ring.find(token.text, start + session_lifetime));
}

TEST(SessionRing, AsksForAWriteOnceAnHour) {
    const NewToken token = generate_token(session_mark);
    SessionRing ring;
    ring.replace(members, {make_session(token, 1, start)});
    EXPECT_FALSE(ring.find(token.text, start + std::chrono::minutes{59})->is_to_be_touched);
    EXPECT_TRUE(ring.find(token.text, start + std::chrono::minutes{60})->is_to_be_touched);
    EXPECT_FALSE(ring.find(token.text, start + std::chrono::minutes{61})->is_to_be_touched);
}

}  // namespace
}  // namespace standby::http
