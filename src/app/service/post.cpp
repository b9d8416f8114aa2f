#include "app/service/post.hpp"

#include "app/service/seldom.hpp"
#include "base/guarded.hpp"
#include "interchange/contact/country.hpp"
#include "notify/webhook/signature.hpp"
#include "notify/webhook/webhook_provider.hpp"

#include <atomic>
#include <thread>

namespace standby::app {
namespace {

notify::ToldElsewhere told_elsewhere(std::string_view name) {
    if (name == "yes") {
        return notify::ToldElsewhere::Yes;
    }
    return name == "no" ? notify::ToldElsewhere::No : notify::ToldElsewhere::Auto;
}

constexpr Duration step_patience = std::chrono::seconds{1};
// Meta takes 80 a second from a number.
constexpr double whatsapp_rate = 20;
constexpr std::size_t replies_max = 1'000;
constexpr Duration drain_patience = std::chrono::seconds{3};

notify::MessagingWays ways_of(const Outlets& outlets) {
    notify::MessagingWays ways{.channels = {},
                               .twilio_tokens = outlets.twilio_tokens,
                               .meta_secret = outlets.meta_secret,
                               .meta_number = outlets.meta_number};
    if (outlets.mail) {
        ways.channels.insert(engine::Channel::Mail);
    }
    if (outlets.sms) {
        ways.channels.insert(engine::Channel::Sms);
    }
    if (outlets.whatsapp) {
        ways.channels.insert(engine::Channel::WhatsApp);
    }
    return ways;
}

std::vector<std::string> countries_of(const std::vector<std::string>& numbers) {
    std::vector<std::string> countries;
    for (const std::string& number : numbers) {
        if (const auto country = interchange::country_of_phone(number); !country.empty()) {
            countries.emplace_back(country);
        }
    }
    return countries;
}

}  // namespace

// In the order in which they depend on each other.
struct Post::Impl {
    PostServices services;
    Outlets outlets;  // the relay's thread alone
    notify::WebhookProvider webhook;
    notify::Houses houses;
    notify::Gatherer gatherer;
    notify::MessageWriter writer;
    notify::Transport transport;
    std::optional<notify::Relay> relay;
    std::optional<notify::Messaging> messaging;
    Seldom reports{5};
    Guarded<std::optional<Outlets>> next_outlets;  // that it has yet to take
    // Answers on WhatsApp that are to leave at once.
    Guarded<std::vector<notify::OutgoingMessage>> replies;
    std::atomic<bool> has_outlets = false;
    std::atomic<bool> has_webhooks = false;
    std::atomic<bool> is_on = true;
    std::atomic<bool> stopping = false;
    std::thread thread;

    Impl(const ServeOptions& options, const PostServices& given, Outlets made)
        : services(given),
          outlets(std::move(made)),
          webhook({.may_reach_private = options.private_webhooks}),
          houses(services.registry),
          gatherer(services.store, services.registry, services.gateway, services.keys,
                   services.zones, houses),
          writer(houses, services.links, services.zones, outlets.senders),
          transport(notify::TransportOptions{}),
          has_outlets(outlets.mail || outlets.sms || outlets.whatsapp) {
        gatherer.set_whatsapp(outlets.whatsapp != nullptr);
    }

