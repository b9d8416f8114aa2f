// What a wording can name. The names are part of the API: wordings of houses are stored with them.
#pragma once

#include "engine/ports/messages.hpp"
#include "interchange/wording/formats.hpp"
#include "notify/voice/facts.hpp"
#include "notify/voice/template.hpp"
#include "notify/voice/words/words.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace standby::notify {

using interchange::Reader;

enum class Variable : std::uint8_t {
    Name,
    House,
    Resource,
    What,
    Service,
    Staff,
    Place,
    When,
    Date,
    Time,
    Duration,
    Price,
    PartySize,
    Places,
    Rank,
    Booked,
    Deadline,
    TimeLeft,
    PassedOn,
    FreeAgain,
    AsksNewcomers,
    Lost,
    Note,
    Reason,
    Link,
    StatusLink,
    UnsubscribeLink,
    GoogleLink,
    OutlookLink,
    AnswerHint,
    Month,
    Freed,
    Filled,
    FillRate,
    Offers,
    Accepted,
    Joined,
    TimeToFill,
    Recovered,
    FreedPlaces,
    AverageToFill,
    MonthBefore,
    FreedBefore,
    FilledBefore,
    FillRateBefore,
    RecoveredBefore,
    SuggestedList,
    SuggestLateYes,
    SuggestWindow,
    SuggestBoth,
    SuggestCutoff,
    FilledNow,
    FilledThen,
    Notice,
    Client,
    HappenedAt,
    ByMail,
    ByText,
    ByWhatsApp,
    Waited,
    LateYes,
    UndoUntil,
    Admitted,
    AccessLink,
    Subject,
    Text,  // alone may have several lines
    Tax,
    Reference,
};
inline constexpr std::size_t variable_count = 68;

struct VariableEntry {
    std::string_view name;
    std::string_view meaning;
    std::uint16_t families;  // bits, see variables.cpp
    bool is_link = false;
};
const VariableEntry& entry_of(Variable variable);

constexpr std::size_t index_of(Variable variable) {
    return static_cast<std::size_t>(variable);
}

// All names, in the order of the enum; those that mean nothing in messages of this kind are empty.
std::array<std::string_view, variable_count> names_for(engine::MessageKind kind);

using Values = std::array<std::string, variable_count>;
// The value as clean text in one line (only Text may have several), or an empty one. Never anything
// else, whatever the facts contain.
std::string value_of(Variable variable, const Facts& facts, const Reader& reader);

}  // namespace standby::notify
