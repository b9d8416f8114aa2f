// A house with its engine, its relay and scripted providers, on a clock that the test moves. All
// that a process holds in memory can be killed at any moment; the store and the providers live on.
#pragma once

#include "base/assert.hpp"
#include "core/audit/event_codec.hpp"
#include "notify/relay/relay.hpp"
#include "tests/relay/scripted_provider_test_support.hpp"
#include "tests/relay/shard_gateway_test_support.hpp"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::notify {

class PlainKeys final : public engine::ContactKeys {
public:
    core::ContactKey email(std::string_view text) const override { return key_of(text); }
    core::ContactKey phone(std::string_view text) const override { return key_of(text); }
    static core::ContactKey key_of(std::string_view text) {
        return core::ContactKey{core::event_key(text).value()};
    }
};

class PlainLinks final : public engine::GuestLinks {
public:
    std::string status(const engine::LinkReader& reader) const override {
        return "https://x.test/s/" + core::format_id(reader.entry);
    }
    std::string verify(const engine::LinkReader& reader) const override {
        return "https://x.test/v/" + core::format_id(reader.entry);
    }
    std::string offer(core::OfferId offer, const engine::LinkReader&) const override {
        return "https://x.test/o/" + core::format_id(offer);
    }
    std::string short_status(const engine::LinkReader& reader) const override {
        return status(reader);
    }
    std::string short_offer(core::OfferId id, const engine::LinkReader& reader) const override {
        return offer(id, reader);
    }
    std::string unsubscribe(const engine::LinkReader& reader) const override {
        return "https://x.test/u/" + core::format_id(reader.entry);
    }
    std::string new_password(std::uint64_t member, Time) const override {
        return "https://x.test/p/" + std::to_string(member);
    }
    std::string at(std::string_view path) const override {
        return "https://x.test" + std::string(path);
    }
};

struct BenchOptions {
    RelayOptions relay;
    bool has_mail = true;
    bool has_sms = false;
    bool has_whatsapp = false;
    std::vector<std::string> sms_from = {"+100"};
};

// The people of these tests are called by one word.
inline std::string mail_of(std::string_view name) {
    return std::string(name) + "@example.com";
}
inline engine::Person by_mail(std::string_view name) {
    return {.name = std::string(name), .email = mail_of(name)};
}
inline engine::Person by_both(std::string_view name, std::string phone) {
    engine::Person person = by_mail(name);
    person.phone = std::move(phone);
    return person;
}

class RelayBench {
public:
    // A Monday at noon.
    static constexpr Time start =
        std::chrono::sys_days{std::chrono::year{2026} / std::chrono::November / 16} +
        std::chrono::hours{12};

    explicit RelayBench(BenchOptions options = {}) : options_(std::move(options)) {
        account = store.create_account("House", now).value().number;
        boot();
    }

    // Everything in memory is gone, and a new process starts.
    void kill() {
        for (ScriptedProvider* provider : {&mail, &sms, &webhook, &whatsapp}) {
            provider->forget_pending();
        }
        process_.reset();
        boot();
    }

    void save(const std::function<void(engine::House&)>& change) {
        engine::House house = store.house(account).value();
        house.account = account;
        change(house);
        ASSERT(store.save_house(house, now).has_value());
        process_->houses.forget(account);
    }

    // A list on which places are given away by `release`, in the order of joining.
    core::ResourceNumber create(core::RulesPatch rules = {},
                                std::optional<Time> starts_at = std::nullopt) {
        return create_for(account, std::move(rules), starts_at);
    }
    core::ResourceNumber create_for(engine::AccountNumber owner, core::RulesPatch rules = {},
                                    std::optional<Time> starts_at = std::nullopt,
                                    core::Kind kind = core::Kind::Access) {
        core::CreateResource command;
        command.settings.kind = kind;
        command.settings.capacity = kind == core::Kind::Access ? 1'000'000 : 0;
        command.settings.starts_at = starts_at;
        command.rules = std::move(rules);
        const auto resource = store.allocate_resource(owner, {}, now).value();
        list = resource;
        give(std::move(command), {.resource_name = "Concert"});
        return resource;
    }
    // A list on which slots are given away by `open_slot`.
    core::ResourceNumber create_slots(core::RulesPatch rules = {}) {
        return create_for(account, std::move(rules), std::nullopt, core::Kind::Slots);
    }
    core::OpeningNumber open_slot(Time starts_at) {
        return give(core::OpenSlot{
                        .slot = {.starts_at = starts_at, .duration = std::chrono::hours{1}}})
            .opening;
    }
    // Every hour counts, first come first served, ten minutes to answer.
    static core::RulesPatch plain() {
        return core::RulesPatch{}
            .set(&core::Rules::quiet_hours, std::nullopt)
            .set(&core::Rules::order, core::Order::Fifo)
            .set(&core::Rules::claim_window, std::chrono::minutes{10});
    }

    core::Ticket join(const engine::Person& person, core::Wants wants = {}) {
        core::Join command;
        command.contacts = {PlainKeys::key_of(person.email + person.phone + person.user_id)};
        command.wants = std::move(wants);
        return give(std::move(command), {.person = person}).entry;
    }
    void release(std::uint32_t places) {
        give(core::ReleasePlaces{"release " + std::to_string(++releases_), places});
    }
    // Carries out a command on `list`; it must not be refused.
    core::Answer give(core::Command command, engine::Attachment attachment = {},
                      core::Actor actor = {.kind = core::ActorKind::Staff, .id = 1}) {
        core::Answer answer;
        engine::Request request{.resource = list,
                                .command = std::move(command),
                                .actor = actor,
                                .attachment = std::move(attachment)};
        request.make_answer = [&](const core::ResourceState&, const core::Outcome& outcome) {
            was_refused = outcome.refusal.has_value();
            answer = outcome.answer;
            return engine::Answer{200, ""};
        };
        request.done = [](const engine::Reply&) {};
        process_->gateway.submit(std::move(request));
        return answer;
    }

