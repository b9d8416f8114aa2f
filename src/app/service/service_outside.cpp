// What a server does in other people's systems: each part has a thread of its own, which the line
// never waits for.
#include "app/delivery/secrets_key.hpp"
#include "app/service/running_service.hpp"

namespace standby::app {
namespace {

constexpr std::size_t sheet_test_threads = 2;
constexpr std::size_t sheet_tests_waiting_max = 20;

}  // namespace

// Of several nodes the one that runs a list's shard also looks after its other systems.
bool RunningService::is_ours(core::ResourceNumber list) {
    return !cluster_ || cluster_->owns(engine::shard_of(list, cluster_->shards()));
}

void RunningService::make_outside() {
    make_payments();
    make_calendars();
    make_bookings();
    make_sheets();
    make_buses();
    make_mails();
}

void RunningService::start_outside() {
    payments_->start();
    calendars_->start();
    bookings_->start();
    sheets_->start();
    buses_->start();
    mails_->start();
    mailboxes_->start();
}

// While what their answers set off still finds everything.
void RunningService::stop_outside() {
    if (payments_) {
        payments_->stop();
    }
    if (payment_accounts_) {
        payment_accounts_->stop();
    }
    if (buses_) {
        buses_->stop();
    }
    if (bookings_) {
        bookings_->stop();
    }
    if (mailboxes_) {
        mailboxes_->stop();
    }
    if (mails_) {
        mails_->stop();
    }
    if (sheets_) {
        sheets_->stop();
        sheet_tests_->stop();
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
                         .log = log_,
                         .sandbox = &calendar_sandbox_},
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

Result<std::vector<std::byte>, engine::SheetError>
RunningService::seal_for_sheets(std::string_view text) {
    if (options_.secrets_key_file.empty() && cluster_ && cluster_->nodes_up() > 1) {
        return std::unexpected(engine::SheetError::KeyNotShared);
    }
    const auto key = SecretsKey::read_or_make(secrets_key_path(options_));
    if (!key) {
        log_.write(LogLevel::Error, "secrets_key_unusable", {{"problem", key.error()}});
        return std::unexpected(engine::SheetError::NoKey);
    }
    return key->seal(text);
}

void RunningService::make_buses() {
    buses_ = std::make_unique<BusConnectors>(
        options_, BusServices{.store = store_->store(),
                              .registry = store_->registry(),
                              .gateway = *engine_,
                              .log = log_,
                              .own_account = own_account_,
                              .shards = cluster_ ? cluster_->shards() : 1,
                              .owns =
                                  [this](engine::ShardNumber shard) {
                                      return !cluster_ || cluster_->owns(shard);
                                  },
                              .home = [this] { return links_->at(""); }});
    buses_seen_ = buses_.get();
}

void RunningService::make_sheets() {
    sheet_tests_ = std::make_unique<WorkerPool>(sheet_test_threads, sheet_tests_waiting_max);
    intake::sheet::LaneServices services{
        .gateway = *engine_,
        .zones = zones_,
        .contacts = *control_plane_.contacts,
        .web = {.private_places = interchange::PrivatePlaces(options_.private_places),
                .ca_file = {}},
        .is_ours = [this](core::ResourceNumber list) { return is_ours(list); },
        .seal = [this](std::string_view text) { return seal_for_sheets(text); },
        .open_sealed = [this](std::span<const std::byte> sealed) -> std::optional<std::string> {
            const auto key = SecretsKey::read(secrets_key_path(options_));
            return key && *key ? (*key)->open(sealed) : std::nullopt;
        },
        .run_apart =
            [this](std::function<void()> what) { return sheet_tests_->post(std::move(what)); },
        .log =
            [this](std::string_view event, core::ResourceNumber list, std::string_view what) {
                const std::string id = core::format_id(list);
                log_.write(LogLevel::Warning, event, {{"list", id}, {"trouble", what}});
            }};
    sheets_ = std::make_unique<intake::sheet::SheetLane>(options_.sheets_dir, std::move(services));
    sheets_seen_ = sheets_.get();
}

void RunningService::make_mails() {
    mails_ = std::make_unique<ForwardedMails>(ForwardedMailServices{
        .store = store_->store(),
        .registry = store_->registry(),
        .clock = *clock_,
        .zones = zones_,
        .log = log_,
        .is_ours = [this](core::ResourceNumber list) { return is_ours(list); },
        .reader_program = mail_reader_path()});
    mailboxes_ = std::make_unique<ReadMailboxes>(
        options_,
        ReadMailboxes::Services{
            .registry = store_->registry(),
            .clock = *clock_,
            .mails = *mails_,
            .log = log_,
            .is_ours = [this](core::ResourceNumber list) { return is_ours(list); },
            .count_nodes = [this] { return cluster_ ? cluster_->nodes_up() : std::size_t{1}; }});
}

}  // namespace standby::app
