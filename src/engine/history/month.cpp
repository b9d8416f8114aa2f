// Only the months in question are read: where they begin in a history is found by halving.
#include "engine/history/month.hpp"

#include "core/audit/event_codec.hpp"
#include "core/state/rows.hpp"

namespace standby::engine {
namespace {

constexpr std::size_t read_at_once = 1'000;
// What was opened earlier than this before the month and filled in it has no price.
constexpr Duration looks_back = std::chrono::days{31};

// The number of the last event before `at`.
Result<std::uint64_t, StoreError> last_before(Store& store, core::ResourceNumber resource,
                                              std::uint64_t last_event, Time at) {
    std::uint64_t low = 0;  // is before, or is none
    std::uint64_t high = last_event + 1;
    while (high - low > 1) {
        const std::uint64_t middle = low + (high - low) / 2;
        const auto rows = TRY(store.events(resource, middle - 1, 1));
        const bool is_before = !rows.empty() && rows.front().at < at;
        (is_before ? low : high) = middle;
    }
    return low;
}

Result<void, StoreError> add_resource(Store& store, const ResourceListing& listing, Time from,
                                      Time to, MonthFold& fold) {
    const auto row = core::decode_resource_row(listing.data);
    fold.begin_resource(row ? row->rules.payment : std::nullopt);
    std::uint64_t after =
        TRY(last_before(store, listing.number, listing.last_event, from - looks_back));
    while (true) {
        const auto rows = TRY(store.events(listing.number, after, read_at_once));
        for (const EventRow& event : rows) {
            after = event.number;
            if (event.at >= to) {
                return {};
            }
            if (const auto decoded = core::decode_event(event.data)) {
                fold.add(*decoded);
            }
        }
        if (rows.size() < read_at_once) {
            return {};
        }
    }
}

}  // namespace

void MonthFold::begin_resource(std::optional<core::Money> payment) {
    payment_ = payment;
    opened_.clear();
}

void MonthFold::add(const core::Event& event) {
    if (const auto* added = std::get_if<core::OpeningAdded>(&event.body)) {
        opened_[event.opening] = {event.at, added->slot.price};
        figures_.freed += is_in_month(event.at) ? 1 : 0;
        return;
    }
    if (!is_in_month(event.at)) {
        return;
    }
    if (const auto* released = std::get_if<core::PlacesReleased>(&event.body)) {
        figures_.freed += released->quantity;
    } else if (std::holds_alternative<core::EntryJoined>(event.body)) {
        ++figures_.joined;
    } else if (std::holds_alternative<core::EntryEnded>(event.body)) {
        // A slot that is given up opens again, which counts by itself.
        const bool had_place =
            static_cast<core::EntryState>(event.from) == core::EntryState::Accepted &&
            static_cast<core::EntryState>(event.to) != core::EntryState::Attended;
        figures_.freed += had_place && event.opening == core::OpeningNumber{} ? 1 : 0;
    } else if (std::holds_alternative<core::OfferMade>(event.body)) {
        ++figures_.offers;
    } else if (std::holds_alternative<core::OfferAccepted>(event.body)) {
        ++figures_.filled;
        const auto opened = opened_.find(event.opening);
        const bool is_known = opened != opened_.end();
        const auto price = is_known && opened->second.price ? opened->second.price : payment_;
        if (price) {
            figures_.recovered[price->currency] += price->amount;
        }
        if (is_known) {
            to_fill_.add(event.at - opened->second.at);
        }
    }
}

MonthFigures MonthFold::result() const {
    MonthFigures figures = figures_;
    if (const auto spread = to_fill_.result()) {
        figures.median_time_to_fill = spread->median;
    }
    return figures;
}

Result<MonthFigures, StoreError> month_figures(Store& store, AccountNumber account, Time from,
                                               Time to) {
    MonthFold fold(from, to);
    core::ResourceNumber after;
    constexpr std::size_t resources_at_once = 100;
    while (true) {
        const auto listings = TRY(store.resources(account, after, resources_at_once));
        for (const ResourceListing& listing : listings) {
            after = listing.number;
            TRY(add_resource(store, listing, from, to, fold));
        }
        if (listings.size() < resources_at_once) {
            return fold.result();
        }
    }
}

Result<std::string, StoreError> month_zone(Store& store, const House& house) {
    if (house.time_zone != House{}.time_zone) {
        return house.time_zone;
    }
    for (const ResourceListing& first : TRY(store.resources(house.account, {}, 1))) {
        if (const auto row = core::decode_resource_row(first.data)) {
            return row->settings.time_zone;
        }
    }
    return house.time_zone;
}

}  // namespace standby::engine
