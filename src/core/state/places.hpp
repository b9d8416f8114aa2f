// Places of seats and access lists: interchangeable, so they are counted, not listed. A free place
// remembers only how often it was offered.
#pragma once

#include "core/model/event.hpp"
#include "core/model/states.hpp"
#include "core/rules/rules.hpp"

#include <cstdint>
#include <iterator>
#include <map>

namespace standby::core {

class Places {
public:
    // Free places by the number of offers made for them, at least one.
    using Tried = std::map<std::uint32_t, std::uint64_t>;

    // Every count at once, as it was stored.
    struct Figures {
        std::uint64_t released = 0;
        std::uint64_t accepted = 0;
        std::uint64_t held = 0;
        std::uint64_t idle = 0;
        std::uint32_t releases = 0;
        Tried tried;
    };
    Places() = default;
    explicit Places(Figures figures);

    // How many places there are to give: the capacity of seats, else what was released; of an
    // access list never more than its total.
    std::uint64_t limit(const Settings& settings) const;
    // Limit less what is accepted and held. Never negative, even if the limit was lowered.
    std::uint64_t free(const Settings& settings) const;
    // Free, less the places that were offered max_offers times: those are for walk-ins.
    std::uint64_t available(const Settings& settings, const Rules& rules) const;
    // The tries of an offer that takes `count` free places: 1 + the most among them. A move leaves
    // out the places with `tried_out` tries or more; 0 leaves out none.
    std::uint32_t tries_for(std::uint64_t count, std::uint32_t tried_out) const;

    std::uint64_t accepted() const { return accepted_; }
    std::uint64_t held() const { return held_; }
    std::uint64_t released() const { return released_; }
    // Free places for which nobody was found, already on record.
    std::uint64_t idle() const { return idle_; }
    // Counts the occasions on which fresh places came free.
    std::uint32_t releases() const { return releases_; }

    // Takes free places, those with the most tries first, for an offer or an acceptance at once.
    void hold(std::uint64_t count, std::uint32_t tried_out);
    void accept_free(std::uint64_t count);
    void accept_held(std::uint64_t count);
    // A held place comes free again with its tries.
    void give_back(std::uint64_t count, std::uint32_t tries);
    // An accepted place comes free, untried.
    void vacate(std::uint64_t count);
    void release(std::uint64_t count);
    // A released place is gone: it belongs to the booking system again.
    void lose(std::uint64_t count);
    void note_release() { ++releases_; }
    void note_idle(std::uint64_t count) { idle_ += count; }
    void start_idle(std::uint64_t count) { idle_ = count; }
    // To be called after each change: forgets tries and idle counts beyond what is free.
    void settle(const Settings& settings);

    const Tried& tried() const { return tried_; }

private:
    // The end of the places that have fewer than `tried_out` tries.
    template <class Map>
    static auto end_of(Map& tried, std::uint32_t tried_out) {
        return tried_out == 0 ? tried.end() : tried.lower_bound(tried_out);
    }
    void take(std::uint64_t count, std::uint32_t tried_out);

    std::uint64_t released_ = 0;
    std::uint64_t accepted_ = 0;
    std::uint64_t held_ = 0;
    std::uint64_t idle_ = 0;
    std::uint32_t releases_ = 0;
    Tried tried_;
};

}  // namespace standby::core
