// Drives the core in memory: no server, no database, no clock. The recorded events are all that
// survives a restart.
#pragma once

#include "core/audit/hash_chain.hpp"
#include "core/model/event.hpp"
#include "core/rules/zone_book.hpp"
#include "core/run.hpp"
#include "core/state/resource_state.hpp"
#include "tests/scenarios/runner/driver.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::scenarios {

enum class Instants : std::uint8_t {
    Plain,
    EachRestarted,  // also restart after every instant at which something fell due
};

class CoreDriver final : public Driver {
public:
    // The book must outlive the driver.
    CoreDriver(const core::ZoneBook& zones, Instants instants)
        : zones_(zones), instants_(instants) {}

    Result<void, std::string> advance(Time to) override;
    Result<void, std::string> be_down_until(Time to) override;
    Reply submit(const Request& request) override;
    void use_relay(Relay relay) override;
    Result<void, std::string> restart() override;

    std::optional<EntryFacts> entry(std::string_view id) override;
    std::optional<OfferFacts> offer(std::string_view id) override;
    std::string opening_state(std::string_view id) override;
    CountFacts counts(std::string_view resource) override;
    std::vector<std::string> line(std::string_view resource, std::size_t count) override;
    std::string failed_check(std::string_view entry, std::string_view opening) override;
    const std::vector<EventRecord>& events() override { return records_; }

private:
    struct Held {
        core::ResourceState state;
        std::vector<std::vector<std::byte>> events;  // encoded
        core::HashChain chain;
    };
    struct Message {
        Time send_at{};
        core::ResourceNumber resource;
        core::OfferNumber offer;
    };

    Held* find(core::ResourceNumber number);
    core::Context context(core::Actor actor = {}) const { return {now_, actor, &zones_}; }
    void record(Held& held, const std::vector<core::Event>& events);
    // What the server knows of people beside the engine: who reads which address.
    // Whose offer it was that somebody says yes to too late, and of which opening.
    void add_offered(const Request& request, core::Command& command) const;
    void add_friend_keys(const Request& request, core::Command& command) const;
    // Sends what wants to be sent by now, if the relay is prompt.
    void relay();
    std::optional<Time> next_instant() const;
    // Does what is due now. False when that is nothing: a due time that would never pass.
    bool live_through_instant();

    const core::ZoneBook& zones_;
    Instants instants_;
    Time now_{};
    Relay relay_ = Relay::Prompt;
    std::vector<Held> held_;  // resource number n stands at n - 1
    std::vector<Message> outbox_;
    std::vector<EventRecord> records_;
    std::map<std::string, std::string, std::less<>> contacts_;  // by entry
};

}  // namespace standby::scenarios
