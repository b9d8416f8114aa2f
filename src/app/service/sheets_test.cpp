// A sheet beside a real list: files on a disk, a shard and a store. What staff do to the file is
// what happens on the list, whatever else breaks off or starts anew.
#include "engine/shard/shard.hpp"
#include "http/auth/contacts.hpp"
#include "intake/sheet/file_place.hpp"
#include "intake/sheet/sheet_keeper.hpp"
#include "store/sqlite/sqlite_store.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace standby::app {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;

// One shard that decides and commits at once.
class DirectGateway final : public engine::Gateway {
public:
    DirectGateway(store::SqliteStore& store, const core::ZoneBook& zones)
        : store_(store), shard_(engine::ShardLimits{}, zones, [](const engine::Committed&) {}) {}

    Time now() const override { return now_; }
    void submit(engine::Request&& request) override {
        shard_.submit(std::move(request), now_);
        work();
    }
    void submit(engine::Query query) override {
        shard_.submit(std::move(query), now_);
        work();
    }
    bool read(engine::Effort,
              std::function<void(engine::Store&, engine::Registry&)> function) override {
        function(store_, store_);
        return true;
    }
    void pass(Duration time) { now_ += time; }

private:
    void work() {
        while (true) {
            engine::Work work = shard_.poll(now_);
            if (work.empty()) {
                return;
            }
            for (const core::ResourceNumber list : work.loads) {
                shard_.on_loaded(list, store_.load(list, now_ - 24h), now_);
            }
            for (const auto& lookup : work.lookups) {
                shard_.on_answer(lookup.resource, lookup.number,
                                 store_.answer(lookup.resource, lookup.number), now_);
            }
            if (work.commit) {
                shard_.on_commit(store_.commit(*work.commit), now_);
            }
        }
    }

    store::SqliteStore& store_;
    engine::Shard shard_;
    Time now_ = std::chrono::sys_days{std::chrono::year{2026} / 11 / 2} + 12h;
};

