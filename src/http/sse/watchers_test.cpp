// Live streams: everything once, in order, from the first look on.
#include "http/sse/entry_watcher.hpp"
#include "http/sse/live_hub.hpp"
#include "http/sse/resource_watcher.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace standby::http {
namespace {

constexpr core::ResourceNumber concert{1};
constexpr core::ResourceNumber salon{2};

class KeptStream final : public EventStream {
public:
    void write(std::string chunk) override { text += chunk; }
    void close() override { open = false; }
    bool is_open() const override { return open; }
    std::string text;
    bool open = true;
};

std::string by_number(core::ResourceNumber, const core::Event& event, const Sha256Digest&) {
    return std::to_string(event.number) + ";";
}

engine::Committed commit(core::ResourceNumber resource, std::uint64_t first, std::uint64_t last,
                         core::Ticket entry = 0) {
    engine::Committed committed{.resource = resource};
    for (std::uint64_t number = first; number <= last; ++number) {
        committed.events.push_back({.number = number, .entry = entry});
        committed.links.emplace_back();
    }
    return committed;
}

class Watchers : public ::testing::Test {
protected:
    void tick_all() {
        for (std::size_t part = 0; part < LiveHub::parts; ++part) {
            hub.tick(part);
        }
    }

    LiveHub hub{&by_number};
    std::shared_ptr<KeptStream> stream = std::make_shared<KeptStream>();
};

TEST_F(Watchers, KeepWhatIsCommittedBeforeTheFirstTextAndSendItOnce) {
    const auto watcher = std::make_shared<ResourceWatcher>(stream);
    hub.add(concert, watcher);
    hub.on_committed(commit(concert, 4, 5));
    hub.on_committed(commit(concert, 6, 6));
    EXPECT_EQ(stream->text, "");
    watcher->begin("up to 5;", 5);
    hub.on_committed(commit(concert, 7, 8));
    EXPECT_EQ(stream->text, "up to 5;6;7;8;");
}

TEST_F(Watchers, AreSentAwayToComeBackWhenAnEventIsMissing) {
    const auto watcher = std::make_shared<ResourceWatcher>(stream);
    hub.add(concert, watcher);
    watcher->begin("up to 5;", 5);
    hub.on_committed(commit(concert, 7, 8));
    EXPECT_EQ(stream->text, "up to 5;");
    EXPECT_FALSE(stream->is_open());
}

TEST_F(Watchers, SeeOnlyTheirOwnResource) {
    const auto watcher = std::make_shared<ResourceWatcher>(stream);
    hub.add(concert, watcher);
    watcher->begin("", 0);
    hub.on_committed(commit(salon, 1, 9));
    EXPECT_EQ(stream->text, "");
}

TEST_F(Watchers, AreForgottenWhenTheyAreGone) {
    hub.add(concert, std::make_shared<ResourceWatcher>(stream));
    EXPECT_EQ(hub.size(), 1U);
    hub.tick(0);
    EXPECT_EQ(hub.size(), 0U);
    hub.add(concert, 7,
            std::make_shared<EntryWatcher>(stream, [](const std::shared_ptr<EntryWatcher>&) {}));
    EXPECT_EQ(hub.size(), 1U);
    tick_all();
    EXPECT_EQ(hub.size(), 0U);
}

TEST_F(Watchers, OfAnEntryAreRefreshedAtOnceByItsOwnEventsAndByTheTickForOthers) {
    int refreshes = 0;
    const auto watcher =
        std::make_shared<EntryWatcher>(stream, [&](const std::shared_ptr<EntryWatcher>& self) {
            ++refreshes;
            self->show(static_cast<std::uint64_t>(refreshes), "{}");
        });
    hub.add(concert, 7, watcher);
    hub.on_committed(commit(concert, 1, 1, 7));
    EXPECT_EQ(refreshes, 1);
    hub.on_committed(commit(concert, 2, 2, 8));
    EXPECT_EQ(refreshes, 1);
    tick_all();
    EXPECT_EQ(refreshes, 2);
    tick_all();
    EXPECT_EQ(refreshes, 2);
}

TEST_F(Watchers, OfManyEntriesAskInTurns) {
    std::vector<int> asked;
    std::vector<std::shared_ptr<EntryWatcher>> watchers;
    for (core::Ticket ticket = 0; ticket < 2 * LiveHub::parts; ++ticket) {
        watchers.push_back(std::make_shared<EntryWatcher>(
            stream, [&asked, ticket](const std::shared_ptr<EntryWatcher>&) {
                asked.push_back(static_cast<int>(ticket));
            }));
        hub.add(concert, ticket, watchers.back());
    }
    hub.on_committed(commit(concert, 1, 1, 99));
    EXPECT_THAT(asked, ::testing::IsEmpty());
    hub.tick(3);
    EXPECT_THAT(asked, ::testing::UnorderedElementsAre(3, 13));
    tick_all();
    EXPECT_THAT(asked, ::testing::SizeIs(2 * LiveHub::parts));
}

TEST_F(Watchers, OfAnEntrySendWhatLooksDifferentOnly) {
    EntryWatcher watcher{stream, [](const std::shared_ptr<EntryWatcher>&) {}};
    watcher.show(3, "{\"rank\":2}");
    watcher.show(4, "{\"rank\":2}");
    watcher.show(5, "{\"rank\":1}");
    watcher.show(4, "{\"rank\":2}");  // came late
    EXPECT_EQ(stream->text, "event: snapshot\nid: 3\ndata: {\"rank\":2}\n\n"
                            "event: change\nid: 5\ndata: {\"rank\":1}\n\n");
}

TEST_F(Watchers, AreSentAwayWhenTheirShardMovesAndNoOthers) {
    const auto of_resource = std::make_shared<ResourceWatcher>(stream);
    const auto entry_stream = std::make_shared<KeptStream>();
    const auto of_entry = std::make_shared<EntryWatcher>(entry_stream, [](const auto&) {});
    const auto other_stream = std::make_shared<KeptStream>();
    const auto other = std::make_shared<ResourceWatcher>(other_stream);
    hub.add(concert, of_resource);
    hub.add(concert, core::Ticket{7}, of_entry);
    hub.add(salon, other);
    hub.close_shard(engine::shard_of(concert, 4), 4);
    EXPECT_FALSE(stream->open);
    EXPECT_FALSE(entry_stream->open);
    EXPECT_TRUE(other_stream->open);
    EXPECT_EQ(hub.size(), 1U);
}

}  // namespace
}  // namespace standby::http
