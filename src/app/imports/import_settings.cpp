#include "app/imports/import_settings.hpp"

#include "base/text.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace standby::app {

Result<intake::ByHand, std::string> parse_by_hand(std::string_view text) {
    intake::ByHand by_hand;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(','), text.size());
        const std::string_view part = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t sign = part.rfind('=');
        if (sign == std::string_view::npos || trim(part.substr(0, sign)).empty()) {
            return std::unexpected(fmt::format("must be such as 'Handy 2=phone', not '{}'", part));
        }
        const std::string_view name = trim(part.substr(sign + 1));
        const auto field = intake::parse_field(name);
        if (!field && !name.empty()) {
            std::string known;
            for (std::size_t index = 0; index < intake::fields_count; ++index) {
                known += index == 0 ? "" : ", ";
                known += intake::name_of(static_cast<intake::Field>(index));
            }
            return std::unexpected(fmt::format("'{}' is no field; there are {}", name, known));
        }
        by_hand.emplace_back(trim(part.substr(0, sign)), field);
    }
    return by_hand;
}

}  // namespace standby::app