    // One step of everything. False: nothing is left to do now.
    bool step() {
        bool has_done = process_->gateway.settle();
        for (ScriptedProvider* provider : {&mail, &sms, &webhook, &whatsapp}) {
            has_done |= provider->give_answers();
        }
        has_done |= process_->relay.step(now, Duration{0});
        ++steps;
        if (after_step) {
            after_step();
        }
        return has_done;
    }
    void settle() {
        constexpr int steps_max = 50'000;
        for (int count = 0; step(); ++count) {
            ASSERT(count < steps_max);  // it goes round in circles
        }
    }
    void run_for(Duration duration, Duration tick = std::chrono::seconds{1}) {
        settle();
        for (const Time end = now + duration; now < end;) {
            now = std::min(end, now + tick);
            settle();
        }
    }

    std::vector<core::Event> events() { return events_of(list); }
    std::vector<core::Event> events_of(core::ResourceNumber resource) {
        std::vector<core::Event> decoded;
        const auto& rows = store.content().resources.at(resource.value()).events;
        for (const engine::EventRow& row : rows) {
            decoded.push_back(core::decode_event(row.data).value());
        }
        return decoded;
    }
    // "offer_ended never_sent #2", of one type.
    std::vector<std::string> trace(std::string_view type) {
        std::vector<std::string> lines;
        for (const core::Event& event : events()) {
            if (core::type_of(event) == type) {
                lines.push_back(std::string(type) + " " + std::string(core::name_of(event.reason)) +
                                " #" + std::to_string(event.entry));
            }
        }
        return lines;
    }
    // All messages of one kind, as the store has them.
    std::vector<engine::OutboxListing> messages(engine::MessageKind kind) const {
        std::vector<engine::OutboxListing> found;
        for (const store::MemoryMessage& message : store.content().outbox) {
            if (message.listing.row.kind == kind) {
                found.push_back(message.listing);
            }
        }
        return found;
    }
    std::size_t count(engine::OutboxState state) const {
        std::size_t total = 0;
        for (const store::MemoryMessage& message : store.content().outbox) {
            total += message.listing.state == state ? 1 : 0;
        }
        return total;
    }
    std::vector<engine::Delivery> deliveries(std::uint64_t message) {
        const std::uint64_t ids[] = {message};
        return store.deliveries(ids).value();
    }
    // The message with this public id.
    engine::OutboxRow row_of(const std::string& id) const {
        const auto number = engine::parse_message_id(id);
        ASSERT(number && *number <= store.content().outbox.size());
        return store.content().outbox[*number - 1].listing.row;
    }

    Relay& relay() { return process_->relay; }
    ShardGateway& gateway() { return process_->gateway; }

    Time now = start;
    store::MemoryStore store;
    ScriptedProvider mail{now};
    ScriptedProvider sms{now};
    ScriptedProvider webhook{now};
    ScriptedProvider whatsapp{now};
    engine::AccountNumber account;
    core::ResourceNumber list;  // the one that commands go to
    core::ZoneBook zones;
    bool was_refused = false;
    std::size_t steps = 0;
    std::function<void()> after_step;
    std::function<bool()> is_overloaded;
    std::vector<std::string> reports;

private:
    struct Process {
        explicit Process(RelayBench& bench)
            : gateway(bench.store, bench.zones, bench.now,
                      [this](const engine::Committed& committed) {
                          if (committed.has_messages) {
                              relay.wake();
                          }
                      }),
              houses(bench.store),
              gatherer(bench.store, bench.store, gateway, bench.keys_, bench.zones, houses),
              writer(houses, bench.links_, bench.zones,
                     {.mail_from = "desk@house.example", .sms_from = bench.options_.sms_from}),
              transport(TransportOptions{}),
              relay(bench.services(*this), bench.options_.relay) {
            gatherer.set_whatsapp(bench.options_.has_whatsapp);
            gateway.is_overloaded = [&bench] {
                return bench.is_overloaded && bench.is_overloaded();
            };
        }
        ShardGateway gateway;
        Houses houses;
        Gatherer gatherer;
        MessageWriter writer;
        Transport transport;
        Relay relay;
    };

    void boot() { process_ = std::make_unique<Process>(*this); }
    RelayServices services(Process& process) {
        RelayServices made{.store = store,
                           .registry = store,
                           .gateway = process.gateway,
                           .gatherer = process.gatherer,
                           .writer = process.writer,
                           .transport = process.transport};
        made.report = [this](std::string_view event, std::string_view note) {
            reports.push_back(std::string(event) + " " + std::string(note));
        };
        made.providers = {{engine::Channel::Webhook, &webhook}};
        if (options_.has_mail) {
            made.providers.emplace(engine::Channel::Mail, &mail);
        }
        if (options_.has_sms) {
            made.providers.emplace(engine::Channel::Sms, &sms);
        }
        if (options_.has_whatsapp) {
            made.providers.emplace(engine::Channel::WhatsApp, &whatsapp);
        }
        return made;
    }

    BenchOptions options_;
    PlainKeys keys_;
    PlainLinks links_;
    std::uint32_t releases_ = 0;
    std::unique_ptr<Process> process_;
};

}  // namespace standby::notify
