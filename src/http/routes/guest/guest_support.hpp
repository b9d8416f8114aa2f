// What the routes of the guests' pages share: who reads, what a list's form asks for, and what a
// place is. Facts in, values for the pages out.
#pragma once

#include "http/pages/forms.hpp"
#include "http/pages/guest_pages.hpp"
#include "http/pages/notices.hpp"
#include "http/routes/call.hpp"
#include "interchange/view/entry.hpp"
#include "interchange/view/offer.hpp"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::http {

// The frame of a page in the language that suits its reader best. The locales may be unknown.
PageFrame frame_of(const Call& call, std::string_view person_locale, std::string_view house_locale);
// Before anything is known but the request.
PageFrame frame_of(const Call& call);

// A page that is not stored anywhere.
Response guest_page(std::uint16_t status, std::string document);
// 404, with a sentence in the language of frame_of(call).
Response dead_link(const Call& call, std::string_view text);
Response busy_page(const Call& call);
// For a link that does not open what it leads to, as `refused` says.
Response closed_page(const Call& call, const Problem& refused);

// What the list's form asks for; values, errors and consent are for the caller to add.
WishForm wish_form_of(const core::ResourceState& state);

// Puts the catalogue of the business into the form as far as it is known, with the names of a wish
// that is there already: they are ticked, and no longer stand in the text fields.
void add_choices(const Call& call, WishForm& form, const core::Wants& wants);
// Puts what the form says into the catalogue's words. An error asks once about a name that looks
// misspelt; whoever sends it again means it.
Result<void, Problem> take_typed_names(const Call& call, core::Wants& wants,
                                       const core::Wants& present, const Form& form);

// The spelling of one of the names that only differs in capital letters; else the text itself.
std::string known_spelling(std::string_view text, const std::vector<std::string>& names);

// Whether there is nothing that anybody could get, however long they wait: the capacity is 0.
bool has_no_places(const core::ResourceState& state);
// Of somebody who waits.
Obstacle obstacle_of(const core::ResourceState& state, core::Ticket entry);

// What an offer to someone with these wishes is about. `opening` may be missing, for lists that
// count places.
OfferedPlace offered_place(const core::ResourceState& state, std::uint32_t places,
                           const std::optional<interchange::OpeningFacts>& opening,
                           const core::Wants& wants);
// The same from stored rows, which know neither the list's start nor its price.
OfferedPlace offered_slot(const core::Slot& slot, std::uint32_t places, const core::Wants& wants);
// What an entry holds; nothing when it holds nothing that can be described.
std::optional<OfferedPlace> held_place(const core::ResourceState& state,
                                       const interchange::EntryFacts& entry);

// The errors of an answer of the API, where each belongs on the form, in the guest's language.
FieldTexts form_errors(const std::vector<FieldError>& errors, Language language);

// What the API's refusal tells a guest.
Notice notice_of(const Problem& problem);

Response bad_form_page(const Call& call);
// Takes what the link of a list's page says; the page for a dead one when it says nothing.
std::optional<Response> take_list(Call& call);
// Takes what the token of a link says: whose it is and what it is about. False: it is for another
// page, or not good any more.
bool take_token(Call& call, std::string_view text, std::initializer_list<TokenPurpose> purposes);

// The form that was sent; the page that says so when it is none.
Result<Form, Response> form_in(const Call& call);

// What became of a button.
struct Pressed {
    Notice notice;
    std::vector<FieldError> errors;            // when a field is why it was refused
    core::Ticket entry = 0;                    // that it came to be about
    std::optional<std::uint32_t> new_epoch{};  // of its links, when those so far have ended
};
// To the page of an entry, whose link is for its guest alone.
Response to_own_page(const Call& call, const PageFrame& frame, core::Ticket entry,
                     std::uint32_t epoch);

// Hands its command to the shard. What is carried out is not tried again elsewhere.
Task<Result<Pressed, Problem>> press(Call& call, core::Command command);
Task<Result<Pressed, Problem>> press(Call& call, core::Command command,
                                     engine::Attachment attachment);

}  // namespace standby::http
