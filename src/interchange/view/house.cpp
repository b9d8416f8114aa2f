#include "interchange/view/house.hpp"

#include "base/text_coding.hpp"
#include "interchange/contact/country.hpp"

namespace standby::interchange {

std::string format_webhook_secret(std::span<const std::byte> secret) {
    return "whsec_" + encode_base64(secret);
}

namespace {

void write_kept(JsonWriter& writer, std::string_view member, Duration kept) {
    kept > Duration{0} ? writer.duration(member, kept) : writer.null(member);
}

}  // namespace

void write_house(JsonWriter& writer, const engine::House& house, WebhookInAnswer webhook) {
    writer.begin_object();
    writer.text_or_null("name", house.name);
    writer.text_or_null("reply_to", house.reply_to);
    writer.text_or_null("staff_email", house.staff_email);
    writer.text_or_null("staff_phone", house.staff_phone);
    writer.text_or_null("address", house.address);
    writer.text("locale", house.locale);
    writer.text_or_null("consent_text", house.consent_text);
    writer.text("channels", engine::name_of(house.channels));
    writer.text("phone_messages", engine::name_of(house.phone_messages));
    writer.boolean("open_tracking", house.open_tracking);
    writer.boolean("monthly_summary", house.monthly_summary);
    writer.duration("event_reminder", house.event_reminder);
    writer.name("rate");
    writer.fraction(house.rate);
    writer.boolean("has_webhook", !house.webhook_url.empty());
    if (webhook != WebhookInAnswer::Presence) {
        writer.text_or_null("webhook_url", house.webhook_url);
    }
    writer.text("webhook_format", engine::name_of(house.webhook_format));
    writer.text("time_zone", house.time_zone);
    writer.texts("widget_origins", house.widget_origins);
    writer.texts("text_countries", house.text_countries);
    writer.text_or_null("phone_region", house.phone_region);
    writer.text_or_null("phone_region_guess", country_of_zone(house.time_zone));
    writer.text("captcha", engine::name_of(house.captcha));
    writer.text_or_null("captcha_site_key", house.captcha_site_key);
    write_kept(writer, "keep_people", house.keep_people);
    write_kept(writer, "keep_messages", house.keep_messages);
    write_kept(writer, "keep_histories", house.keep_histories);
    if (webhook == WebhookInAnswer::Secret) {
        writer.text("webhook_secret", format_webhook_secret(house.webhook_secret));
    }
    writer.end_object();
}

}  // namespace standby::interchange
