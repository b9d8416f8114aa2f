// Digest of the state: ordered parts in order, unordered ones by a sum that ignores order.
#include "core/audit/fingerprint.hpp"

#include "base/prng.hpp"
#include "core/audit/event_codec.hpp"
#include "core/state/resource_state.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace standby::core {
namespace {

class Digest {
public:
    Digest& add(std::uint64_t value) {
        hash_ = mix64((hash_ ^ value) + 0x9E37'79B9'7F4A'7C15U);
        return *this;
    }
    Digest& add(Time time) {
        return add(static_cast<std::uint64_t>(time.time_since_epoch().count()));
    }
    Digest& add(const std::optional<Time>& time) { return time ? add(1).add(*time) : add(0); }
    template <class Tag, class Int>
    Digest& add(StrongId<Tag, Int> id) {
        return add(std::uint64_t{id.value()});
    }
    template <class Enum>
        requires std::is_enum_v<Enum>
    Digest& add(Enum value) {
        return add(static_cast<std::uint64_t>(value));
    }
    Digest& add(std::span<const std::byte> bytes) {
        add(bytes.size());
        while (!bytes.empty()) {
            std::uint64_t word = 0;
            const std::size_t size = std::min(bytes.size(), sizeof word);
            std::memcpy(&word, bytes.data(), size);
            add(word);
            bytes = bytes.subspan(size);
        }
        return *this;
    }
    std::uint64_t value() const { return mix64(hash_); }

private:
    std::uint64_t hash_ = 1;
};

// Settings, rules and wants have an encoding already. The event and its bytes are used again and
// again, and wishes that entries share are encoded once.
class Encoder {
public:
    explicit Encoder(const ResourceState& state)
        : state_(state), wants_digests_(state.profiles.size()) {}

    // Valid until the next call.
    template <class Body>
    std::span<const std::byte> encoded(Body body) {
        event_.body = std::move(body);
        bytes_.clear();
        encode_event(event_, bytes_);
        return bytes_;
    }

