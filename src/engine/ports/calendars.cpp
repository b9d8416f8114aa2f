#include "engine/ports/calendars.hpp"

#include <algorithm>
#include <array>

namespace standby::engine {
namespace {

struct KindName {
    CalendarKind kind;
    std::string_view name;
};
constexpr std::array kinds = {KindName{CalendarKind::CalDav, "caldav"},
                              KindName{CalendarKind::Ics, "ics"},
                              KindName{CalendarKind::Google, "google"}};

}  // namespace

std::string_view name_of(CalendarKind kind) {
    return std::ranges::find(kinds, kind, &KindName::kind)->name;
}

std::optional<CalendarKind> calendar_kind_named(std::string_view name) {
    const auto* found = std::ranges::find(kinds, name, &KindName::name);
    return found == kinds.end() ? std::nullopt : std::optional(found->kind);
}

}  // namespace standby::engine
