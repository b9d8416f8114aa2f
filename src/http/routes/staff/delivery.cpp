// How mail, texts and WhatsApp messages leave: whether guests can be reached, for all staff; and
// setting it up, for the owners of the server's own account, because it is the same for everybody
// on the server.
#include "interchange/view/delivery.hpp"

#include "http/api/delivery_body.hpp"
#include "http/api/entry_body.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"

#include <coroutine>
#include <utility>

namespace standby::http {
namespace {

using engine::Channel;
using engine::ChannelSettings;
using engine::DeliverySetup;
using engine::SetupError;
using Source = engine::ChannelSetup::Source;

bool is_operator(const Call& call) {
    return call.caller && call.caller->role == engine::Role::Owner &&
           call.caller->account == call.shared.options.own_account;
}

Result<DeliverySetup*, Problem> delivery_for_operators(const Call& call) {
    if (!is_operator(call)) {
        return refuse(ProblemType::Forbidden,
                      "Only owners of the server's own account set up how messages leave.");
    }
    if (call.shared.services.delivery == nullptr) {
        return std::unexpected(unavailable());
    }
    return call.shared.services.delivery;
}

Channel channel_in(const Call& call) {
    const std::string_view path = call.route->path;
    return path.starts_with("/v1/delivery/mail")  ? Channel::Mail
           : path.starts_with("/v1/delivery/sms") ? Channel::Sms
                                                  : Channel::WhatsApp;
}

Problem problem_of(SetupError error, Channel channel) {
    switch (error) {
    case SetupError::SetByOption:
        return problem(
            ProblemType::SetAtStart,
            channel == Channel::Mail
                ? "Mail is set up by --mail-url (or STANDBY_MAIL_URL, or mail_url in "
                  "standby.toml). Change it there."
            : channel == Channel::Sms
                ? "Texts are set up by --sms-url (or STANDBY_SMS_URL, or sms_url in "
                  "standby.toml). Change it there."
                : "WhatsApp is set up by --whatsapp-url (or STANDBY_WHATSAPP_URL, or whatsapp_url "
                  "in standby.toml). Change it there.");
    case SetupError::NoKey:
        return problem(ProblemType::SecretsKeyMissing,
                       "What is stored was sealed with another key than this server's. Bring its "
                       "key file back, or delete the settings and enter them again.");
    case SetupError::KeyNotShared:
        return problem(ProblemType::SecretsKeyMissing,
                       "Several nodes share this database. Give each of them the same "
                       "--secrets-key-file first, so that all of them can read what you enter.");
    case SetupError::KeyFile:
        return problem(ProblemType::SecretsKeyMissing,
                       "The key file couldn't be read or written. The server's log says why.");
    case SetupError::Unavailable:
        break;
    }
    return unavailable();
}

// A secret may be left out where it is known already.
Result<void, Problem> check_secret(const DeliverySetup& delivery, const ChannelSettings& settings,
                                   std::string_view path) {
    if (missing_secret(settings).empty() || delivery.has_secret_for(settings)) {
        return {};
    }
    return refuse_field(std::string(path) + std::string(missing_secret(settings)),
                        "is required: none is kept for this place and this user");
}

std::string setup_text(const DeliverySetup& delivery, Channel channel) {
    return json_text(interchange::write_channel_setup, channel, delivery.setup(channel));
}

// Waits for the test. The call goes on where its answer came in.
class TestStep {
public:
    TestStep(DeliverySetup& delivery, Channel channel, DeliveryTestBody body)
        : delivery_(delivery), channel_(channel), body_(std::move(body)) {}

    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> waiting) {
        delivery_.test(channel_, std::move(body_.settings), std::move(body_.to),
                       [this, waiting](std::optional<engine::TestedDelivery> tested) {
                           tested_ = std::move(tested);
                           waiting.resume();
                       });
    }
    std::optional<engine::TestedDelivery> await_resume() { return std::move(tested_); }

private:
    DeliverySetup& delivery_;
    Channel channel_;
    DeliveryTestBody body_;
    std::optional<engine::TestedDelivery> tested_;
};

Problem too_many_tests(Duration wait) {
    Problem later =
        problem(ProblemType::TooManyRequests, "Too many test messages were sent. Wait a moment.");
    later.retry_after_seconds = retry_after_seconds(wait);
    return later;
}

}  // namespace