    std::uint64_t wants_digest(ProfileNumber number) {
        std::optional<std::uint64_t>& known = wants_digests_[number];
        if (!known) {
            Wants wants = to_wants(state_.profiles.at(number), state_.names);
            known = Digest{}.add(encoded(EntryUpdated{.wants = std::move(wants)})).value();
        }
        return *known;
    }

private:
    const ResourceState& state_;
    std::vector<std::optional<std::uint64_t>> wants_digests_;  // by profile
    Event event_;
    std::vector<std::byte> bytes_;
};

std::uint64_t entry_digest(const ResourceState& state, Encoder& encoder, Ticket ticket) {
    Digest digest;
    digest.add(std::uint64_t{ticket}).add(state.entries.state(ticket));
    if (!is_active(state.entries.state(ticket))) {
        return digest.value();
    }
    const EntryTable::Row row = state.entries.row(ticket);
    digest.add(encoder.wants_digest(row.profile));
    digest.add(std::uint64_t{row.party_size}).add(std::uint64_t{row.tier});
    digest.add(static_cast<std::uint64_t>(row.points)).add(row.joined_at);
    const Mark& mark = mark_of(state, ticket);
    digest.add(std::uint64_t{mark.place}).add(mark.place_since);
    digest.add(std::uint64_t{mark.misses}).add(std::uint64_t{mark.declines});
    digest.add(std::uint64_t{mark.passes}).add(std::uint64_t{mark.sits_out});
    digest.add(std::uint64_t{mark.steps_aside});
    digest.add(std::uint64_t{link_epoch(state, ticket)});
    digest.add(participant_of(state, ticket));
    if (mark.place != 0) {
        // The row of the drawn place leads to its entry and has the same wishes.
        digest.add(std::uint64_t{entry_at(state, mark.place)});
        digest.add(state.entries.profile(mark.place) == row.profile ? 1 : 0);
    }
    digest.add(mark.paid).add(mark.standing_yes ? 1 : 0);
    digest.add(std::uint64_t{mark.pings}).add(mark.heard_at).add(mark.pinged_at);
    digest.add(mark.set_aside ? 1 : 0);
    return digest.add(mark.group).add(mark.offer).add(mark.opening).value();
}

std::uint64_t offer_digest(Encoder& encoder, OfferNumber number, const Offer& offer) {
    Digest digest;
    digest.add(number).add(std::uint64_t{offer.entry}).add(offer.opening);
    digest.add(std::uint64_t{offer.places}).add(std::uint64_t{offer.tries}).add(offer.state);
    digest.add(offer.awaiting)
        .add(offer.plain_clock ? 1 : 0)
        .add(offer.by_hand ? 1 : 0)
        .add(offer.reminded ? 1 : 0);
    digest.add(encoder.encoded(OfferClaimed{.awaiting = offer.awaiting, .price = offer.price}));
    digest.add(offer.paid ? 1 : 0).add(offer.made_at).add(offer.send_at).add(offer.sent_at);
    digest.add(offer.unreached).add(offer.patience_until).add(offer.deadline_before);
    digest.add(static_cast<std::uint64_t>(offer.window.count())).add(offer.late_yes ? 1 : 0);
    digest.add(offer.yes_by);
    return digest.add(offer.expires_at).add(offer.remind_at).value();
}

std::uint64_t opening_digest(Encoder& encoder, OpeningNumber number, const Opening& opening) {
    Digest digest;
    digest.add(number).add(opening.state).add(opening.offer).add(std::uint64_t{opening.holder});
    digest.add(encoder.encoded(OpeningAdded{.slot = opening.slot, .event = {}, .previous = {}}));
    digest.add(std::uint64_t{opening.offers_made}).add(opening.last_outcome);
    digest.add(opening.hand_back_at).add(opening.asks_newcomers ? 1 : 0);
    for (const Ticket tried : opening.tried) {
        digest.add(std::uint64_t{tried});
    }
    for (const Ticket aside : opening.aside) {
        digest.add(std::uint64_t{aside});
    }
    digest.add(opening.untold ? 1 : 0);
    for (const Ticket standing : opening.standing) {
        digest.add(std::uint64_t{standing});
    }
    digest.add(opening.standing.size());
    return digest.value();
}

void add_line(Digest& digest, const Line& line) {
    line.for_each_from(0, [&](const LinePlace& place) {
        digest.add(place.key);
        return true;
    });
    digest.add(line.size());
}

void add_places(Digest& digest, const Places& places) {
    digest.add(places.accepted()).add(places.held()).add(places.released()).add(places.idle());
    digest.add(std::uint64_t{places.releases()});
    for (const auto& [tries, count] : places.tried()) {
        digest.add(std::uint64_t{tries}).add(count);
    }
}

// Parts whose order in memory means nothing.
std::uint64_t unordered_parts(const ResourceState& state, Encoder& encoder) {
    std::uint64_t sum = 0;
    state.contacts.for_each_pair([&](ContactKey key, Ticket ticket) {
        if (is_active(state.entries.state(ticket))) {
            sum += Digest{}.add(1).add(key).add(std::uint64_t{ticket}).value();
        }
    });
    // The numbers of services depend on when each was first heard of; their keys do not.
    for (const auto& [service, line] : state.lines.by_service) {
        Digest digest;
        digest.add(6).add(std::as_bytes(std::span{state.names.key_text(service)}));
        add_line(digest, line);
        sum += digest.value();
    }
    for (const auto& [group, members] : state.groups) {
        Digest digest;
        digest.add(7).add(group);
        for (const Ticket member : members) {
            digest.add(std::uint64_t{member});
        }
        sum += digest.value();
    }
    for (const auto& [number, offer] : state.offers) {
        sum += offer_digest(encoder, number, offer);
    }
    for (const auto& [number, entry] : state.accepted_offers) {
        sum += Digest{}.add(2).add(number).add(std::uint64_t{entry}).value();
    }
    for (const auto& [event, opening] : state.seen_events) {
        sum += Digest{}.add(3).add(event).add(opening).value();
    }
    for (const auto& [entry, ledger] : state.referrers) {
        if (ledger == Referrer{}) {
            continue;
        }
        Digest digest;
        digest.add(4).add(std::uint64_t{entry}).add(std::uint64_t{ledger.pending});
        digest.add(std::uint64_t{ledger.credited});
        digest.add(static_cast<std::uint64_t>(ledger.raw_points));
        sum += digest.add(static_cast<std::uint64_t>(ledger.points)).value();
    }
    for (const auto& [entry, row] : state.referred) {
        Digest digest;
        digest.add(5).add(std::uint64_t{entry}).add(std::uint64_t{row.referrer});
        digest.add(static_cast<std::uint64_t>(row.raw_points)).add(row.credited ? 1 : 0);
        for (const ContactKey key : row.friend_keys) {
            digest.add(8).add(key);
        }
        for (const ContactKey key : row.referrer_keys) {
            digest.add(9).add(key);
        }
        sum += digest.value();
    }
    for (const auto& [entry, row] : state.ended_referrals) {
        Digest digest;
        digest.add(10).add(std::uint64_t{entry}).add(std::uint64_t{row.referrer});
        sum += digest.add(static_cast<std::uint64_t>(row.raw_points)).value();
    }
    for (const auto& [entry, openings] : state.standing) {
        for (const OpeningNumber opening : openings) {
            sum += Digest{}.add(13).add(std::uint64_t{entry}).add(opening).value();
        }
    }
    state.friends.for_each_counted([&](ContactKey one, ContactKey referrer) {
        sum += Digest{}.add(11).add(one).add(referrer).value();
    });
    state.friends.for_each_barred(
        [&](ContactKey key) { sum += Digest{}.add(12).add(key).value(); });
    return sum;
}

}  // namespace

std::uint64_t fingerprint(const ResourceState& state) {
    Digest digest;
    digest.add(state.number).add(state.status).add(std::uint64_t{state.rules_version});
    digest.add(state.last_at).add(state.last_event);
    digest.add(std::as_bytes(std::span{state.cancel_note}));
    digest.add(state.by_time ? 1 : 0);
    Encoder encoder{state};
    digest.add(encoder.encoded(ResourceCreated{state.settings, state.rules, state.draw_seed}));
    for (Ticket ticket = 1; ticket <= state.entries.last(); ++ticket) {
        digest.add(entry_digest(state, encoder, ticket));
    }
    add_line(digest, state.lines.whole);
    digest.add(unordered_parts(state, encoder));
    for (const Ticket drawn : state.redraws) {
        digest.add(std::uint64_t{drawn});
    }
    digest.add(state.unverified).add(state.accepted);
    for (std::size_t party = 0; party < state.waiting_by_party.size(); ++party) {
        if (state.waiting_by_party[party] != 0) {
            digest.add(party).add(state.waiting_by_party[party]);
        }
    }
    digest.add(std::as_bytes(std::span{state.offer_states}));
    digest.add(std::as_bytes(std::span{state.opening_states}));
    add_places(digest, state.places);
    digest.add(state.last_outcome).add(state.instant_pending);
    for (const auto& [number, opening] : state.openings) {
        digest.add(opening_digest(encoder, number, opening));
    }
    for (const OpeningNumber number : state.unclaimed) {
        digest.add(number);
    }
    for (const OpeningNumber number : state.awaited) {
        digest.add(number);
    }
    for (const auto& [due, entry] : state.presence) {
        digest.add(due).add(std::uint64_t{entry});
    }
    for (const auto& [offer, compensation] : state.compensated) {
        digest.add(offer).add(compensation);
    }
    for (const auto& [until, offer] : state.patience) {
        digest.add(until).add(offer);
    }
    for (const Timer& timer : state.timers) {
        digest.add(timer.at).add(timer.kind).add(std::uint64_t{timer.number});
    }
    digest.add(state.cutoff_reached ? 1 : 0).add(state.drawn ? 1 : 0);
    return digest.add(state.wave_started).add(std::uint64_t{state.wave_offers}).value();
}

}  // namespace standby::core
