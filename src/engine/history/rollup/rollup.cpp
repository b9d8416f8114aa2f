#include "engine/history/rollup/rollup.hpp"

#include "base/probe.hpp"
#include "core/audit/event_codec.hpp"
#include "engine/history/history_start.hpp"

#include <algorithm>
#include <utility>

namespace standby::engine {
namespace {

// Different times that a day, and all days together, keep exactly.
constexpr std::size_t exact_in_day = 64;
constexpr std::size_t exact_in_total = 4'096;
// Of more live offers than this the channel is not looked up while somebody waits.
constexpr std::size_t live_told_max = 1'000;

using Days = std::map<DayNumber, DayCells>;

Result<void, StoreError> merge_into(Days& days, const std::vector<RollupDay>& stored) {
    for (const RollupDay& day : stored) {
        const auto cells = decode_day(day.data);
        if (!cells) {
            return std::unexpected(StoreError::Damaged);
        }
        for (const auto& [about, cell] : *cells) {
            days[day.day][about].merge(cell);
        }
    }
    return {};
}

std::optional<RollupMark> mark_of(const StoredRollup& stored) {
    return stored.head ? std::optional(RollupMark{stored.head->version, stored.head->event})
                       : std::nullopt;
}

// Counts on from what is kept. What it counted is kept when `keep` is called, all or nothing.
class Counting {
public:
    Counting(Store& store, core::ResourceNumber resource, const RollupContext& context)
        : store_(store), resource_(resource), context_(context) {}

    Result<void, StoreError> load() {
        const StoredRollup stored = TRY(store_.rollup(resource_, 1, 0));
        mark_ = mark_of(stored);
        if (!stored.head) {
            return start_over(nullptr);
        }
        auto state = decode_rollup(stored.head->data);
        if (!state || stored.head->version > rollup_version) {
            PROBE("figures that cannot be read are made anew");
            return start_over(nullptr);
        }
        if (stored.head->version != rollup_version || state->as_of != stored.head->event ||
            !TRY(is_of_this_history(*state))) {
            PROBE("figures of another history are made anew");
            return start_over(&*state);
        }
        fold_.emplace(*std::move(state), context_.find_zone);
        return {};
    }

    // Counts at most so many further events. True: there are no more.
    Result<bool, StoreError> count(std::size_t limit) {
        const auto rows = TRY(store_.events(resource_, fold_->state().as_of, limit));
        std::vector<core::Event> events;
        std::vector<core::Ticket> told;
        for (const EventRow& row : rows) {
            auto event = core::decode_event(row.data);
            if (event) {
                if (ends_offer(*event)) {
                    told.push_back(event->entry);
                }
                events.push_back(*std::move(event));
            } else if (core::is_from_newer(event.error())) {
                is_whole_ = false;
            } else {
                return std::unexpected(StoreError::Damaged);
            }
        }
        fold_->tell(TRY(read_told(store_, resource_, told, context_.opens)));
        for (const core::Event& event : events) {
            fold_->add(event);
        }
        if (!rows.empty()) {
            fold_->state().as_of = rows.back().number;
            fold_->state().link = rows.back().link;
        }
        counted_ += rows.size();
        return rows.size() < limit;
    }

    // True: it is kept, and counting goes on from here.
    Result<bool, StoreError> keep() {
        const bool is_newer = mark_ && mark_->version > rollup_version;
        if (is_newer || !is_whole_) {
            return false;  // a node of a newer version looks after these
        }
        Days& days = fold_->days();
        RollupWrite write{.replaces = mark_, .head = {}, .days = {}, .drops_from = drops_from_};
        if (!days.empty()) {
            const StoredRollup stored =
                TRY(store_.rollup(resource_, days.begin()->first, days.rbegin()->first));
            if (mark_of(stored) != mark_) {
                return false;
            }
            Days whole = days;
            std::vector<RollupDay> touched;
            std::ranges::copy_if(stored.days, std::back_inserter(touched),
                                 [&](const RollupDay& day) {
                                     return days.contains(day.day) && keeps_days_ &&
                                            (!drops_from_ || day.day < *drops_from_);
                                 });
            TRY(merge_into(whole, touched));
            write.days = encoded(whole);
        }
        RollupState& state = fold_->state();
        for (auto& [about, cell] : state.totals) {
            cell.condense(exact_in_total);
        }
        write.head = {.version = rollup_version, .event = state.as_of, .data = encode(state)};
        if (!TRY(store_.save_rollup(resource_, write))) {
            PROBE("another node keeps the same figures");
            return false;
        }
        mark_ = {.version = rollup_version, .event = state.as_of};
        drops_from_.reset();
        keeps_days_ = true;
        days.clear();
        counted_ = 0;
        return true;
    }

    // What is kept of these days, and what was counted since. False: the figures were brought up to
    // date meanwhile, so begin again.
    Result<bool, StoreError> finish(DayNumber from, DayNumber to, Counted& counted) {
        const DayNumber until = drops_from_ ? std::min(to, *drops_from_ - 1) : to;
        const StoredRollup stored = TRY(store_.rollup(resource_, from, until));
        if (mark_of(stored) != mark_) {
            return false;
        }
        counted.days.clear();
        TRY(merge_into(counted.days, keeps_days_ ? stored.days : std::vector<RollupDay>{}));
        TRY(tell_of_live());
        for (const auto& [day, cells] : fold_->days()) {
            if (day >= from && day <= to) {
                for (const auto& [about, cell] : cells) {
                    counted.days[day][about].merge(cell);
                }
            }
        }
        counted.state = fold_->state();
        return true;
    }