class SheetsTest : public testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::path(testing::TempDir()) /
                  (std::string("sheets-") +
                   testing::UnitTest::GetInstance()->current_test_info()->name());
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_ / "sheets");
        store_ = *store::SqliteStore::open((folder_ / "standby.db").string(), {});
        const engine::Secret secret = *store_->add_secret(
            engine::SecretPurpose::Contacts, std::vector<std::byte>(32, std::byte{7}), Time{});
        hasher_.emplace(secret);
        const engine::Account account = *store_->create_account("Salon", Time{});
        list_ = *store_->allocate_resource(account.number, std::nullopt, Time{});
        gateway_.emplace(*store_, zones_);
        engine::Request create;
        create.resource = list_;
        create.command = core::CreateResource{};
        create.attachment.resource_name = "Saturday colour";
        create.make_answer = [](const core::ResourceState&, const core::Outcome&) {
            return engine::Answer{201, ""};
        };
        create.done = [](engine::Reply) {};
        gateway_->submit(std::move(create));
        connection_ = *store_->add_connection({.number = 0,
                                               .account = account.number,
                                               .resource = list_,
                                               .kind = engine::ConnectionKind::Sheet,
                                               .settings = "{}",
                                               .sealed = {},
                                               .created_at = {},
                                               .changed_at = {}});
        begin_anew();
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    // As after a restart.
    void begin_anew() {
        keeper_.reset();
        desk_.emplace(*gateway_, zones_, *hasher_);
        sheets_.emplace((folder_ / "sheets").string());
        const std::vector<std::byte> secret(32, std::byte{7});
        keeper_.emplace(intake::sheet::KeeperServices{*gateway_, *desk_}, connection_,
                        std::make_unique<intake::sheet::FilePlace>(sandbox_, *sheets_, "salon.csv"),
                        intake::sheet::SheetKey(secret, list_));
    }
    void save(const std::string& text) {
        std::ofstream(folder_ / "sheets/salon.csv", std::ios::binary) << text;
    }
    std::string text(const char* name = "salon.csv") {
        std::ifstream file(folder_ / "sheets" / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    void look(bool accepts = false) {
        gateway_->pass(3s);
        keeper_->look(accepts);
    }
    std::vector<std::string> line() {
        const auto now = desk_->look(connection_.account, list_, {});
        std::map<std::uint64_t, std::string> names;
        for (const auto& [ticket, entry] : now->entries) {
            if (entry.view.rank && entry.person) {
                names[*entry.view.rank] = entry.person->name;
            }
        }
        std::vector<std::string> all;
        for (const auto& [rank, name] : names) {
            all.push_back(name);
        }
        return all;
    }

    std::filesystem::path folder_;
    core::ZoneBook zones_;
    std::unique_ptr<store::SqliteStore> store_;
    std::optional<http::ContactHasher> hasher_;
    core::ResourceNumber list_;
    engine::Connection connection_;
    std::optional<DirectGateway> gateway_;
    std::optional<intake::sheet::ListDesk> desk_;
    std::optional<intake::sheet::SheetFolder> sheets_;
    intake::Sandbox sandbox_;
    std::optional<intake::sheet::SheetKeeper> keeper_;
};

constexpr const char* two_guests = "Name,Mobile,Service,Ours\n"
                                   "Anna,+49 151 1000001,Cut,\"likes \"\"tea\"\"\"\n"
                                   "Ben,+49 151 1000002,,x\n";

TEST_F(SheetsTest, RowsJoinAndTheFileKeepsWhatIsItsOwn) {
    save(two_guests);
    look();
    EXPECT_THAT(line(), ElementsAre("Anna", "Ben"));
    EXPECT_THAT(text(), testing::StartsWith("Name,Mobile,Service,Ours,Standby,Standby status\n"
                                            "Anna,+49 151 1000001,Cut,\"likes \"\"tea\"\"\",1"));
    EXPECT_THAT(text(), HasSubstr(",Waiting\nBen,+49 151 1000002,,x,2"));
    EXPECT_THAT(text("salon.standby.csv"), HasSubstr("2,Anna,Waiting,1,,\r\n3,Ben,Waiting,2,,"));
    const std::string written = text();
    look();
    EXPECT_EQ(text(), written);
    EXPECT_TRUE(keeper_->report().is_fine);
    EXPECT_EQ(keeper_->report().people, 2U);
}

TEST_F(SheetsTest, ADeletedRowLeavesAndAnUndoBringsItBackToItsPlace) {
    save(two_guests);
    look();
    const std::string before = text();
    const std::size_t anna = before.find("Anna");
    save(before.substr(0, anna) + before.substr(before.find("Ben")));
    look();
    EXPECT_THAT(line(), ElementsAre("Anna", "Ben"));
    look();
    EXPECT_THAT(line(), ElementsAre("Ben"));
    save(before);
    look();
    EXPECT_THAT(line(), ElementsAre("Anna", "Ben"));
}

TEST_F(SheetsTest, NothingIsForgottenWhenTheServerStartsAnew) {
    save(two_guests);
    look();
    const std::string before = text();
    begin_anew();
    save(before.substr(0, before.find("Anna")) + before.substr(before.find("Ben")) +
         "Cleo,+49 151 1000003\n");
    look();
    EXPECT_THAT(line(), ElementsAre("Anna", "Ben", "Cleo"));
    begin_anew();
    look();
    EXPECT_THAT(line(), ElementsAre("Ben", "Cleo"));
}

TEST_F(SheetsTest, ManyDeletedRowsAreAQuestionUntilStaffMeantIt) {
    std::string many = "Name,Mobile\n";
    for (int guest = 0; guest < 8; ++guest) {
        many += "Guest " + std::to_string(guest) + ",+49 151 200000" + std::to_string(guest) + "\n";
    }
    save(many);
    look();
    save(text().substr(0, text().find('\n') + 1));
    look();
    look();
    ASSERT_EQ(keeper_->report().questions.size(), 1U);
    EXPECT_EQ(keeper_->report().questions.front().kind, "many_vanished");
    EXPECT_EQ(line().size(), 8U);
    EXPECT_EQ(store_->open_cards(connection_.account, 0, 10)->size(), 1U);
    look(true);
    EXPECT_TRUE(line().empty());
    look();
    EXPECT_TRUE(store_->open_cards(connection_.account, 0, 10)->empty());
}

TEST_F(SheetsTest, WishesAndContactAreTheStaffs) {
    save(two_guests);
    look();
    std::string changed = text();
    changed.replace(changed.find("Cut"), 3, "Colour");
    changed.replace(changed.find("1000002"), 7, "1000009");
    save(changed);
    look();
    const auto now = desk_->look(connection_.account, list_, {});
    EXPECT_EQ(now->entries.at(1).view.wants.service, "Colour");
    EXPECT_EQ(now->entries.at(2).person->phone, "+491511000009");
    EXPECT_THAT(line(), ElementsAre("Anna", "Ben"));
}

TEST_F(SheetsTest, TellsWhatItCannotReadAndGoesOn) {
    save("Name,Mobile,Earliest\nAnna,4.41E+11,\nBen,+49 151 1000002,some day\n");
    look();
    EXPECT_THAT(line(), ElementsAre("Ben"));
    EXPECT_EQ(keeper_->report().notes_in_all, 3U);
    EXPECT_THAT(text("salon.standby.csv"), HasSubstr("some day"));
}

TEST_F(SheetsTest, EachRowThatCannotBeReadHasOneCardUntilItIsPutRight) {
    save("Name,Mobile,Earliest\nAnna,4.41E+11,\nBen,+49 151 1000002,some day\n");
    look();
    look();
    const auto cards = *store_->open_cards(connection_.account, 0, 10);
    ASSERT_EQ(cards.size(), 2U);
    for (const engine::ConnectionCard& card : cards) {
        EXPECT_EQ(card.kind, "sheet_row");
        EXPECT_THAT(card.data, testing::Not(HasSubstr("some day")));
        EXPECT_THAT(card.data, testing::Not(HasSubstr("4.41")));
    }
    std::string changed = text();
    changed.replace(changed.find("some day"), 8, "2026-12-01");
    save(changed);
    look();
    EXPECT_EQ(store_->open_cards(connection_.account, 0, 10)->size(), 1U);
}

TEST_F(SheetsTest, AColumnIsWhatStaffSayItIs) {
    connection_.settings = R"({"url":"file:///x","columns":[)"
                           R"({"heading":"Wer","field":"name"},{"heading":"Ruf","field":"phone"},)"
                           R"({"heading":"Service","field":""}]})";
    begin_anew();
    save("Wer,Ruf,Service\nAnna,+49 151 1000001,Cut\n");
    look();
    EXPECT_THAT(line(), ElementsAre("Anna"));
    const auto now = desk_->look(connection_.account, list_, {});
    EXPECT_EQ(now->entries.at(1).view.wants.service, "");
    // A heading that was named by hand and is gone is asked about; no other column takes its place.
    std::string changed = text();
    changed.replace(changed.find("Ruf"), 3, "Mobile");
    save(changed);
    look();
    EXPECT_EQ(keeper_->report().trouble, "no_headings");
    EXPECT_THAT(line(), ElementsAre("Anna"));
}

TEST_F(SheetsTest, SpeaksTheLanguageOfTheHouse) {
    engine::House house;
    house.account = connection_.account;
    house.locale = "de";
    ASSERT_TRUE(store_->save_house(house, Time{}));
    save("Name,Mobile\nAnna,4.41E+11\nBen,+49 151 1000002\n");
    look();
    EXPECT_THAT(text(), HasSubstr(",Wartet\n"));
    EXPECT_THAT(text("salon.standby.csv"), HasSubstr("Braucht eine Handynummer"));
    EXPECT_THAT(text("salon.standby.csv"), HasSubstr("Tabellenprogramm"));
}

TEST_F(SheetsTest, TwoColumnsWithOneHeadingAreTold) {
    save("Name,Mobile,Mobile\nAnna,+49 151 1000001,x\n");
    look();
    EXPECT_THAT(line(), ElementsAre("Anna"));
    ASSERT_FALSE(keeper_->report().notes.empty());
    EXPECT_EQ(keeper_->report().notes.front().kind, "heading_twice");
    EXPECT_EQ(keeper_->report().notes.front().row, 1U);
}

TEST_F(SheetsTest, ASecondRowOfThePersonIsTold) {
    save(two_guests);
    look();
    save(text() + "Anna,+49 151 1000001,Cut\n");
    look();
    EXPECT_THAT(line(), ElementsAre("Anna", "Ben"));
    ASSERT_EQ(keeper_->report().notes.size(), 1U);
    EXPECT_EQ(keeper_->report().notes.front().kind, "second_row");
    EXPECT_EQ(keeper_->report().notes.front().row, 4U);
}

}  // namespace
}  // namespace standby::app
