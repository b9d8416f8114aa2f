// What a server does in other people's systems: each part has a thread of its own, which the line
// never waits for.
#include "app/service/running_service.hpp"

namespace standby::app {

// Of several nodes the one that runs a list's shard also looks after its other systems.
bool RunningService::is_ours(core::ResourceNumber list) {
    return !cluster_ || cluster_->owns(engine::shard_of(list, cluster_->shards()));
}

void RunningService::make_outside() {
    make_payments();
    make_calendars();
    make_bookings();
    make_sheets();
}

void RunningService::start_outside() {
    payments_->start();
    calendars_->start();
    bookings_->start();
    sheets_->start();
}

// While what their answers set off still finds everything.
void RunningService::stop_outside() {
    if (payments_) {
        payments_->stop();
    }
    if (payment_accounts_) {
        payment_accounts_->stop();
    }
    if (bookings_) {
        bookings_->stop();
    }
    if (sheets_) {
        sheets_->stop();
    }
    if (calendars_) {
        calendars_->stop();
    }
}

void RunningService::make_payments() {
    payment_accounts_ = std::make_unique<PaymentAccounts>(
        options_,
        PaymentAccountServices{
            .registry = store_->registry(),
            .count_nodes = [this] { return cluster_ ? cluster_->nodes_up() : std::size_t{1}; },
            .public_url = [this] { return links_->at(""); },
            .log = log_});
    payments_ = std::make_unique<PaymentKeeper>(
        PaymentServices{.store = store_->store(),
                        .registry = store_->registry(),
                        .gateway = *engine_,
                        .clock = *clock_,
                        .zones = zones_,
                        .links = *links_,
                        .accounts = *payment_accounts_,
                        .log = log_},
        [this](core::ResourceNumber list) { return is_ours(list); });
    payments_seen_ = payments_.get();
}

void RunningService::make_calendars() {
    calendars_ = std::make_unique<FollowedCalendars>(
        options_,
        CalendarServices{.store = store_->store(),
                         .registry = store_->registry(),
                         .gateway = *engine_,
                         .clock = *clock_,
                         .zones = zones_,
                         .log = log_},
        [this](core::ResourceNumber list) { return is_ours(list); },
        [this] { return cluster_ ? cluster_->nodes_up() : std::size_t{1}; });
    calendars_seen_ = calendars_.get();
}

void RunningService::make_bookings() {
    bookings_ = std::make_unique<BookingKeeper>(
        options_,
        BookingServices{.store = store_->store(),
                        .registry = store_->registry(),
                        .gateway = *engine_,
                        .clock = *clock_,
                        .log = log_},
        [this](core::ResourceNumber list) { return is_ours(list); },
        [this] { return cluster_ ? cluster_->nodes_up() : std::size_t{1}; });
    bookings_seen_ = bookings_.get();
}

void RunningService::make_sheets() {
    sheets_ = std::make_unique<intake::sheet::SheetLane>(
        options_.sheets_dir,
        intake::sheet::LaneServices{
            .gateway = *engine_,
            .zones = zones_,
            .contacts = *control_plane_.contacts,
            .is_ours = [this](core::ResourceNumber list) { return is_ours(list); },
            .log =
                [this](std::string_view event, core::ResourceNumber list, std::string_view what) {
                    const std::string id = core::format_id(list);
                    log_.write(LogLevel::Warning, event, {{"list", id}, {"trouble", what}});
                }});
    sheets_seen_ = sheets_.get();
}

}  // namespace standby::app
