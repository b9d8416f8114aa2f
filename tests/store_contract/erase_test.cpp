// What is taken out with a person, and that everything else stays.
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::store {
namespace {

using core::ResourceNumber;
using engine::Person;
using testing::ElementsAre;
using testing::IsEmpty;

template <class UnderTest>
class EraseContract : public StoreContract<UnderTest> {
protected:
    void SetUp() override {
        StoreContract<UnderTest>::SetUp();
        if (this->IsSkipped()) {
            return;
        }
        engine::ResourceChange change = changes_.next(3, at(1));
        change.rows.entries = {entry_row(1, core::EntryState::Left, "ada's wish"),
                               entry_row(2, core::EntryState::Waiting, "eve's wish")};
        change.people = {{.entry = 1, .person = person("ada")},
                         {.entry = 2, .person = person("eve")}};
        engine::AnswerRow shown = answer(1, at(1));
        shown.body =
            R"({"id":")" + core::format_id(core::entry_id(resource_, 1)) + R"(","wants":"x"})";
        change.answers = {shown, answer(2, at(1))};
        change.outbox = {message(engine::MessageKind::Offer, 1, at(1)),
                         message(engine::MessageKind::Offer, 2, at(1))};
        ASSERT_TRUE(this->commit(change));
    }
    engine::Erasure ada() const {
        return {.resource = resource_,
                .entry = 1,
                .row = bytes_of("a wish"),
                .events = {{2, bytes_of("erased")}}};
    }

    // The message of the entry; stores number messages as they like.
    std::uint64_t messages_of(std::uint64_t entry) {
        const engine::MessageFilter filter{
            .resource = resource_, .entry = static_cast<core::Ticket>(entry), .state = {}};
        return this->store().messages(filter, 0, 1).value().at(0).row.id;
    }

    ResourceNumber resource_ = this->allocate();
    Changes changes_{resource_};
};
TYPED_TEST_SUITE(EraseContract, Stores);

TYPED_TEST(EraseContract, TheRowOfAnEndedEntryChangesOnlyFromWhatItIs) {
    const auto change = [&](core::Ticket entry, std::string_view from, std::string_view to) {
        return this->store()
            .change_ended_entry(core::entry_id(this->resource_, entry), bytes_of(from),
                                bytes_of(to))
            .value();
    };
    EXPECT_FALSE(change(1, "another wish", "new"));
    EXPECT_FALSE(change(2, "eve's wish", "new")) << "she is waiting";
    EXPECT_FALSE(change(3, "", "new"));
    EXPECT_TRUE(change(1, "ada's wish", "new"));
    const auto row = this->store().row(engine::RowTable::Entries, this->resource_, 1).value();
    EXPECT_EQ(row->data, bytes_of("new"));
    EXPECT_EQ(row->changed_at, at(1)) << "links are counted from when it ended";
}

TYPED_TEST(EraseContract, TakesOutWhatStaffNoted) {
    const core::EntryId ada = core::entry_id(this->resource_, 1);
    const core::EntryId eve = core::entry_id(this->resource_, 2);
    const engine::AccountNumber account{7};
    engine::Registry& registry = this->registry();
    const engine::GuestNote of_ada{
        .entry = ada, .text = "allergic", .tags = {"VIP", "läßt grüßen"}, .changed_at = at(2)};
    ASSERT_TRUE(registry.save_note(account, of_ada));
    ASSERT_TRUE(registry.save_note(
        account, {.entry = eve, .text = "", .tags = {"vip"}, .changed_at = at(3)}));
    EXPECT_THAT(registry.notes({&ada, 1}).value(), ElementsAre(of_ada));
    EXPECT_THAT(registry.tagged(account, "Vip", 9).value(), ElementsAre(eve, ada));
    EXPECT_THAT(registry.tagged(account, "GRÜ", 9).value(), ElementsAre(ada));
    EXPECT_THAT(registry.tagged(engine::AccountNumber{8}, "vip", 9).value(), IsEmpty());
    EXPECT_THAT(registry.tagged(account, "", 9).value(), IsEmpty());
    EXPECT_THAT(registry.tagged(account, "vip", 1).value(), ElementsAre(eve));
    ASSERT_TRUE(this->store().erase(this->ada()));
    EXPECT_THAT(registry.notes({&ada, 1}).value(), IsEmpty());
    EXPECT_THAT(registry.tagged(account, "vip", 9).value(), ElementsAre(eve));
    ASSERT_TRUE(registry.save_note(account, {.entry = eve}));
    EXPECT_THAT(registry.tagged(account, "vip", 9).value(), IsEmpty());
}

TYPED_TEST(EraseContract, TakesOutTheWordsTheyWereSentAndKeepsNoMore) {
    const auto say = [&](std::uint64_t entry) {
        const std::uint64_t id = this->messages_of(entry);
        const engine::MessageEnd end{
            .id = id, .words = {{.message = id, .subject = "A spot", .text = "Hello Zoë"}}};
        EXPECT_TRUE(this->store().finish_messages({&end, 1}));
        return id;
    };
    const std::uint64_t ada = say(1);
    const std::uint64_t eve = say(2);
    const std::vector<std::uint64_t> both{ada, eve};
    EXPECT_EQ(this->store().words(both).value().size(), 2u);
    EXPECT_TRUE(this->store().erase(this->ada()));
    const auto left = this->store().words(both).value();
    ASSERT_EQ(left.size(), 1u);
    EXPECT_EQ(left[0].message, eve);
    say(1);
    EXPECT_EQ(this->store().words(both).value().size(), 1u) << "sent while they were erased";
}

TYPED_TEST(EraseContract, TakesOutWhatStaffWroteToThemAlone) {
    const auto write = [&](std::vector<core::Ticket> guests) {
        return this->registry()
            .add_staff_message({.account = engine::AccountNumber{7},
                                .resource = this->resource_,
                                .made_at = at(2),
                                .request = {},
                                .guests = std::move(guests),
                                .subject = "Your colour, Ada",
                                .text = "It has arrived."})
            .value()
            .number;
    };
    const std::uint64_t alone = write({1});
    const std::uint64_t both = write({1, 2});
    const std::uint64_t other = write({2});
    ASSERT_TRUE(this->store().erase(this->ada()));
    EXPECT_EQ(this->registry().staff_message(alone).value()->subject, "");
    EXPECT_EQ(this->registry().staff_message(alone).value()->text, "");
    EXPECT_EQ(this->registry().staff_message(both).value()->text, "It has arrived.");
    EXPECT_EQ(this->registry().staff_message(other).value()->text, "It has arrived.");
}

TYPED_TEST(EraseContract, FindsPeopleByWhatIsTheirs) {
    const core::EntryId ada = core::entry_id(this->resource_, 1);
    const core::EntryId eve = core::entry_id(this->resource_, 2);
    EXPECT_THAT(this->store().find_person("ADA@example.org").value(), ElementsAre(ada));
    EXPECT_THAT(this->store().find_person("user-eve").value(), ElementsAre(eve));
    EXPECT_THAT(this->store().find_person("+4912345").value(), ElementsAre(ada, eve));
    EXPECT_THAT(this->store().find_person("ada").value(), IsEmpty());
    EXPECT_THAT(this->store().find_person("").value(), IsEmpty());
}

TYPED_TEST(EraseContract, TakesOutWhatIsTheirsAndNothingElse) {
    EXPECT_EQ(this->store().erase(this->ada()).value(), 1u);
    this->restart();
    const ResourceNumber resource = this->resource_;
    EXPECT_EQ(this->store().person(core::entry_id(resource, 1)).value(), std::nullopt);
    EXPECT_EQ(this->store().person(core::entry_id(resource, 2)).value(), person("eve"));
    const auto row = this->store().row(engine::RowTable::Entries, resource, 1).value();
    EXPECT_EQ(row, stored(1, static_cast<std::uint8_t>(core::EntryState::Left), at(1), "a wish"));
    const auto events = this->store().events(resource, 0, 10).value();
    ASSERT_EQ(events.size(), 3u);
    EXPECT_EQ(events[0].data, bytes_of("event 1"));
    EXPECT_EQ(events[1].data, bytes_of("erased"));
    EXPECT_EQ(events[1].link, link_of(2)) << "the chain goes on";
    EXPECT_EQ(this->store().answer(resource, 1).value()->body, R"({"erased":true})");
    EXPECT_EQ(this->store().answer(resource, 2).value()->body, R"({"answer":2})");
    EXPECT_EQ(this->store().erase(this->ada()).value(), 0u);
}

}  // namespace
}  // namespace standby::store
