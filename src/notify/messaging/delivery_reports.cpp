// What providers report about messages that they have. Reports come twice, late, out of order, and
// now and then before we have written down that the message was sent at all.
#include "base/json/reader.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "notify/messaging/messaging.hpp"
#include "notify/sms/twilio_provider.hpp"
#include "notify/webhook/signature.hpp"

#include <algorithm>

namespace standby::notify {
namespace {

using engine::Channel;
using engine::DeliveryState;

constexpr std::size_t early_max = 10'000;
constexpr Duration early_patience = std::chrono::minutes{2};
constexpr std::string_view blocked_code = "21610";

std::string text_member(const JsonValue& object, std::string_view name) {
    const JsonValue* value = object.find(name);
    return value != nullptr && value->type == JsonType::Text ? std::string(value->text) : "";
}

std::string value_of(const FormFields& form, std::string_view name) {
    const std::string* value = find_field(form, name);
    return value == nullptr ? std::string() : *value;
}

// A provider's code as a note: digits only, whatever was sent.
std::string note_of(std::string_view code) {
    const bool is_code = !code.empty() && code.size() <= 6 && std::ranges::all_of(code, is_digit);
    return is_code ? "error " + std::string(code) : "undelivered";
}

}  // namespace

engine::CallbackReply Messaging::on_twilio_status(const engine::CallbackRequest& request,
                                                  const FormFields& form) {
    const auto message = engine::parse_message_id(value_of(request.query, "m"));
    const std::string status = value_of(form, "MessageStatus");
    if (!message) {
        return refuse(400, "a report does not name a message");
    }
    const bool is_whatsapp = value_of(request.query, "by") == "whatsapp";
    Report report{.delivery = {.message = *message,
                               .channel = is_whatsapp ? Channel::WhatsApp : Channel::Sms,
                               .changed_at = services_.gateway.now(),
                               .provider_id = value_of(form, "MessageSid")}};
    if (status == "delivered") {
        report.delivery.state = DeliveryState::Delivered;
        report.delivery.delivered_at = report.delivery.changed_at;
    } else if (status == "read") {
        report.delivery.state = DeliveryState::Opened;
        report.delivery.delivered_at = report.delivery.changed_at;
    } else if (status == "undelivered" || status == "failed") {
        const std::string code = value_of(form, "ErrorCode");
        report.delivery.state =
            code == blocked_code ? DeliveryState::Blocked : DeliveryState::Failed;
        report.delivery.note = note_of(code);
        report.news = whatsapp_news(parse_number<std::int64_t>(code).value_or(0));
    } else {
        ++ignored_;  // on its way: nothing new
        return {};
    }
    if (!take_or_keep(report)) {
        return {.status = 503, .content_type = "", .body = ""};
    }
    return {};
}

bool Messaging::take_or_keep(const Report& report) {
    const auto is_known = take(report);
    if (is_known && !*is_known) {
        early_.with([&](std::vector<Early>& early) {
            if (early.size() < early_max) {
                early.push_back({report, report.delivery.changed_at + early_patience});
            }
        });
    }
    return is_known.has_value();
}

engine::CallbackReply Messaging::on_mail_report(const engine::CallbackRequest& request) {
    if (mail_secret_.empty()) {
        return refuse(404, "a report on a mail came, but no secret for these is set");
    }
    const auto header = [&](std::string_view name) { return value_of(request.headers, name); };
    const Time now = services_.gateway.now();
    if (!verify_webhook(
            mail_secret_,
            {header("webhook-id"), header("webhook-timestamp"), header("webhook-signature")},
            request.body, now)) {
        return refuse(403, "a report on a mail is not signed as it should be");
    }
    const auto document = read_json(request.body);
    if (!document || document->root().type != JsonType::Object) {
        return refuse(400, "a report on a mail is not a JSON object");
    }
    const auto message = engine::parse_message_id(text_member(document->root(), "message_id"));
    const std::string event = text_member(document->root(), "event");
    Report report{
        .delivery = {.message = message.value_or(0), .channel = Channel::Mail, .changed_at = now}};
    if (event == "delivered") {
        report.delivery.state = DeliveryState::Delivered;
        report.delivery.delivered_at = now;
    } else if (event == "opened") {
        report.delivery.state = DeliveryState::Opened;
    } else if (event == "bounced" || event == "soft_bounced") {
        report.delivery.state = DeliveryState::Failed;
        report.delivery.note = event;
        report.address_is_dead = event == "bounced";
    } else if (event == "complained") {
        report.is_complaint = true;
        report.delivery.state = DeliveryState::Delivered;
        report.delivery.delivered_at = now;
    }
    if (!message || report.delivery.state == DeliveryState::Trying) {
        return refuse(422, "a report on a mail names no message, or an unknown event");
    }
    const auto is_known = take(report);
    return {
        .status = static_cast<std::uint16_t>(is_known ? 204 : 503), .content_type = "", .body = ""};
}

Result<bool, engine::StoreError> Messaging::take(const Report& report) {
    const engine::Delivery& told = report.delivery;
    const std::uint64_t ids[] = {told.message};
    const auto stored = TRY(services_.store.deliveries(ids));
    const auto found = std::ranges::find(stored, told.channel, &engine::Delivery::channel);
    if (found == stored.end()) {
        ++ignored_;
        return false;
    }
    const bool is_ours = told.provider_id.empty() || found->provider_id == told.provider_id;
    if (!is_ours) {
        ++ignored_;
        return true;
    }
    engine::Delivery advanced = told;
    if (told.state == DeliveryState::Opened) {
        const auto message = TRY(services_.store.message(told.message));
        const auto owner =
            message ? TRY(services_.houses.owner(message->row.resource)) : engine::AccountNumber{};
        if (!TRY(services_.houses.house(owner)).open_tracking) {
            if (told.channel != Channel::WhatsApp) {
                ++ignored_;
                return true;
            }
            // Where nobody counts that, it says what it implies.
            advanced.state = DeliveryState::Delivered;
        }
        advanced.delivered_at = found->delivered_at ? found->delivered_at : told.delivered_at;
    }
    advanced.provider_id = found->provider_id;
    advanced.address = found->address;
    advanced.sent_at = found->sent_at;
    const bool is_new = TRY(services_.store.advance_delivery(advanced));
    ++(is_new ? taken_ : ignored_);
    if (is_new || report.is_complaint) {
        TRY(follow_up(report, *found));
    }
    return true;
}

// A guest who was not reached is to be reached another way, at once.
Result<void, engine::StoreError> Messaging::follow_up(const Report& report,
                                                      const engine::Delivery& stored) {
    const Time now = report.delivery.changed_at;
    // What the carrier blocks, or is nobody's address, is so for every account.
    const auto close = [&](engine::OptOutSource source,
                           engine::AccountNumber account) -> Result<void, engine::StoreError> {
        if (stored.address.value() != 0) {
            (void)TRY(services_.registry.opt_out({stored.address, source, now, account}));
        }
        return {};
    };
    if (report.is_complaint) {
        const auto message = TRY(services_.store.message(report.delivery.message));
        return close(engine::OptOutSource::Complained,
                     message ? TRY(services_.houses.owner(message->row.resource))
                             : engine::AccountNumber{});
    }
    const DeliveryState state = report.delivery.state;
    if (state != DeliveryState::Failed && state != DeliveryState::Blocked) {
        return {};
    }
    if (state == DeliveryState::Blocked) {
        TRY(close(engine::OptOutSource::Stop, {}));
    } else if (report.address_is_dead) {
        TRY(close(engine::OptOutSource::Unreachable, {}));
    }
    if (report.news && stored.address.value() != 0) {
        TRY(services_.registry.note_whatsapp(stored.address, *report.news, now));
    }
    services_.report("message_not_delivered", engine::format_message_id(report.delivery.message) +
                                                  ": " + report.delivery.note);
    const engine::MessageEnd again[] = {{.id = report.delivery.message,
                                         .state = engine::OutboxState::Pending,
                                         .note = report.delivery.note,
                                         .again_at = now}};
    TRY(services_.store.finish_messages(again));
    services_.look_again();
    return {};
}

void Messaging::take_early_reports() {
    const Time now = services_.gateway.now();
    std::vector<Early> early = early_.exchange({});
    std::erase_if(early, [&](const Early& one) {
        const auto is_known = take(one.report);
        return (is_known && *is_known) || one.until < now;
    });
    if (!early.empty()) {
        early_.with(
            [&](std::vector<Early>& kept) { kept.insert(kept.end(), early.begin(), early.end()); });
    }
}

}  // namespace standby::notify
