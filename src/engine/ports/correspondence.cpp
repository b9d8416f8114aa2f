#include "engine/ports/correspondence.hpp"

#include <array>

namespace standby::engine {
namespace {

constexpr std::array<std::string_view, 4> rule_names{"none", "sms_first", "mail_first", "both"};
constexpr std::array<std::string_view, 4> phone_rule_names{"none", "whatsapp_first", "sms",
                                                           "whatsapp"};
constexpr std::array<std::string_view, 6> source_names{"none",       "stop",        "unsubscribed",
                                                       "complained", "unreachable", "staff"};

}  // namespace

std::string_view name_of(ChannelRule rule) {
    return rule_names.at(static_cast<std::size_t>(rule));
}

std::string_view name_of(WebhookFormat format) {
    return format == WebhookFormat::CloudEvents ? "cloudevents" : "plain";
}
std::string_view name_of(PhoneRule rule) {
    return phone_rule_names.at(static_cast<std::size_t>(rule));
}

std::string_view name_of(OptOutSource source) {
    return source_names.at(static_cast<std::size_t>(source));
}

}  // namespace standby::engine
