// The names of the templates on WhatsApp, as settings and approvals know them.
#pragma once

#include <array>
#include <string_view>

namespace standby::interchange {

inline constexpr std::array<std::string_view, 7> whatsapp_template_names = {
    "offer", "confirmed", "cancelled", "reminder", "still_there", "verify", "news"};

}  // namespace standby::interchange
