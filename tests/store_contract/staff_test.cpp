// Members, their sessions and one-time links.
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>

namespace standby::store {
namespace {

using engine::AccountNumber;
using engine::LinkPurpose;
using engine::LinkUse;
using engine::Member;
using engine::OneTimeLink;
using engine::Role;
using engine::StaffError;
using engine::StaffRefusal;
using engine::StaffSession;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr AccountNumber one{1};
constexpr AccountNumber two{2};

Sha256Digest digest(std::uint8_t number) {
    Sha256Digest hash{};
    hash.back() = std::byte{number};
    return hash;
}

StaffSession session(std::uint8_t number, std::uint64_t member = 0, Time begin = at(10)) {
    return {.hash = digest(number),
            .member = member,
            .created_at = begin,
            .last_seen_at = begin,
            .expires_at = begin + std::chrono::hours{24}};
}

OneTimeLink link(std::uint8_t number, LinkPurpose purpose, std::string email = "") {
    return {.hash = digest(number),
            .purpose = purpose,
            .account = one,
            .name = "Zoë",
            .email = std::move(email),
            .role = Role::Owner,
            .created_at = at(1),
            .expires_at = at(1) + std::chrono::hours{24}};
}

template <class UnderTest>
class StaffContract : public StoreContract<UnderTest> {
protected:
    // A member with this address, signed in under a session of the same number.
    Member add_member(std::uint8_t number, const std::string& email, Role role = Role::Owner,
                      AccountNumber account = one) {
        OneTimeLink invitation = link(number, LinkPurpose::Invite, email);
        invitation.role = role;
        invitation.account = account;
        EXPECT_TRUE(this->registry().add_link(invitation));
        return this->registry().use_link(use(number)).value().member;
    }
    static LinkUse use(std::uint8_t number) {
        return {.hash = digest(number),
                .name = {},
                .email = {},
                .password_hash = "$argon2id$hash",
                .session = session(number),
                .now = at(10)};
    }
    StaffRefusal refusal(const auto& result) {
        EXPECT_FALSE(result.has_value());
        return std::get<StaffRefusal>(result.error());
    }
    std::vector<Sha256Digest> signed_in() {
        std::vector<Sha256Digest> hashes;
        const std::vector<StaffSession> sessions = this->registry().sessions().value();
        for (const StaffSession& each : sessions) {
            hashes.push_back(each.hash);
        }
        return hashes;
    }
};
TYPED_TEST_SUITE(StaffContract, Stores);

TYPED_TEST(StaffContract, ASetUpLinkMakesAnOwnerOnce) {
    ASSERT_EQ(this->registry().add_link(link(1, LinkPurpose::Setup)).value().number, 1u);
    LinkUse use = this->use(1);
    use.name = "Noor";
    use.email = "noor@example.org";
    const auto used = this->registry().use_link(use);
    ASSERT_TRUE(used);
    const Member noor{.number = 1,
                      .account = one,
                      .name = "Noor",
                      .email = "noor@example.org",
                      .role = Role::Owner,
                      .password_hash = "$argon2id$hash",
                      .created_at = at(10),
                      .last_seen_at = at(10)};
    EXPECT_EQ(used->member, noor);
    EXPECT_EQ(used->purpose, LinkPurpose::Setup);
    EXPECT_EQ(used->session, session(1, 1));
    EXPECT_EQ(this->refusal(this->registry().use_link(use)), StaffRefusal::LinkUsed);
    this->restart();
    EXPECT_THAT(this->registry().members().value(), ElementsAre(noor));
    EXPECT_THAT(this->registry().sessions().value(), ElementsAre(session(1, 1)));
    EXPECT_EQ(this->registry().links().value().at(0).used_at, at(10));
    EXPECT_EQ(this->refusal(this->registry().use_link(use)), StaffRefusal::LinkUsed);
}

TYPED_TEST(StaffContract, ANewSetUpLinkKillsTheOneBefore) {
    ASSERT_TRUE(this->registry().add_link(link(1, LinkPurpose::Setup)));
    ASSERT_TRUE(this->registry().add_link(link(2, LinkPurpose::Setup)));
    EXPECT_EQ(this->refusal(this->registry().use_link(this->use(1))), StaffRefusal::LinkUsed);
    EXPECT_TRUE(this->registry().use_link(this->use(2)));
}

TYPED_TEST(StaffContract, ASetUpLinkIsDeadOnceSomeoneIsThere) {
    ASSERT_TRUE(this->registry().add_link(link(1, LinkPurpose::Setup)));
    this->add_member(2, "a@example.org");
    EXPECT_EQ(this->refusal(this->registry().use_link(this->use(1))), StaffRefusal::LinkUsed);
}

TYPED_TEST(StaffContract, LinksOfAPurposeThatOnlyANewerVersionKnowsAreInNobodysWay) {
    constexpr auto unknown =
        static_cast<LinkPurpose>(static_cast<unsigned>(LinkPurpose::Forgotten) + 1);
    ASSERT_TRUE(this->registry().add_link(link(1, unknown, "a@example.org")));
    ASSERT_TRUE(this->registry().add_link(link(2, LinkPurpose::Invite, "b@example.org")));
    const auto links = this->registry().links().value();
    ASSERT_THAT(links, SizeIs(1));
    EXPECT_EQ(links[0].email, "b@example.org");
}

TYPED_TEST(StaffContract, ALinkEndsInTime) {
    ASSERT_TRUE(this->registry().add_link(link(1, LinkPurpose::Invite, "a@example.org")));
    LinkUse late = this->use(1);
    late.now = at(1) + std::chrono::hours{24};
    EXPECT_EQ(this->refusal(this->registry().use_link(late)), StaffRefusal::LinkUsed);
    EXPECT_EQ(this->registry().end_link(1, late.now).value(), false);
    late.now -= Duration{1};
    EXPECT_TRUE(this->registry().use_link(late));
}

TYPED_TEST(StaffContract, AnInvitationCanBeTakenBackOrReplaced) {
    ASSERT_TRUE(this->registry().add_link(link(1, LinkPurpose::Invite)));
    EXPECT_EQ(this->registry().end_link(1, at(5)).value(), true);
    EXPECT_EQ(this->registry().end_link(1, at(6)).value(), false);
    EXPECT_EQ(this->registry().end_link(77, at(6)).value(), false);
    EXPECT_EQ(this->refusal(this->registry().use_link(this->use(1))), StaffRefusal::LinkUsed);
    ASSERT_TRUE(this->registry().add_link(link(2, LinkPurpose::Invite, "a@example.org")));
    ASSERT_TRUE(this->registry().add_link(link(3, LinkPurpose::Invite, "a@example.org")));
    ASSERT_TRUE(this->registry().add_link(link(4, LinkPurpose::Invite, "b@example.org")));
    EXPECT_EQ(this->refusal(this->registry().use_link(this->use(2))), StaffRefusal::LinkUsed);
    EXPECT_TRUE(this->registry().use_link(this->use(3)));
    EXPECT_TRUE(this->registry().use_link(this->use(4)));
}

TYPED_TEST(StaffContract, AnAddressBelongsToOneMemberOfTheWholeServer) {
    const Member first = this->add_member(1, "a@example.org");
    OneTimeLink elsewhere = link(2, LinkPurpose::Invite, "a@example.org");
    elsewhere.account = two;
    ASSERT_TRUE(this->registry().add_link(elsewhere));
    EXPECT_EQ(this->refusal(this->registry().use_link(this->use(2))), StaffRefusal::AddressTaken);
    EXPECT_EQ(this->registry().links().value().at(1).used_at, std::nullopt) << "it still works";
    LinkUse other = this->use(2);
    other.email = "b@example.org";
    const Member second = this->registry().use_link(other).value().member;
    EXPECT_EQ(this->refusal(this->registry().change_member(
                  {.number = second.number, .email = "a@example.org"})),
              StaffRefusal::AddressTaken);
    this->add_member(3, "c@example.org");
    ASSERT_TRUE(this->registry().remove_member(first.number, at(20)));
    EXPECT_TRUE(this->registry().change_member({.number = second.number, .email = "a@example.org"}))
        << "it is free again";
}

TYPED_TEST(StaffContract, AResetSetsThePasswordAndEndsWhatWasThere) {
    Member member = this->add_member(1, "a@example.org");
    ASSERT_TRUE(this->registry().begin_session(session(2, member.number), {}));
    ASSERT_TRUE(this->registry().change_member(
        {.number = member.number, .totp_secret = std::vector<std::byte>(20), .totp_last_step = 7}));
    OneTimeLink reset = link(3, LinkPurpose::Reset);
    reset.member = member.number;
    ASSERT_TRUE(this->registry().add_link(reset));
    LinkUse use = this->use(3);
    use.password_hash = "$argon2id$new";
    const auto used = this->registry().use_link(use);
    member.password_hash = "$argon2id$new";
    EXPECT_EQ(used.value().member, member);
    this->restart();
    EXPECT_THAT(this->registry().members().value(), ElementsAre(member));
    EXPECT_THAT(this->signed_in(), ElementsAre(digest(3)));
}

// Noor has an app on her phone and forgot her password.
TYPED_TEST(StaffContract, WhoForgotThePasswordGetsALinkAndKeepsTheApp) {
    const Member noor = this->add_member(1, "noor@example.org");
    ASSERT_TRUE(this->registry().change_member(
        {.number = noor.number, .totp_secret = std::vector<std::byte>(20), .totp_last_step = 5}));
    OneTimeLink asked = link(2, LinkPurpose::Forgotten);
    asked.member = noor.number;
    EXPECT_EQ(this->registry().tell_forgotten(asked, "203.0.113.7"), true);
    const auto notices = this->registry().notices(at(0)).value();
    ASSERT_THAT(notices, SizeIs(1));
    EXPECT_EQ(notices[0].kind, engine::NoticeKind::PasswordForgotten);
    EXPECT_EQ(notices[0].email, "noor@example.org");
    EXPECT_EQ(notices[0].at, asked.created_at);
    // Not again within a minute, and not for anybody who isn't there.
    OneTimeLink again = link(3, LinkPurpose::Forgotten);
    again.member = noor.number;
    again.created_at = asked.created_at + std::chrono::seconds{59};
    EXPECT_EQ(this->registry().tell_forgotten(again, ""), false);
    again.created_at = asked.created_at + std::chrono::hours{1};
    again.member = 77;
    EXPECT_EQ(this->registry().tell_forgotten(again, ""), false);
    this->restart();
    LinkUse use = this->use(2);
    use.password_hash = "new";
    use.proof.totp_step = 5;
    EXPECT_EQ(this->refusal(this->registry().use_link(use)), StaffRefusal::CodeUsed);
    use.proof.totp_step = 6;
    const auto used = this->registry().use_link(use);
    ASSERT_TRUE(used);
    EXPECT_EQ(used->purpose, LinkPurpose::Forgotten);
    EXPECT_EQ(used->member.password_hash, "new");
    EXPECT_THAT(used->member.totp_secret, SizeIs(20));
    EXPECT_THAT(this->signed_in(), ElementsAre(digest(2)));
    EXPECT_EQ(this->registry().notices(at(0)).value().back().kind,
              engine::NoticeKind::PasswordChanged);
    EXPECT_EQ(this->refusal(this->registry().use_link(use)), StaffRefusal::LinkUsed);
}

TYPED_TEST(StaffContract, ALaterRequestReplacesTheLinkBefore) {
    const Member noor = this->add_member(1, "noor@example.org");
    for (const std::uint8_t number : std::array<std::uint8_t, 2>{2, 3}) {
        OneTimeLink asked = link(number, LinkPurpose::Forgotten);
        asked.member = noor.number;
        asked.created_at = at(1) + std::chrono::minutes{number};
        EXPECT_EQ(this->registry().tell_forgotten(asked, ""), true);
    }
    EXPECT_EQ(this->refusal(this->registry().use_link(this->use(2))), StaffRefusal::LinkUsed);
    EXPECT_TRUE(this->registry().use_link(this->use(3)));
}

TYPED_TEST(StaffContract, SessionsBeginAreSeenAndEnd) {
    const Member member = this->add_member(1, "a@example.org");
    ASSERT_TRUE(this->registry().begin_session(session(2, member.number, at(11)), {}));
    ASSERT_TRUE(this->registry().begin_session(session(3, member.number, at(12)), {}));
    ASSERT_TRUE(this->registry().touch_session(digest(2), at(50)));
    this->restart();
    EXPECT_THAT(this->signed_in(), ElementsAre(digest(1), digest(2), digest(3)));
    EXPECT_EQ(this->registry().sessions().value().at(1).last_seen_at, at(50));
    EXPECT_EQ(this->registry().members().value().at(0).last_seen_at, at(50));
    EXPECT_EQ(this->registry().end_session(digest(2)).value(), true);
    EXPECT_EQ(this->registry().end_session(digest(2)).value(), false);
    EXPECT_THAT(this->signed_in(), ElementsAre(digest(1), digest(3)));
    ASSERT_TRUE(this->registry().end_sessions(member.number));
    EXPECT_THAT(this->signed_in(), IsEmpty());
    EXPECT_EQ(this->refusal(this->registry().begin_session(session(4, 99), {})),
              StaffRefusal::NoSuchMember);
}

TYPED_TEST(StaffContract, ANewSessionSweepsUpOldOnes) {
    const Member member = this->add_member(1, "a@example.org");
    const Time later = at(10) + std::chrono::hours{24};
    ASSERT_TRUE(this->registry().begin_session(session(2, member.number, later), {}));
    EXPECT_THAT(this->signed_in(), ElementsAre(digest(2)));
    for (std::uint8_t number = 3; number < 60; ++number) {
        ASSERT_TRUE(this->registry().begin_session(session(number, member.number, later), {}));
    }
    EXPECT_THAT(this->signed_in(), SizeIs(engine::sessions_per_member_max));
    EXPECT_EQ(this->signed_in().back(), digest(59));
    EXPECT_EQ(this->signed_in().front(), digest(10));
}

TYPED_TEST(StaffContract, AStepOfTheAppCountsOnce) {
    const Member member = this->add_member(1, "a@example.org");
    EXPECT_TRUE(this->registry().begin_session(session(2, member.number),
                                               {.totp_step = 100, .recovery_code = {}}));
    EXPECT_EQ(this->refusal(this->registry().begin_session(
                  session(3, member.number), {.totp_step = 100, .recovery_code = {}})),
              StaffRefusal::CodeUsed);
    EXPECT_EQ(this->refusal(this->registry().begin_session(session(3, member.number),
                                                           {.totp_step = 99, .recovery_code = {}})),
              StaffRefusal::CodeUsed);
    EXPECT_TRUE(this->registry().begin_session(session(3, member.number),
                                               {.totp_step = 101, .recovery_code = {}}));
    this->restart();
    EXPECT_EQ(this->registry().members().value().at(0).totp_last_step, 101u);
    EXPECT_THAT(this->signed_in(), SizeIs(3));
}

TYPED_TEST(StaffContract, AChangeKeepsWhatItDoesNotName) {
    Member member = this->add_member(1, "a@example.org");
    ASSERT_TRUE(this->registry().begin_session(session(2, member.number), {}));
    member.name = "Ada";
    EXPECT_EQ(this->registry().change_member({.number = member.number, .name = "Ada"}).value(),
              member);
    member.password_hash = "$argon2id$new";
    member.totp_secret = std::vector<std::byte>{std::byte{0}, std::byte{255}};
    EXPECT_EQ(this->registry()
                  .change_member({.number = member.number,
                                  .password_hash = "$argon2id$new",
                                  .totp_secret = member.totp_secret,
                                  .only_session = digest(2)})
                  .value(),
              member);
    this->restart();
    EXPECT_THAT(this->registry().members().value(), ElementsAre(member));
    EXPECT_THAT(this->signed_in(), ElementsAre(digest(2)));
    EXPECT_EQ(this->refusal(this->registry().change_member({.number = 9, .name = "x"})),
              StaffRefusal::NoSuchMember);
}

TYPED_TEST(StaffContract, WhoIsRemovedIsOutAndForgotten) {
    this->add_member(1, "owner@example.org");
    const Member member = this->add_member(2, "a@example.org", Role::Staff);
    OneTimeLink reset = link(3, LinkPurpose::Reset);
    reset.member = member.number;
    ASSERT_TRUE(this->registry().add_link(reset));
    const Member removed = this->registry().remove_member(member.number, at(30)).value();
    EXPECT_EQ(removed.removed_at, at(30));
    EXPECT_EQ(removed.password_hash, "");
    EXPECT_THAT(this->signed_in(), ElementsAre(digest(1)));
    EXPECT_EQ(this->refusal(this->registry().use_link(this->use(3))), StaffRefusal::LinkUsed);
    EXPECT_EQ(this->refusal(this->registry().remove_member(member.number, at(31))),
              StaffRefusal::NoSuchMember);
    EXPECT_EQ(this->refusal(this->registry().begin_session(session(4, member.number), {})),
              StaffRefusal::NoSuchMember);
    this->restart();
    EXPECT_EQ(this->registry().members().value().at(1), removed);
}

TYPED_TEST(StaffContract, TheLastOwnerWhoCanSignInStays) {
    const Member first = this->add_member(1, "a@example.org");
    EXPECT_EQ(this->refusal(this->registry().remove_member(first.number, at(20))),
              StaffRefusal::LastOwner);
    EXPECT_EQ(this->refusal(
                  this->registry().change_member({.number = first.number, .role = Role::Staff})),
              StaffRefusal::LastOwner);
    EXPECT_TRUE(this->registry().change_member({.number = first.number, .role = Role::Owner}));
    this->add_member(2, "elsewhere@example.org", Role::Owner, two);
    this->add_member(3, "staff@example.org", Role::Staff);
    OneTimeLink invitation = link(4, LinkPurpose::Invite, "no-password@example.org");
    ASSERT_TRUE(this->registry().add_link(invitation));
    LinkUse without_password = this->use(4);
    without_password.password_hash.reset();
    ASSERT_TRUE(this->registry().use_link(without_password));
    EXPECT_EQ(this->refusal(this->registry().remove_member(first.number, at(20))),
              StaffRefusal::LastOwner);
    this->add_member(5, "b@example.org");
    EXPECT_TRUE(this->registry().change_member({.number = first.number, .role = Role::Staff}));
}

// The other store is for one thread at a time.
TEST(SqliteStaff, OneLinkLetsOneInWhoeverComesAtTheSameMoment) {
    for (int round = 0; round < 10; ++round) {
        SqliteUnderTest under_test;
        engine::Registry& registry = under_test.registry();
        ASSERT_TRUE(registry.add_link(link(200, LinkPurpose::Setup)));
        std::atomic<int> let_in = 0;
        std::atomic<int> refused = 0;
        std::vector<std::thread> threads;
        for (std::uint8_t number = 0; number < 8; ++number) {
            threads.emplace_back([&, number] {
                const auto used = registry.use_link({.hash = digest(200),
                                                     .name = {},
                                                     .email = {},
                                                     .password_hash = {},
                                                     .session = session(number),
                                                     .now = at(10)});
                const bool is_used = !used && used.error() == StaffError{StaffRefusal::LinkUsed};
                let_in += used ? 1 : 0;
                refused += is_used ? 1 : 0;
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        EXPECT_EQ(let_in, 1);
        EXPECT_EQ(refused, 7);
        EXPECT_THAT(registry.members().value(), SizeIs(1));
        EXPECT_THAT(registry.sessions().value(), SizeIs(1));
    }
}

TYPED_TEST(StaffContract, ARecoveryCodeCountsOnceAndTheMemberIsTold) {
    const Member noor = this->add_member(1, "noor@example.org");
    const Member tess = this->add_member(2, "tess@example.org");
    engine::MemberChange change{.number = noor.number};
    change.recovery_codes = {digest(70), digest(71)};
    change.notices = {engine::NoticeKind::AuthenticatorOn};
    change.client = "203.0.113.7";
    change.now = at(20);
    ASSERT_TRUE(this->registry().change_member(change));
    EXPECT_EQ(this->registry().recovery_codes_left(noor.number).value(), 2u);
    EXPECT_EQ(this->registry().recovery_codes_left(tess.number).value(), 0u);
    const engine::FactorProof proof{.totp_step = {}, .recovery_code = digest(70), .client = "::1"};
    EXPECT_EQ(this->refusal(this->registry().begin_session(session(8, tess.number), proof)),
              StaffRefusal::CodeUsed)
        << "it is another's";
    ASSERT_TRUE(this->registry().begin_session(session(8, noor.number, at(21)), proof));
    EXPECT_EQ(this->refusal(this->registry().begin_session(session(9, noor.number), proof)),
              StaffRefusal::CodeUsed);
    this->restart();
    EXPECT_EQ(this->registry().recovery_codes_left(noor.number).value(), 1u);
    const auto notices = this->registry().notices(at(0)).value();
    ASSERT_EQ(notices.size(), 2u);
    EXPECT_EQ(notices[0], (engine::StaffNotice{.number = 1,
                                               .account = one,
                                               .member = noor.number,
                                               .kind = engine::NoticeKind::AuthenticatorOn,
                                               .email = "noor@example.org",
                                               .client = "203.0.113.7",
                                               .at = at(20)}));
    EXPECT_EQ(notices[1].kind, engine::NoticeKind::RecoveryCodeUsed);
    EXPECT_EQ(notices[1].client, "::1");
    EXPECT_EQ(this->registry().notice(2).value(), notices[1]);
    EXPECT_EQ(this->registry().notice(3).value(), std::nullopt);
    EXPECT_THAT(this->registry().notices(at(21)).value(), SizeIs(1));
}

TYPED_TEST(StaffContract, ANewAddressIsToldToTheOldOne) {
    const Member noor = this->add_member(1, "noor@example.org");
    engine::MemberChange change{.number = noor.number};
    change.email = "thief@example.org";
    change.notices = {engine::NoticeKind::AddressChanged};
    change.now = at(20);
    ASSERT_TRUE(this->registry().change_member(change));
    EXPECT_EQ(this->registry().notices(at(0)).value().at(0).email, "noor@example.org");
}

TYPED_TEST(StaffContract, AChangeThatIsRefusedTellsNobodyAndUsesNothingUp) {
    const Member noor = this->add_member(1, "noor@example.org");
    this->add_member(2, "tess@example.org");
    engine::MemberChange change{.number = noor.number};
    change.recovery_codes = {digest(70)};
    ASSERT_TRUE(this->registry().change_member(change));
    change = {.number = noor.number};
    change.email = "tess@example.org";
    change.proof.recovery_code = digest(70);
    change.notices = {engine::NoticeKind::AddressChanged};
    EXPECT_EQ(this->refusal(this->registry().change_member(change)), StaffRefusal::AddressTaken);
    change.email = "new@example.org";
    change.proof.recovery_code = digest(71);
    EXPECT_EQ(this->refusal(this->registry().change_member(change)), StaffRefusal::CodeUsed);
    EXPECT_EQ(this->registry().members().value().at(0).email, "noor@example.org");
    EXPECT_THAT(this->registry().notices(at(0)).value(), IsEmpty());
    EXPECT_EQ(this->registry().recovery_codes_left(noor.number).value(), 1u);
}

TYPED_TEST(StaffContract, WhoIsLockedOutAtAnAddressIsToldOnceADay) {
    const Member noor = this->add_member(1, "noor@example.org");
    EXPECT_TRUE(this->registry().tell_locked_out(noor.number, "::1", at(30)).value());
    EXPECT_FALSE(this->registry().tell_locked_out(noor.number, "::2", at(31)).value());
    EXPECT_FALSE(this->registry().tell_locked_out(99, "::1", at(31)).value());
    const Time tomorrow = at(30) + engine::locked_out_interval;
    EXPECT_TRUE(this->registry().tell_locked_out(noor.number, "::1", tomorrow).value());
    EXPECT_THAT(this->registry().notices(at(0)).value(), SizeIs(2));
}

TYPED_TEST(StaffContract, NoticesAreForgottenButTheirNumbersDoNotComeAgain) {
    const Member noor = this->add_member(1, "noor@example.org");
    const Member tess = this->add_member(2, "tess@example.org");
    ASSERT_TRUE(this->registry().tell_locked_out(noor.number, "::1", at(30)).value());
    const Time later = at(30) + engine::notices_kept + Duration{1};
    ASSERT_TRUE(this->registry().tell_locked_out(tess.number, "::1", later).value());
    auto notices = this->registry().notices(at(0)).value();
    ASSERT_EQ(notices.size(), 2u);
    EXPECT_EQ(notices[0].email, "");
    EXPECT_EQ(notices[1].number, 2u);
    ASSERT_TRUE(this->registry().remove_member(tess.number, later));
    EXPECT_EQ(this->registry().notice(2).value()->email, "");
}

engine::Passkey passkey(std::uint8_t credential, std::uint64_t sign_count = 0) {
    return {.credential = {std::byte{credential}, std::byte{1}},
            .public_key = {std::byte{9}},
            .sign_count = sign_count,
            .name = "Phone",
            .created_at = at(20),
            .last_used_at = {}};
}

TYPED_TEST(StaffContract, APasskeyIsAddedUsedNamedAndRemoved) {
    const Member noor = this->add_member(1, "noor@example.org");
    const Member tess = this->add_member(2, "tess@example.org");
    engine::MemberChange change{.number = noor.number};
    change.new_passkey = passkey(5, 7);
    ASSERT_TRUE(this->registry().change_member(change));
    EXPECT_EQ(this->refusal(this->registry().change_member(change)), StaffRefusal::PasskeyTaken);
    change.number = tess.number;
    EXPECT_EQ(this->refusal(this->registry().change_member(change)), StaffRefusal::PasskeyTaken);
    const auto use = [&](std::uint64_t member, std::uint64_t count) {
        const engine::FactorProof proof{.totp_step = {},
                                        .recovery_code = {},
                                        .client = {},
                                        .passkey = engine::PasskeyUse{1, count}};
        return this->registry().begin_session(session(8, member, at(21)), proof);
    };
    EXPECT_EQ(this->refusal(use(tess.number, 8)), StaffRefusal::NoPasskey);
    EXPECT_EQ(this->refusal(use(noor.number, 7)), StaffRefusal::NoPasskey) << "a copy was used";
    EXPECT_EQ(this->refusal(use(noor.number, 0)), StaffRefusal::NoPasskey);
    ASSERT_TRUE(use(noor.number, 8));
    EXPECT_TRUE(this->registry().rename_passkey(noor.number, 1, "Work phone").value());
    EXPECT_FALSE(this->registry().rename_passkey(tess.number, 1, "Mine").value());
    this->restart();
    engine::Passkey kept = passkey(5, 8);
    kept.number = 1;
    kept.member = noor.number;
    kept.name = "Work phone";
    kept.last_used_at = at(21);
    EXPECT_THAT(this->registry().passkeys().value(), ElementsAre(kept));
    engine::MemberChange removal{.number = tess.number};
    removal.lost_passkey = 1;
    EXPECT_EQ(this->refusal(this->registry().change_member(removal)), StaffRefusal::NoPasskey);
    removal.number = noor.number;
    EXPECT_TRUE(this->registry().change_member(removal));
    EXPECT_THAT(this->registry().passkeys().value(), IsEmpty());
}

TYPED_TEST(StaffContract, ADeviceThatDoesNotCountIsBelieved) {
    const Member noor = this->add_member(1, "noor@example.org");
    engine::MemberChange change{.number = noor.number};
    change.new_passkey = passkey(5);
    ASSERT_TRUE(this->registry().change_member(change));
    const engine::FactorProof proof{
        .totp_step = {}, .recovery_code = {}, .client = {}, .passkey = engine::PasskeyUse{1, 0}};
    EXPECT_TRUE(this->registry().begin_session(session(8, noor.number), proof));
    EXPECT_TRUE(this->registry().begin_session(session(9, noor.number), proof));
}

TYPED_TEST(StaffContract, AResetOrARemovalTakesEveryOtherWayIn) {
    const Member noor = this->add_member(1, "noor@example.org");
    const Member tess = this->add_member(2, "tess@example.org");
    for (const std::uint64_t member : {noor.number, tess.number}) {
        engine::MemberChange change{.number = member};
        change.new_passkey = passkey(static_cast<std::uint8_t>(member));
        change.recovery_codes = {digest(70)};
        ASSERT_TRUE(this->registry().change_member(change));
    }
    OneTimeLink reset = link(9, LinkPurpose::Reset);
    reset.member = noor.number;
    ASSERT_TRUE(this->registry().add_link(reset));
    LinkUse used = this->use(9);
    used.client = "::1";
    ASSERT_TRUE(this->registry().use_link(used));
    EXPECT_THAT(this->registry().passkeys().value(), SizeIs(1));
    EXPECT_EQ(this->registry().recovery_codes_left(noor.number).value(), 0u);
    const auto notices = this->registry().notices(at(0)).value();
    ASSERT_EQ(notices.size(), 1u);
    EXPECT_EQ(notices[0].kind, engine::NoticeKind::LinkUsed);
    EXPECT_EQ(notices[0].client, "::1");
    ASSERT_TRUE(this->registry().remove_member(tess.number, at(40)));
    EXPECT_THAT(this->registry().passkeys().value(), IsEmpty());
    EXPECT_EQ(this->registry().recovery_codes_left(tess.number).value(), 0u);
}

TYPED_TEST(StaffContract, AMemberHasTwentyPasskeysAtMost) {
    const Member noor = this->add_member(1, "noor@example.org");
    engine::MemberChange change{.number = noor.number};
    for (std::uint8_t number = 0; number < engine::passkeys_per_member_max; ++number) {
        change.new_passkey = passkey(number);
        ASSERT_TRUE(this->registry().change_member(change));
    }
    change.new_passkey = passkey(99);
    EXPECT_EQ(this->refusal(this->registry().change_member(change)), StaffRefusal::PasskeyTaken);
}

}  // namespace
}  // namespace standby::store
