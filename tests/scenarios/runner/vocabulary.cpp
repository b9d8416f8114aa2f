// The names are taken from the core's tables, so that there is no second list to keep in step.
#include "tests/scenarios/runner/vocabulary.hpp"

#include "core/model/event.hpp"
#include "core/model/states.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <variant>

namespace standby::scenarios {
namespace {

using Names = std::set<std::string, std::less<>>;

template <class Enum>
void add_names(Names& names, Enum last) {
    for (int value = 0; value <= static_cast<int>(last); ++value) {
        names.emplace(core::name_of(static_cast<Enum>(value)));
    }
}

template <std::size_t... Index>
Names event_types(std::index_sequence<Index...>) {
    Names names;
    core::Event event;
    ((event.body.emplace<Index>(), names.emplace(core::type_of(event))), ...);
    return names;
}

}  // namespace

bool is_event_type(std::string_view name) {
    static const Names names =
        event_types(std::make_index_sequence<std::variant_size_v<core::EventBody>>());
    return names.contains(name);
}

bool is_reason(std::string_view name) {
    static const Names names = [] {
        Names all;
        add_names(all, core::Reason::Ping);
        return all;
    }();
    return names.contains(name);
}

bool is_state(std::string_view name) {
    static const Names names = [] {
        Names all;
        add_names(all, core::EntryState::Attended);
        add_names(all, core::OpeningState::WalkIn);
        add_names(all, core::ResourceStatus::Cancelled);
        return all;
    }();
    return names.contains(name);
}

}  // namespace standby::scenarios
