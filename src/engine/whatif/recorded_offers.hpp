// The offers of a history and how they were answered, as far as that is known. One that ran out was
// listened to until its window ended; where late yeses are kept, until the place was gone.
#pragma once

#include "core/model/event.hpp"
#include "core/rules/zone_book.hpp"
#include "core/state/resource_state.hpp"
#include "engine/whatif/recorded_month.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace standby::engine::whatif {

// In which part of the day of the list this is.
std::size_t hour_band_at(const core::ResourceState& state, const core::ZoneBook& zones, Time at);

class RecordedOffers {
public:
    explicit RecordedOffers(const core::ZoneBook& zones) : zones_(zones) {}

    // Offers that are under way in this state.
    void begin(const core::ResourceState& state);
    // Answers to offers made from now on are kept.
    void begin_month() { is_month_ = true; }
    // The state is that before the event.
    void add(const core::ResourceState& state, const core::Event& event);
    // All that is still open was listened to until `to`.
    void finish(Time to, const Media& media, Evidence& evidence,
                std::map<ReplyKey, RecordedReply>& replies);

private:
    struct Offer {
        core::OfferNumber number;
        core::Ticket entry = 0;
        core::OpeningNumber opening;
        Time send_at{};
        std::optional<Time> sent_at;
        std::optional<Time> starts_at;
        std::optional<Time> cutoff;
        RecordedReply reply;
        bool in_month = false;
        bool is_over = false;  // it can no longer be answered, not even late
        bool is_known = true;  // false: it was taken away, or never reached anybody
        std::size_t hour_band = 0;
        std::uint32_t ordinal = 0;  // counted places: the entry's n-th offer in the month

        Time begins() const { return sent_at.value_or(send_at); }
    };

    void add_body(const core::ResourceState&, const core::Event&, const core::OfferMade&);
    void add_body(const core::ResourceState&, const core::Event&, const core::OfferSent&);
    void add_body(const core::ResourceState&, const core::Event&, const core::OfferUnreached&);
    void add_body(const core::ResourceState&, const core::Event&, const core::OfferClaimed&);
    void add_body(const core::ResourceState&, const core::Event&, const core::OfferAccepted&);
    void add_body(const core::ResourceState&, const core::Event&, const core::OfferEnded&);
    void add_body(const core::ResourceState&, const core::Event&, const core::OpeningMoved&);
    void add_body(const core::ResourceState&, const core::Event&, const core::StandingYes&);
    void add_body(const core::ResourceState&, const core::Event&, const auto&) {}
    Offer* find(core::OfferNumber number);
    void answer(Offer& offer, Answer answer, Time at);
    void stop_listening(core::OpeningNumber opening, Time at);

    const core::ZoneBook& zones_;
    std::vector<Offer> offers_;
    std::unordered_map<core::OfferNumber, std::size_t> by_number_;
    std::unordered_map<core::OpeningNumber, std::vector<std::size_t>> late_;  // may still answer
    std::unordered_map<core::Ticket, std::uint32_t> asked_in_month_;
    bool is_month_ = false;
};

}  // namespace standby::engine::whatif
