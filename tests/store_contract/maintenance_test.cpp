// Backups, checks, the archive, and the erasure of people.
#include "store/sqlite/maintenance.hpp"

#include "tests/store_contract/driver_test_support.hpp"
#include "tests/store_contract/stores_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace standby::store {
namespace {

using core::EntryState;
using core::ResourceNumber;
using engine::RowTable;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Maintenance : public testing::Test {
protected:
    Maintenance() : store_(SqliteStore::open(directory_.file("standby.db"), {}).value()) {}

    Database& database() { return store_->database(); }
    ResourceNumber allocate() {
        return store_->allocate_resource(engine::AccountNumber{1}, {}, at(0)).value();
    }
    // The names of the files that contain the text anywhere.
    std::vector<std::string> files_with(const std::string& text) const {
        std::vector<std::string> found;
        const auto folder = std::filesystem::path(directory_.file("")).parent_path();
        for (const auto& file : std::filesystem::directory_iterator(folder)) {
            std::ifstream input(file.path(), std::ios::binary);
            const std::string content{std::istreambuf_iterator<char>(input), {}};
            if (content.find(text) != std::string::npos) {
                found.push_back(file.path().filename().string());
            }
        }
        std::ranges::sort(found);
        return found;
    }

    TemporaryDirectory directory_;
    std::unique_ptr<SqliteStore> store_;
};

TEST_F(Maintenance, MakesABackupThatOpensWithEverythingInIt) {
    const ResourceNumber resource = allocate();
    ASSERT_TRUE(store_->commit(batch_of(Changes(resource).next(5, at(1)))));
    const std::string target = directory_.file("backup.db");
    ASSERT_TRUE(backup_to(database(), target));
    ASSERT_TRUE(store_->create_account("Later", at(2)));

    const auto copy = SqliteStore::open(target, {}).value();
    EXPECT_EQ(copy->events(resource, 0, 9).value(), store_->events(resource, 0, 9).value());
    EXPECT_THAT(copy->accounts().value(), IsEmpty());
    EXPECT_THAT(integrity_check(copy->database()).value(), IsEmpty());
    EXPECT_THAT(backup_to(database(), target).error(), HasSubstr("exists already"));
    EXPECT_FALSE(backup_to(database(), directory_.file("nowhere/backup.db")));
}

TEST_F(Maintenance, FindsDamage) {
    const ResourceNumber resource = allocate();
    engine::ResourceChange change = Changes(resource).next(1, at(1));
    change.answers = {answer(1, at(1))};
    ASSERT_TRUE(store_->commit(batch_of(change)));
    EXPECT_THAT(integrity_check(database()).value(), IsEmpty());
    std::int64_t page = 0;
    ASSERT_TRUE(database().exclusively([&](Connection& connection) -> Result<void, std::string> {
        page = connection
                   .integer_of("SELECT rootpage FROM sqlite_schema WHERE name = 'answers_by_age'")
                   .value();
        return {};
    }));
    store_.reset();
    {
        std::fstream file(directory_.file("standby.db"),
                          std::ios::in | std::ios::out | std::ios::binary);
        file.seekp((page - 1) * 4096 + 100);
        file << std::string(3000, '#');
        file.seekp((page - 1) * 4096 + 3);
        file << '\0' << '\7';
    }
    store_ = SqliteStore::open(directory_.file("standby.db"), {}).value();
    const auto problems = integrity_check(database());
    EXPECT_TRUE(!problems || !problems->empty());
}

TEST_F(Maintenance, ArchivesWhatEndedLongAgo) {
    const ResourceNumber resource = allocate();
    Changes changes(resource);
    engine::ResourceChange old = changes.next(1, at(10));
    old.rows.entries = {entry_row(1, EntryState::Waiting, "waits"),
                        entry_row(2, EntryState::Left, "gone"),
                        entry_row(3, EntryState::Accepted, "holds a place")};
    old.rows.offers = {row(1, 1, "live"), row(2, 5, "expired")};
    old.people = {{.entry = 1, .person = person("ada")}, {.entry = 2, .person = person("eve")}};
    ASSERT_TRUE(store_->commit(batch_of(old)));
    engine::ResourceChange recent = changes.next(1, at(50));
    recent.rows.entries = {entry_row(4, EntryState::Removed, "gone later")};
    ASSERT_TRUE(store_->commit(batch_of(recent)));

    const Archived moved = archive(database(), at(50)).value();
    EXPECT_EQ(moved, (Archived{.entries = 1, .offers = 1, .openings = 0, .people = 1}));
    EXPECT_THAT(store_->rows(RowTable::Entries, resource, 0, 9, {}).value(),
                ElementsAre(stored(1, 2, at(10), "waits"), stored(2, 8, at(10), ""),
                            stored(3, 5, at(10), "holds a place"),
                            stored(4, 9, at(50), "gone later")));
    EXPECT_EQ(store_->person(core::entry_id(resource, 1)).value(), person("ada"));
    EXPECT_EQ(store_->person(core::entry_id(resource, 2)).value(), std::nullopt);
    const auto archived = Connection::open(archive_path(database()), {}).value();
    EXPECT_EQ(archived->text_of("SELECT CAST(data AS TEXT) FROM entries"), "gone");
    EXPECT_EQ(archived->text_of("SELECT name FROM people"), "eve");
    EXPECT_EQ(archived->text_of("SELECT consent_text || ', ' || consent_source FROM people"),
              "Messages about my place., page");
    EXPECT_EQ(archived->integer_of("SELECT consent_at FROM people"),
              at(7).time_since_epoch().count());
    EXPECT_EQ(archive(database(), at(50)).value(), Archived{}) << "nothing is left to move";
}

TEST_F(Maintenance, LoadsTheSameResourceAfterArchiving) {
    Driver driver(allocate());
    driver.give(plain_resource(core::Kind::Slots, 0), at(0));
    driver.join(10, at(1));
    driver.join(20, at(1));
    core::OpenSlot open;
    open.slot.starts_at = at(40'000);
    open.slot.duration = std::chrono::minutes{30};
    driver.give(open, at(2));
    driver.give(core::Accept{core::OfferNumber{1}}, at(3));
    driver.give(open, at(4));
    driver.give(core::Decline{core::OfferNumber{2}}, at(5));
    driver.give(core::Leave{2}, at(6));
    driver.pass(at(200'000));
    ASSERT_TRUE(store_->commit(batch_of(driver.take())));

    const auto before = store_->load(driver.state.number, Time::min()).value();
    const Archived moved = archive(database(), at(300'000)).value();
    EXPECT_GE(moved.entries, 1u);
    EXPECT_GE(moved.offers, 2u);
    const auto after = store_->load(driver.state.number, Time::min()).value();
    EXPECT_EQ(core::fingerprint(*after->state), core::fingerprint(*before->state));
}

TEST_F(Maintenance, ArchivesMoreThanOneStepAtATime) {
    const ResourceNumber resource = allocate();
    engine::ResourceChange change = Changes(resource).next(1, at(1));
    for (core::Ticket entry = 1; entry <= 5000; ++entry) {
        change.rows.entries.push_back(entry_row(entry, EntryState::Expired, "x"));
    }
    ASSERT_TRUE(store_->commit(batch_of(change)));
    EXPECT_EQ(archive(database(), at(2)).value().entries, 5000u);
}

TEST_F(Maintenance, FindsPeopleByWhatIsExactlyTheirs) {
    const ResourceNumber one = allocate();
    const ResourceNumber two = allocate();
    engine::Batch batch = batch_of(Changes(one).next(1, at(1)));
    batch.resources[0].rows.entries = {entry_row(1, EntryState::Left, "x")};
    batch.resources[0].people = {{.entry = 1, .person = person("ada")},
                                 {.entry = 2, .person = person("eve")}};
    batch.resources.push_back(Changes(two).next(1, at(1)));
    batch.resources[1].people = {{.entry = 5, .person = person("ada")}};
    ASSERT_TRUE(store_->commit(batch));
    ASSERT_EQ(archive(database(), at(2)).value().people, 1u);

    const core::EntryId archived = core::entry_id(one, 1);
    const core::EntryId kept = core::entry_id(two, 5);
    EXPECT_THAT(find_people(database(), "ada@example.org").value(), ElementsAre(archived, kept));
    EXPECT_THAT(find_people(database(), "user-ada").value(), ElementsAre(archived, kept));
    EXPECT_EQ(find_people(database(), "+4912345").value().size(), 3u);
    EXPECT_THAT(find_people(database(), "ada").value(), IsEmpty());
    EXPECT_THAT(find_people(database(), "").value(), IsEmpty());
}

TEST_F(Maintenance, ErasesEveryByteOfAPerson) {
    const ResourceNumber resource = allocate();
    Changes changes(resource);
    // Many neighbours, written out of order and growing, so that rows move between pages.
    for (int round = 1; round <= 3; ++round) {
        engine::ResourceChange change = changes.next(1, at(round));
        for (core::Ticket entry = 1; entry <= 400; ++entry) {
            const core::Ticket mixed = entry * 173 % 401;
            engine::Person someone = person("neighbour" + std::to_string(mixed));
            someone.name += std::string(static_cast<std::size_t>(round) * 40, 'n');
            if (mixed % 40 == 7) {
                someone.email = "secret-address@example.org";
                someone.name += "secret-name";
            }
            change.people.push_back({.entry = mixed, .person = someone});
            if (round == 1) {
                change.rows.entries.push_back(entry_row(
                    entry, entry % 80 == 7 ? EntryState::Left : EntryState::Waiting, "x"));
            }
        }
        ASSERT_TRUE(store_->commit(batch_of(change)));
        ASSERT_TRUE(store_->schedule(0, 1));
    }
    ASSERT_GT(archive(database(), at(9)).value().people, 0u);
    ASSERT_THAT(files_with("secret-address"), testing::Not(IsEmpty()));

    const auto found = find_people(database(), "secret-address@example.org").value();
    ASSERT_EQ(found.size(), 10u);
    std::vector<engine::Erasure> erasures;
    for (const core::EntryId entry : found) {
        erasures.push_back({.resource = core::resource_of(entry), .entry = core::number_of(entry)});
    }
    EXPECT_EQ(erase_people(database(), erasures).value(), 10u);
    EXPECT_THAT(files_with("secret-address"), IsEmpty());
    EXPECT_THAT(files_with("secret-name"), IsEmpty());
    EXPECT_THAT(find_people(database(), "secret-address@example.org").value(), IsEmpty());
    EXPECT_EQ(store_->person(core::entry_id(resource, 8)).value()->email, "neighbour8@example.org");
    EXPECT_EQ(erase_people(database(), erasures).value(), 0u);
}

TEST_F(Maintenance, ErasesTheAddressesOfMessages) {
    const ResourceNumber resource = allocate();
    engine::ResourceChange change = Changes(resource).next(1, at(1));
    change.people = {{.entry = 1, .person = person("ada")}, {.entry = 2, .person = person("eve")}};
    change.outbox = {message(engine::MessageKind::Offer, 1, at(1)),
                     message(engine::MessageKind::Offer, 2, at(1))};
    ASSERT_TRUE(store_->commit(batch_of(change)));
    const engine::Delivery delivery{
        .address = core::ContactKey{5}, .provider_id = "SM1", .note = "queued"};
    const std::vector<engine::MessageEnd> ends{{.id = 1, .deliveries = {delivery}},
                                               {.id = 2, .deliveries = {delivery}}};
    ASSERT_TRUE(store_->finish_messages(ends));

    ASSERT_EQ(store_->erase({.resource = resource, .entry = 1}).value(), 1u);
    const std::vector<std::uint64_t> both{1, 2};
    const auto left = store_->deliveries(both).value();
    ASSERT_EQ(left.size(), 2u);
    EXPECT_EQ(left[0], (engine::Delivery{.message = 1, .note = "queued"}));
    EXPECT_EQ(left[1].address, delivery.address);
    EXPECT_EQ(left[1].provider_id, "SM1");
}

}  // namespace
}  // namespace standby::store
