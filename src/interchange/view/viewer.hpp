// For whom an answer is written.
#pragma once

#include <cstdint>

namespace standby::interchange {

enum class Viewer : std::uint8_t {
    Anybody,   // no personal data, no links that give rights; ranks as the rules show them
    Guest,     // the entry's own: personal data and links; ranks as the rules show them
    ReadOnly,  // a key that may look at everything but gets no links to act with
    Staff,
};

constexpr bool sees_person(Viewer viewer) {
    return viewer != Viewer::Anybody;
}
constexpr bool sees_exact_rank(Viewer viewer) {
    return viewer == Viewer::ReadOnly || viewer == Viewer::Staff;
}
constexpr bool gets_links(Viewer viewer) {
    return viewer == Viewer::Guest || viewer == Viewer::Staff;
}

}  // namespace standby::interchange