    void make_relay(const ServeOptions& options);
    void make_messaging(std::string mail_secret);
    void take_outlets();
    void send_replies();
    void look_for_webhooks();
    void run();
};

void Post::Impl::make_relay(const ServeOptions& options) {
    notify::RelayServices relay_services{.store = services.store,
                                         .registry = services.registry,
                                         .gateway = services.gateway,
                                         .gatherer = gatherer,
                                         .writer = writer,
                                         .transport = transport};
    for (const auto& [channel, provider] :
         {std::pair{engine::Channel::Mail, outlets.mail.get()},
          std::pair{engine::Channel::Sms, outlets.sms.get()},
          std::pair{engine::Channel::WhatsApp, outlets.whatsapp.get()},
          std::pair{engine::Channel::Webhook, static_cast<notify::Provider*>(&webhook)}}) {
        if (provider != nullptr) {
            relay_services.providers.emplace(channel, provider);
        }
    }
    relay_services.report = [this](std::string_view event, std::string_view note) {
        services.log.write(LogLevel::Warning, event, {{"note", note}});
    };
    notify::RelayOptions relay_options{.rates = {.mail = options.mail_rate,
                                                 .sms = options.sms_rate,
                                                 .sms_sender = options.sms_sender_rate,
                                                 .whatsapp = whatsapp_rate},
                                       .budgets =
                                           notify::usual_budgets(options.mail_day, options.sms_day),
                                       .keeps_to_countries = true,
                                       .told_elsewhere = told_elsewhere(options.told_elsewhere)};
    relay_options.sender_countries = countries_of(outlets.senders.sms_from);
    relay.emplace(std::move(relay_services), relay_options);
}

void Post::Impl::make_messaging(std::string mail_secret) {
    notify::MessagingServices messaging_services{.store = services.store,
                                                 .registry = services.registry,
                                                 .gateway = services.gateway,
                                                 .keys = services.keys,
                                                 .houses = houses,
                                                 .gatherer = gatherer,
                                                 .writer = writer};
    messaging_services.on_house_changed = [this] { look_for_webhooks(); };
    messaging_services.look_again = [this] { relay->look_again(); };
    messaging_services.relay_figures = [this] { return relay->figures(); };
    messaging_services.send_whatsapp = [this](notify::OutgoingMessage message) {
        replies.with([&](std::vector<notify::OutgoingMessage>& waiting) {
            if (waiting.size() < replies_max) {
                waiting.push_back(std::move(message));
            }
        });
        transport.wake();
    };
    messaging_services.report = [this](std::string_view event, std::string_view note) {
        if (const auto left_out = reports.take(services.clock.now())) {
            services.log.write(LogLevel::Warning, event, {{"note", note}, {"left_out", *left_out}});
        }
    };
    messaging.emplace(
        std::move(messaging_services),
        notify::MessagingOptions{.ways = ways_of(outlets), .mail_secret = std::move(mail_secret)});
}

// Senders and providers change together: a mail must not leave by one server in the name of
// another.
void Post::Impl::take_outlets() {
    std::optional<Outlets> fresh = next_outlets.exchange(std::nullopt);
    if (!fresh) {
        return;
    }
    writer.set_senders(fresh->senders);
    relay->set_sender_countries(countries_of(fresh->senders.sms_from));
    relay->change_provider(engine::Channel::Mail, fresh->mail.get());
    relay->change_provider(engine::Channel::Sms, fresh->sms.get());
    gatherer.set_whatsapp(fresh->whatsapp != nullptr);
    relay->change_provider(engine::Channel::WhatsApp, fresh->whatsapp.get());
    outlets = *std::move(fresh);
}

// As with texts, where the answer goes with the callback's: nobody tries it again.
void Post::Impl::send_replies() {
    for (const notify::OutgoingMessage& message : replies.exchange({})) {
        if (outlets.whatsapp) {
            outlets.whatsapp->send(message, transport, [this](const notify::SendResult& result) {
                if (result.outcome != notify::SendOutcome::Sent) {
                    services.log.write(LogLevel::Warning, "whatsapp_answer_not_sent",
                                       {{"note", result.note}});
                }
            });
        }
    }
}

void Post::Impl::look_for_webhooks() {
    const auto all = services.registry.houses();
    bool is_any = !all;
    if (all) {
        for (const engine::House& house : *all) {
            is_any |= !house.webhook_url.empty();
        }
    }
    has_webhooks = is_any;
}

void Post::Impl::run() {
    while (!stopping) {
        take_outlets();
        send_replies();
        relay->step(services.clock.now(), step_patience);
    }
    relay->drain(drain_patience);
}

Result<std::unique_ptr<Post>, std::string> Post::create(const ServeOptions& options,
                                                        const PostServices& services) {
    Outlets outlets = TRY(make_outlets(options, {}, &services.links));
    std::string mail_secret;
    if (!options.mail_callback_secret.empty()) {
        const auto parsed = notify::parse_secret(options.mail_callback_secret);
        if (!parsed) {
            return std::unexpected(
                "--mail-callback-secret must be whsec_ and 24 to 64 bytes in base64");
        }
        mail_secret = *parsed;
    }
    auto impl = std::make_unique<Impl>(options, services, std::move(outlets));
    impl->make_relay(options);
    impl->make_messaging(std::move(mail_secret));
    impl->look_for_webhooks();
    return std::make_unique<Post>(std::move(impl));
}

Post::Post(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Post::~Post() {
    stop();
}

void Post::start() {
    impl_->thread = std::thread([this] { impl_->run(); });
}

void Post::stop() {
    impl_->stopping = true;
    impl_->transport.wake();
    if (impl_->thread.joinable()) {
        impl_->thread.join();
    }
}

void Post::wake() {
    impl_->relay->wake();
}

void Post::use(Outlets outlets) {
    impl_->has_outlets = outlets.mail || outlets.sms || outlets.whatsapp;
    impl_->messaging->set_ways(ways_of(outlets));
    impl_->next_outlets.exchange(std::move(outlets));
    impl_->transport.wake();
}

bool Post::keeps_everything_here() const {
    return !impl_->has_outlets && !impl_->has_webhooks;
}

void Post::tick(std::size_t nodes) {
    impl_->relay->share(static_cast<std::uint32_t>(nodes));
    impl_->messaging->take_early_reports();
}

engine::Messenger& Post::messaging() {
    return *impl_->messaging;
}

notify::RelayFigures Post::relay_figures() const {
    return impl_->relay->figures();
}

notify::CallbackFigures Post::callback_figures() const {
    return impl_->messaging->figures();
}

bool Post::run_once() {
    impl_->take_outlets();
    impl_->send_replies();
    bool has_done = false;
    constexpr Duration short_wait = std::chrono::milliseconds{5};
    while (impl_->is_on) {
        const bool is_waiting = impl_->relay->is_waiting_for_others();
        if (impl_->relay->step(impl_->services.clock.now(),
                               is_waiting ? short_wait : Duration{0})) {
            has_done = true;
        } else if (!is_waiting) {
            break;
        }
    }
    return has_done;
}

std::optional<Time> Post::next_due() {
    return impl_->is_on ? impl_->relay->next_due(impl_->services.clock.now()) : std::nullopt;
}

void Post::switch_on(bool is_on) {
    impl_->is_on = is_on;
    if (is_on) {
        impl_->relay->look_again();
    }
}

}  // namespace standby::app