    std::uint64_t counted() const { return counted_; }

private:
    static bool ends_offer(const core::Event& event) {
        return std::holds_alternative<core::OfferClaimed>(event.body) ||
               std::holds_alternative<core::OfferAccepted>(event.body) ||
               std::holds_alternative<core::OfferEnded>(event.body);
    }

    static std::vector<RollupDay> encoded(Days& days) {
        std::vector<RollupDay> rows;
        for (auto& [day, cells] : days) {
            for (auto& [about, cell] : cells) {
                cell.condense(exact_in_day);
            }
            rows.push_back({.day = day, .data = encode(cells)});
        }
        return rows;
    }

    // Whether the last event counted is there as it was, or was let go of since.
    Result<bool, StoreError> is_of_this_history(const RollupState& state) {
        if (state.as_of == 0) {
            return true;
        }
        const auto rows = TRY(store_.events(resource_, state.as_of - 1, 1));
        if (rows.empty()) {
            return false;
        }
        const EventRow& first = rows.front();
        return first.number == state.as_of ? first.link == state.link
                                           : first.number == state.as_of + 1;
    }

    // From the first event that is kept on. With the figures so far, days before it stay.
    Result<void, StoreError> start_over(const RollupState* before) {
        const Beginning beginning = TRY(read_beginning(store_, resource_));
        fold_.emplace(RollupState{}, context_.find_zone);
        drops_from_ = first_day_ever;
        keeps_days_ = false;
        if (before != nullptr && beginning.since) {
            fold_->begin(*beginning.state, beginning.since);
            drops_from_ = fold_->state().today;
            RollupState state;
            state.dimensions = before->dimensions;
            Days days;
            TRY(merge_into(days,
                           TRY(store_.rollup(resource_, first_day_ever, *drops_from_ - 1)).days));
            for (const auto& [day, cells] : days) {
                for (const auto& [about, cell] : cells) {
                    state.totals[about].merge(cell);
                }
            }
            const bool has_days = !days.empty();
            fold_.emplace(std::move(state), context_.find_zone);
            fold_->begin(*beginning.state, beginning.since);
            fold_->state().since = has_days ? before->since : beginning.since;
            keeps_days_ = true;
        } else {
            fold_->begin(*beginning.state, beginning.since);
        }
        fold_->state().link = beginning.link;
        return {};
    }

    // Offers that are live count by the channel they have been told by so far.
    Result<void, StoreError> tell_of_live() {
        const auto& offers = fold_->state().offers;
        std::vector<core::Ticket> entries;
        for (const auto& [number, offer] : offers) {
            if (entries.size() < live_told_max) {
                entries.push_back(offer.entry);
            }
        }
        const ToldOffers told = TRY(read_told(store_, resource_, entries, context_.opens));
        for (const auto& [number, offer] : offers) {
            if (const auto found = told.find(number); found != told.end()) {
                const auto channel = static_cast<std::uint64_t>(found->second.channel);
                fold_->days()[offer.day][offer.about].add(Figure::ChannelOffers, channel);
                fold_->state().totals[offer.about].add(Figure::ChannelOffers, channel);
            }
        }
        return {};
    }

    Store& store_;
    core::ResourceNumber resource_;
    const RollupContext& context_;
    std::optional<RollupFold> fold_;
    std::optional<RollupMark> mark_;          // of what is kept
    std::optional<std::int32_t> drops_from_;  // days that are counted anew
    bool keeps_days_ = true;                  // those before stay
    std::uint64_t counted_ = 0;               // since it was kept
    bool is_whole_ = true;                    // every event could be read
};

}  // namespace

Result<BroughtUp, StoreError> bring_up_to_date(Store& store, core::ResourceNumber resource,
                                               const RollupContext& context) {
    Counting counting(store, resource, context);
    TRY(counting.load());
    const bool is_all = TRY(counting.count(context.limits.events_max));
    const std::uint64_t counted = counting.counted();
    if (counted == 0) {
        return BroughtUp{};
    }
    const bool is_kept = TRY(counting.keep());
    return BroughtUp{.events = is_kept ? counted : 0, .is_done = is_all};
}

Result<BroughtUp, StoreError> bring_up_if_due(Store& store, const ResourceListing& listing,
                                              Time now, const RollupContext& context) {
    const StoredRollup stored = TRY(store.rollup(listing.number, 1, 0));
    if (stored.head && stored.head->version > rollup_version) {
        return BroughtUp{};  // a node of a newer version looks after these
    }
    const bool is_usable = stored.head && stored.head->version == rollup_version &&
                           stored.head->event <= listing.last_event;
    if (is_usable && stored.head->event == listing.last_event) {
        return BroughtUp{};
    }
    if (is_usable && listing.last_event - stored.head->event < context.limits.behind_max) {
        const auto next = TRY(store.events(listing.number, stored.head->event, 1));
        if (!next.empty() && next.front().at > now - context.limits.older_than) {
            return BroughtUp{};
        }
    }
    return bring_up_to_date(store, listing.number, context);
}

Result<Counted, StoreError> read_counted(Store& store, core::ResourceNumber resource,
                                         DayNumber from, DayNumber to,
                                         const RollupContext& context) {
    constexpr int tries_max = 5;
    for (int tries = 0; tries < tries_max; ++tries) {
        Counting counting(store, resource, context);
        TRY(counting.load());
        bool is_all = TRY(counting.count(context.limits.tail_max));
        while (!is_all) {
            is_all = TRY(counting.count(context.limits.events_max));
            // A disk that takes nothing more, or another node that counts too: then it is for this
            // answer alone.
            (void)counting.keep();
        }
        Counted counted;
        if (TRY(counting.finish(from, to, counted))) {
            return counted;
        }
        PROBE("figures were brought up to date while they were read");
    }
    return std::unexpected(StoreError::NotCommitted);
}

}  // namespace standby::engine
