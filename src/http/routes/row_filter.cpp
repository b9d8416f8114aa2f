// Reading the queries of lists.
#include "http/routes/row_filter.hpp"

#include "base/number.hpp"
#include "base/utf8.hpp"
#include "core/model/states.hpp"

namespace standby::http {
namespace {

constexpr std::size_t text_characters_max = 100;

template <class State>
std::optional<std::uint8_t> state_named(std::string_view name, State last) {
    for (std::uint8_t value = 1; value <= static_cast<std::uint8_t>(last); ++value) {
        if (core::name_of(static_cast<State>(value)) == name) {
            return value;
        }
    }
    return std::nullopt;
}

// Nothing when it is not UTF-8.
std::optional<std::size_t> characters_in(std::string_view text) {
    std::size_t count = 0;
    while (!text.empty()) {
        if (!take_code_point(text)) {
            return std::nullopt;
        }
        ++count;
    }
    return count;
}

}  // namespace

std::optional<std::uint8_t> row_state(engine::RowTable table, std::string_view name) {
    switch (table) {
    case engine::RowTable::Entries:
        return state_named(name, core::EntryState::Attended);
    case engine::RowTable::Offers:
        return state_named(name, core::OfferState::Withdrawn);
    case engine::RowTable::Openings:
        return state_named(name, core::OpeningState::WalkIn);
    }
    return std::nullopt;
}

Result<std::optional<std::string>, Problem> text_parameter(const Request& request,
                                                           std::string_view name) {
    auto text = request.parameter(name);
    if (!text) {
        return std::nullopt;
    }
    const auto count = characters_in(*text);
    if (!count || *count < 1 || *count > text_characters_max) {
        return std::unexpected(invalid(std::string(name), "must have 1 to 100 characters"));
    }
    return text;
}

Result<std::optional<std::uint64_t>, Problem> number_parameter(const Request& request,
                                                               std::string_view name,
                                                               std::uint64_t least,
                                                               std::uint64_t most) {
    const auto text = request.parameter(name);
    if (!text) {
        return std::nullopt;
    }
    const auto number = parse_number<std::uint64_t>(*text);
    if (!number || *number < least || *number > most) {
        return std::unexpected(invalid(std::string(name), "must be a whole number from " +
                                                              std::to_string(least) + " to " +
                                                              std::to_string(most)));
    }
    return number;
}

}  // namespace standby::http
