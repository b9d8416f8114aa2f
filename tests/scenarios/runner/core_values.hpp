// From the texts of a request to the core's values: one overload of `read` per type. Each sets the
// value, or says what is wrong with the text.
#pragma once

#include "core/model/command.hpp"
#include "core/model/wants.hpp"
#include "core/rules/rules.hpp"
#include "tests/scenarios/runner/driver.hpp"
#include "tests/scenarios/runner/stage.hpp"

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::scenarios {

Done read_number(std::string_view text, std::int64_t low, std::int64_t high, std::int64_t& value);

template <std::integral Number>
Done read(std::string_view text, Number& value) {
    std::int64_t wide = 0;
    TRY(read_number(text, std::numeric_limits<Number>::min(), std::numeric_limits<Number>::max(),
                    wide));
    value = static_cast<Number>(wide);
    return {};
}
Done read(std::string_view text, bool& value);
Done read(std::string_view text, std::string& value);
Done read(std::string_view text, Duration& value);
Done read(std::string_view text, Time& value);
Done read(std::string_view text, core::Money& value);
Done read(std::string_view text, std::vector<core::WeeklyWindow>& value);
Done read(std::string_view text, core::Kind& value);
Done read(std::string_view text, core::Inventory& value);
Done read(std::string_view text, core::Order& value);
Done read(std::string_view text, core::AfterOffer& value);
Done read(std::string_view text, core::Visibility& value);
Done read(std::string_view text, core::PartyPolicy& value);

// "null" means none.
template <class Value>
Done read(std::string_view text, std::optional<Value>& value) {
    if (text == "null") {
        value.reset();
        return {};
    }
    return read(text, value.emplace());
}

// Reads the field if it is there; otherwise the value stays as it is.
template <class Value>
Done take(const Fields& fields, std::string_view name, Value& value) {
    const auto found = fields.find(name);
    return found == fields.end() ? Done{} : read(found->second, value);
}

}  // namespace standby::scenarios
