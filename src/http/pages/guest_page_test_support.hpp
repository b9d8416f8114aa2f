// Pages in the middle of their lives, for the tests of each of them.
#pragma once

#include "http/pages/guest_pages.hpp"

#include <string>
#include <string_view>

namespace standby::http {

inline const Time noon = parse_time("2026-11-21T12:00:00Z").value();
inline const Zone berlin = Zone::fixed("Europe/Berlin", std::chrono::hours(1));
inline const std::string payload = "\"><script>alert('x')</script><img src=x onerror=alert(1)>";

inline std::size_t count(const std::string& text, std::string_view part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++found;
    }
    return found;
}

inline OfferedPlace haircut() {
    return {.service = "Haircut",
            .staff = "Mia",
            .place = "Main street 1",
            .starts_at = noon + std::chrono::hours(3),
            .duration = std::chrono::minutes(45),
            .price = core::Money{4500, {'E', 'U', 'R'}}};
}

inline EntryPage waiting_entry() {
    EntryPage page;
    page.resource_id = "res_1";
    page.resource_name = "Salon";
    page.token = "gt_entry";
    page.frame.path = "/e/gt_entry";
    page.rank = 3;
    page.claim_window = std::chrono::minutes(10);
    page.now = noon;
    page.zone = berlin;
    return page;
}

inline OfferPage live_offer() {
    OfferPage page;
    page.resource_name = "Salon";
    page.token = "gt_offer";
    page.frame.path = "/o/gt_offer";
    page.what = haircut();
    page.now = noon;
    page.expires_at = noon + std::chrono::minutes(10);
    page.zone = berlin;
    return page;
}

inline JoinPage join_form(core::Kind kind = core::Kind::Slots) {
    JoinPage page;
    page.resource_id = "res_1";
    page.resource_name = "Salon";
    page.frame.path = "/r/res_1";
    page.form.kind = kind;
    page.form.party = kind == core::Kind::Access ? PartyField::None : PartyField::Shown;
    page.form.may_say_yes = true;
    return page;
}

}  // namespace standby::http
