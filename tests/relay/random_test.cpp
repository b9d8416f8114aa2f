// Small random worlds: guests, offers, providers with moods, a store that fails, kills at any
// moment. Whatever happens, everything is said in the end, and to nobody who must not hear it.
#include "base/prng.hpp"
#include "tests/relay/relay_bench_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::notify {
namespace {

using engine::MessageKind;
using engine::OutboxState;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

class RandomWorld {
public:
    explicit RandomWorld(std::uint32_t seed) : random_(seed), bench_(options()) {
        bench_.mail.script = [this](const OutgoingMessage& message) { return mood(message); };
        bench_.sms.script = bench_.mail.script;
        bench_.webhook.script = bench_.mail.script;
    }

    void live() {
        bench_.save([&](engine::House& house) {
            house.channels = static_cast<engine::ChannelRule>(1 + below(3));
            house.webhook_url = below(3) == 0 ? "https://example.com/hook" : "";
            house.staff_email = "desk@example.com";
        });
        core::RulesPatch rules = RelayBench::plain();
        rules.set(&core::Rules::reminder_after, below(2) == 0 ? Duration{0} : minutes{3});
        rules.set(&core::Rules::verify_email, below(4) == 0);
        bench_.create(rules, RelayBench::start + hours{48});
        bench_.store.set_faults([this](store::Call) { return fault(); });
        for (int turn = 0; turn < 60; ++turn) {
            act();
            bench_.run_for(milliseconds{1 + below(20'000)}, seconds{2});
        }
        // Everything works again, and time passes.
        bench_.store.set_faults({});
        is_well_ = true;
        bench_.kill();  // what a provider never answers would wait for ever
        bench_.run_for(minutes{5}, seconds{2});
        bench_.run_for(hours{60}, minutes{10});
    }

    void check() {
        EXPECT_EQ(bench_.count(OutboxState::Pending), 0U);
        std::set<core::OfferNumber> sent;
        for (const core::Event& event : bench_.events()) {
            if (std::holds_alternative<core::OfferSent>(event.body)) {
                sent.insert(event.offer);
            }
            if (event.reason == core::Reason::WindowEnded) {
                EXPECT_TRUE(sent.contains(event.offer)) << "ended before anybody heard of it";
            }
        }
        std::map<std::string, std::set<std::string>> addresses;
        for (const ScriptedProvider* provider : {&bench_.mail, &bench_.sms}) {
            for (const auto& message : provider->receipts) {
                addresses[message.id].insert(message.to);
                const engine::OutboxRow row = bench_.row_of(message.id);
                EXPECT_TRUE(is_of(row, message.to)) << message.id << " went to " << message.to;
            }
        }
        for (const auto& [id, to] : addresses) {
            EXPECT_LE(to.size(), 2U) << id;
        }
        for (const store::MemoryMessage& message : bench_.store.content().outbox) {
            expect_said(message.listing, addresses);
        }
        for (const engine::OutboxListing& offer : bench_.messages(MessageKind::Offer)) {
            const core::OfferView view = view_of(offer.row.offer);
            EXPECT_TRUE(view.state != core::OfferState::Live ||
                        view.unreached != core::Undeliverable::None)
                << "an offer lives for ever";
        }
    }

    std::size_t messages() const {
        return bench_.mail.receipts.size() + bench_.sms.receipts.size();
    }

private:
    std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>(random_.below(bound));
    }

    BenchOptions options() {
        BenchOptions made;
        made.has_mail = below(8) != 0;
        made.has_sms = below(2) == 0;
        made.relay.in_flight_max = 1 + below(8);
        made.relay.rates.mail = below(2) == 0 ? 0 : 2;
        made.relay.rates.sms_sender = below(2) == 0 ? 0 : 1;
        return made;
    }

    Answer mood(const OutgoingMessage& message) {
        if (is_well_) {
            return takes({});
        }
        if (below(25) == 0) {
            is_down_ = !is_down_;
        }
        const SendOutcome outcomes[] = {SendOutcome::Later, SendOutcome::Bounced,
                                        SendOutcome::Blocked, SendOutcome::Refused};
        Answer answer = is_down_       ? says(SendOutcome::Unavailable)
                        : below(4) > 0 ? takes({})
                                       : says(outcomes[below(4)]);
        if (answer.result.outcome == SendOutcome::Later && below(2) == 0) {
            answer.result.retry_after = seconds{below(300)};
        }
        answer.result.address_is_dead =
            answer.result.outcome == SendOutcome::Bounced && message.to.size() % 2 == 0;
        answer.after = below(2) == 0 ? Duration{0} : milliseconds{below(3'000)};
        answer.is_never = below(40) == 0;
        return answer;
    }

    store::Fault fault() {
        return below(30) == 0 ? static_cast<store::Fault>(1 + below(3)) : store::Fault::None;
    }

    void act() {
        switch (below(9)) {
        case 0:
        case 1:
        case 2:
        case 3:
            return join();
        case 4:
            return bench_.release(1 + below(3));
        case 5:
            bench_.give(core::Accept{core::OfferNumber{1 + below(6)}});
            return;
        case 6:
            bench_.give(core::Leave{1 + below(guests_ + 1)});
            return;
        case 7:
            bench_.give(core::Verify{1 + below(guests_ + 1)});
            return;
        default:
            bench_.kill();
        }
    }

    void join() {
        const std::string number = std::to_string(++guests_);
        engine::Person person{.name = "Guest"};
        if (const std::uint32_t has = below(8); has > 0) {
            person.email = has % 4 != 1 ? "guest" + number + "@example.com" : "";
            person.phone = has % 2 == 1 ? "+49" + number : "";
        } else {
            person.user_id = number;
        }
        bench_.join(person);
    }

    bool is_of(const engine::OutboxRow& row, const std::string& to) {
        if (audience_of(row.kind) == Audience::Staff) {
            return to == "desk@example.com";
        }
        const auto& people = bench_.store.content().resources.at(row.resource.value()).people;
        const auto person = people.find(row.entry);
        return person != people.end() && (person->second.email == to || person->second.phone == to);
    }

    // What counts as sent was handed to someone, or the webhook.
    void expect_said(const engine::OutboxListing& listing,
                     const std::map<std::string, std::set<std::string>>& addresses) {
        const std::string id = engine::format_message_id(listing.row.id);
        bool has_sent = false;
        bool has_left = false;
        for (const engine::Delivery& delivery : bench_.deliveries(listing.row.id)) {
            has_left |= delivery.sent_at.has_value();
            has_sent |= delivery.sent_at && delivery.channel != engine::Channel::Webhook;
        }
        EXPECT_TRUE(!has_sent || addresses.contains(id)) << id;
        EXPECT_TRUE(has_left || listing.note != "sent") << id;
        if (listing.state == OutboxState::Dead) {
            EXPECT_FALSE(listing.note.empty()) << id << " died without a reason";
        }
    }

    core::OfferView view_of(core::OfferNumber offer) {
        core::OfferView seen;
        bench_.gateway().submit(
            engine::Query{.resource = bench_.list, .look = [&](const engine::Query::View& view) {
                              seen = core::view_offer(*view.state, offer).value_or(seen);
                          }});
        return seen;
    }

    Prng random_;
    RelayBench bench_;
    std::uint32_t guests_ = 0;
    bool is_down_ = false;
    bool is_well_ = false;
};

TEST(RandomTest, EverythingIsSaidInTheEnd) {
    std::size_t messages = 0;
    for (std::uint32_t seed = 1; seed <= 200; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        RandomWorld world(seed);
        world.live();
        world.check();
        messages += world.messages();
        ASSERT_FALSE(testing::Test::HasFailure());
    }
    EXPECT_GE(messages, 5'000U) << "worlds in which something happens";
}

}  // namespace
}  // namespace standby::notify
