// The terms on which a guest is booked without being asked (notice, price, days), between the
// fields of the form and what the API takes.
#pragma once

#include "base/json/value.hpp"
#include "core/model/wants.hpp"
#include "http/pages/forms.hpp"

#include <bitset>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::http {

// How much notice can be asked for, by the value of the field.
struct NoticeChoice {
    std::string_view value;
    std::chrono::hours length;
};
std::span<const NoticeChoice> notice_choices();
// What the form proposes to those who have chosen nothing.
inline constexpr std::string_view usual_notice = "2h";
// The largest that is not longer than the notice; empty for none.
std::string_view notice_value(Duration notice);

// "instant_mon".
std::string instant_day_name(std::string_view day);
// Those that are covered from midnight to midnight, from Monday on.
std::bitset<7> whole_days(const std::vector<core::WeeklyWindow>& weekly);

// "59.50" and "59,5" are 5950 in euros; nothing for what is no such amount.
std::optional<std::int64_t> typed_amount(std::string_view text, std::string_view currency);
std::string amount_text(const core::Money& money);

// The object that the API takes. The form must outlive it.
JsonValue instant_terms_of(const Form& form);
// What the fields hold for terms that are there already.
void add_instant_values(std::vector<std::pair<std::string, std::string>>& values,
                        const core::InstantYes& terms);
// The present terms, with what the form says otherwise than it showed.
core::InstantYes changed_terms(const core::InstantYes& present, const core::InstantYes& said,
                               const Form& form);

}  // namespace standby::http
