#include "engine/whatif/read_month.hpp"

#include "core/audit/event_codec.hpp"
#include "engine/history/history_start.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace standby::engine::whatif {
namespace {

constexpr std::size_t read_at_once = 2'000;
constexpr std::size_t messages_at_once = 500;

bool has_left(const Delivery& delivery) {
    return delivery.state == DeliveryState::Sent || delivery.state == DeliveryState::Delivered ||
           delivery.state == DeliveryState::Opened;
}

class MediaFold {
public:
    void add(const OutboxRow& message, std::span<const Delivery> deliveries) {
        // Whoever got a text had the shorter way to the answer.
        std::optional<Medium> medium;
        for (const Delivery& one : deliveries) {
            if (has_left(one) && leads_to_a_phone(one.channel)) {
                medium = Medium::Text;
            } else if (has_left(one) && one.channel == Channel::Mail && !medium) {
                medium = Medium::Mail;
            }
        }
        if (!medium) {
            return;
        }
        media_.by_offer[message.offer] = *medium;
        media_.by_entry[message.entry] = *medium;
        ++counts_[static_cast<std::size_t>(*medium)];
    }
    Media take() {
        media_.usual = counts_[1] > counts_[0] ? Medium::Mail : Medium::Text;
        return std::move(media_);
    }

private:
    Media media_;
    std::array<std::uint64_t, medium_count> counts_{};
};

// Nothing: given up.
Result<std::optional<Media>, StoreError> read_media(Store& store, core::ResourceNumber resource,
                                                    const std::function<bool()>& go_on) {
    MediaFold fold;
    MessageFilter filter;
    filter.resource = resource;
    std::uint64_t after = 0;
    while (true) {
        if (go_on && !go_on()) {
            return std::nullopt;
        }
        const auto listings = TRY(store.messages(filter, after, messages_at_once));
        std::vector<std::uint64_t> ids;
        for (const OutboxListing& one : listings) {
            after = one.row.id;
            if (is_offer(one.row.kind)) {
                ids.push_back(one.row.id);
            }
        }
        const auto deliveries = TRY(store.deliveries(ids));
        for (const OutboxListing& one : listings) {
            const auto own =
                std::ranges::equal_range(deliveries, one.row.id, {}, &Delivery::message);
            if (is_offer(one.row.kind)) {
                fold.add(one.row, std::span(own.begin(), own.end()));
            }
        }
        if (listings.size() < messages_at_once) {
            return fold.take();
        }
    }
}

// False: given up.
Result<bool, StoreError> read_events(Store& store, core::ResourceNumber resource,
                                     std::uint64_t after, MonthRecorder& recorder,
                                     const std::function<bool()>& go_on) {
    while (true) {
        if (go_on && !go_on()) {
            return false;
        }
        const auto rows = TRY(store.events(resource, after, read_at_once));
        for (const EventRow& row : rows) {
            after = row.number;
            const auto event = core::decode_event(row.data);
            const auto added = event ? recorder.add(*event)
                                     : Result<bool, std::string>(std::unexpected(event.error()));
            if (!added) {
                return std::unexpected(StoreError::Damaged);
            }
            if (!*added) {
                return true;
            }
        }
        if (rows.size() < read_at_once) {
            return true;
        }
    }
}

}  // namespace

Stretch month_in(const Zone& zone, std::chrono::year_month month) {
    const auto midnight = [&](std::chrono::year_month which) {
        const std::chrono::local_days day{which / std::chrono::day{1}};
        return zone.to_utc(LocalTime{day});
    };
    return {.from = midnight(month), .to = midnight(month + std::chrono::months{1})};
}

std::chrono::year_month last_whole_month(const Zone& zone, Time now) {
    const std::chrono::year_month_day today{
        std::chrono::floor<std::chrono::days>(zone.to_local(now))};
    return std::chrono::year_month{today.year(), today.month()} - std::chrono::months{1};
}

Result<MonthRead, StoreError> read_month(Store& store, core::ResourceNumber resource,
                                         const Stretch& stretch, const core::ZoneBook& zones,
                                         const std::function<bool()>& go_on) {
    MonthRead read;
    auto media = TRY(read_media(store, resource, go_on));
    if (!media) {
        return read;
    }
    TRY(read_from_beginning(store, resource, [&](Beginning& beginning) -> Result<void, StoreError> {
        read.kept_since = beginning.since;
        MonthRecorder recorder(std::move(beginning.state), stretch.from, stretch.to, *media, zones);
        if (TRY(read_events(store, resource, beginning.event, recorder, go_on))) {
            read.month = recorder.take();
        }
        return {};
    }));
    return read;
}

std::optional<Duration> answer_window_of(const RecordedMonth& month, const ResponseModel& model) {
    return month.evidence.answers() >= answers_to_learn_from
               ? std::optional{best_window(model.curve(month.media.usual))}
               : std::nullopt;
}

}  // namespace standby::engine::whatif
