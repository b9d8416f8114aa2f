// The names of rules and sources.
#include "engine/ports/correspondence.hpp"

#include <array>

namespace standby::engine {
namespace {

constexpr std::array<std::string_view, 4> rule_names{"none", "sms_first", "mail_first", "both"};
constexpr std::array<std::string_view, 6> source_names{"none",       "stop",        "unsubscribed",
                                                       "complained", "unreachable", "staff"};

}  // namespace

std::string_view name_of(ChannelRule rule) {
    return rule_names.at(static_cast<std::size_t>(rule));
}

std::optional<ChannelRule> parse_channel_rule(std::string_view name) {
    for (std::size_t index = 1; index < rule_names.size(); ++index) {
        if (rule_names.at(index) == name) {
            return static_cast<ChannelRule>(index);
        }
    }
    return std::nullopt;
}

std::string_view name_of(OptOutSource source) {
    return source_names.at(static_cast<std::size_t>(source));
}

}  // namespace standby::engine