Task<Answer> get_delivery(Call& call) {
    const engine::Messenger& messenger = call.shared.services.messenger;
    const DeliverySetup* delivery = call.shared.services.delivery;
    const auto reach_by = [&](Channel channel) {
        return interchange::Reach::OfChannel{
            .is_set_up = messenger.has_provider(channel),
            .is_locked = delivery != nullptr && delivery->setup(channel).source == Source::Locked};
    };
    const interchange::Reach reach{.mail = reach_by(Channel::Mail),
                                   .sms = reach_by(Channel::Sms),
                                   .whatsapp = reach_by(Channel::WhatsApp),
                                   .troubles = messenger.troubles(),
                                   .has_local_links = call.shared.options.has_local_links,
                                   .is_demo = call.shared.options.is_demo,
                                   .may_set_up = is_operator(call) && delivery != nullptr};
    co_return json_response(200, json_text(interchange::write_reach, reach));
}

Task<Answer> get_delivery_settings(Call& call) {
    const DeliverySetup* delivery = CO_TRY(delivery_for_operators(call));
    co_return json_response(
        200, json_text(interchange::write_delivery_settings, delivery->setup(Channel::Mail),
                       delivery->setup(Channel::Sms), delivery->setup(Channel::WhatsApp)));
}

Task<Answer> put_delivery(Call& call) {
    DeliverySetup* delivery = CO_TRY(delivery_for_operators(call));
    const Channel channel = channel_in(call);
    const ChannelSettings settings = CO_TRY(parse_delivery(channel, call.request.body));
    CO_TRY(check_secret(*delivery, settings, ""));
    auto read = co_await call.read([&](engine::Registry& registry) -> Result<std::string, Problem> {
        if (const auto saved = delivery->save(registry, settings, call.now); !saved) {
            return std::unexpected(problem_of(saved.error(), channel));
        }
        call.report_staff(
            registry, call.about.account,
            {.act = "delivery_changed", .detail = std::string(engine::name_of(channel))});
        return setup_text(*delivery, channel);
    });
    co_return json_response(200, CO_TRY(std::move(read)));
}

Task<Answer> delete_delivery(Call& call) {
    DeliverySetup* delivery = CO_TRY(delivery_for_operators(call));
    CO_TRY(parse_nothing(call.request.body));
    const Channel channel = channel_in(call);
    auto read = co_await call.read([&](engine::Registry& registry) -> Result<std::string, Problem> {
        const auto removed = delivery->remove(registry, channel);
        if (!removed) {
            return std::unexpected(problem_of(removed.error(), channel));
        }
        if (*removed) {
            call.report_staff(
                registry, call.about.account,
                {.act = "delivery_removed", .detail = std::string(engine::name_of(channel))});
        }
        return setup_text(*delivery, channel);
    });
    co_return json_response(200, CO_TRY(std::move(read)));
}

Task<Answer> test_delivery(Call& call) {
    DeliverySetup* delivery = CO_TRY(delivery_for_operators(call));
    const Channel channel = channel_in(call);
    DeliveryTestBody body = CO_TRY(parse_delivery_test(channel, call.request.body));
    if (body.settings) {
        CO_TRY(check_secret(*delivery, *body.settings, "settings."));
    } else if (!delivery->setup(channel).settings) {
        co_return refuse_field("settings", "is required: nothing is set up yet");
    }
    const std::string account = std::to_string(call.about.account.value());
    if (const auto wait = call.shared.delivery_tests.try_take(account, Shared::running_time())) {
        co_return std::unexpected(too_many_tests(*wait));
    }
    const auto tested = co_await TestStep(*delivery, channel, std::move(body));
    if (!tested) {
        co_return std::unexpected(too_many_tests(std::chrono::seconds{5}));
    }
    co_return json_response(200, json_text(interchange::write_tested, channel, *tested));
}

}  // namespace standby::http
