// The pieces that several guest pages have in common.
#pragma once

#include "http/pages/guest_pages.hpp"
#include "http/pages/html.hpp"
#include "http/pages/words/words.hpp"
#include "interchange/wording/formats.hpp"

#include <string>
#include <string_view>

namespace standby::http {

using interchange::Reader;

// The name of the list above a page's title.
void add_heading(Html& content, std::string_view above, std::string_view title);

// What just happened; nothing when there is nothing to tell.
void add_notice(Html& content, std::string_view notice);

void add_time(Html& content, Time time, const Reader& reader);

// A name and its value in a list of facts; left out when there is no value.
void add_fact(Html& content, std::string_view name, std::string_view value);

// Whether there is anything to say about it: access to a beta, or an event without a date, is just
// "a spot".
bool has_place_facts(const OfferedPlace& what);

// What, when, with whom, where and for how much.
void add_place_facts(Html& content, const OfferedPlace& what, const Reader& reader);

// To the page on which the draw of a lottery can be checked. It opens beside a page that is inside
// another site's.
void add_draw_link(Html& content, const PageFrame& frame, std::string_view resource_id);

// A form of one button that POSTs `action` to a path of ours.
struct Button {
    std::string_view path;
    std::string_view action;
    Markup style;
    std::string_view label;
};
void add_button(Html& content, const PageFrame& frame, const Button& button);

// The offer itself: what it is, the time that is left, and both answers. The script counts down
// from the difference of the two times, so the reader's own clock does not matter; when the time is
// up it shows what that means instead.
void add_live_offer(Html& content, const PageFrame& frame, const LiveOffer& offer,
                    const Reader& reader, std::string_view status_token);

// Until when something is held, ticking where there is a script.
void add_countdown(Html& content, const OfferWords& words, Time expires_at, const Reader& reader);

// Paragraphs stand between empty lines.
void add_lines(Html& content, std::string_view text);

// A message as it is read on the guest's own page, which has all its links already: without lines
// that hold one, what announces them, and what stands under the letter.
std::string without_links(std::string_view text);

// Whether there is something to leave, or to give back.
bool may_leave(core::EntryState state);

// A button to where the guest gets in; nothing where there is no such address.
void add_access_link(Html& content, const std::string& url, Language language);

}  // namespace standby::http
