// The bodies about what staff know of guests: notes, tags, and looking for somebody on all lists.
#pragma once

#include "base/result.hpp"
#include "engine/ports/guest_notes.hpp"
#include "http/api/problem.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::http {

inline constexpr std::size_t guest_note_length_max = 2'000;
inline constexpr std::size_t tag_length_max = 40;
inline constexpr std::size_t search_text_length_max = 100;
inline constexpr std::size_t search_results_max = 50;

// PATCH /v1/waitlist/{id}/note. Unset fields stay as they are.
struct NoteBody {
    std::optional<std::string> text;               // blank: none
    std::optional<std::vector<std::string>> tags;  // all of them
    std::vector<std::string> add_tags;
    std::vector<std::string> remove_tags;
};
Result<NoteBody, Problem> parse_note(std::string_view body);

// What the present note becomes; 422 when it would have too many tags. Tags that differ in the case
// of ASCII letters alone are one.
Result<engine::GuestNote, Problem> merged(const NoteBody& body, engine::GuestNote present);

// POST /v1/people:search.
struct SearchBody {
    std::string text;
    std::size_t limit = 20;
};
Result<SearchBody, Problem> parse_search(std::string_view body);

}  // namespace standby::http
