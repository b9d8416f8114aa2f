// The markup and the words of a guest's own entry and offer.
#include "http/pages/guest_pages.hpp"

#include "http/pages/html.hpp"
#include "http/pages/wording.hpp"

#include <algorithm>

namespace standby::http {
namespace {

using core::EntryState;
using core::OfferState;

struct Words {
    std::string_view title;
    std::string_view text;
};

Words words_for(EntryState state) {
    switch (state) {
    case EntryState::Unverified:
        return {"Please confirm your e-mail address",
                "We sent you a message with a link. You are in line once you have used it."};
    case EntryState::Waiting:
        return {"You are on the list", "We will write to you as soon as it is your turn."};
    case EntryState::Offered:
        return {"There is a place for you", "It is held for you for a short time."};
    case EntryState::Confirming:
        return {"Your place is being confirmed", "It is held for you meanwhile."};
    case EntryState::Accepted:
        return {"You have a place", "We look forward to seeing you."};
    case EntryState::Declined:
        return {"You declined", "You are no longer on this list."};
    case EntryState::Expired:
        return {"You are no longer on this list", "An offer to you was not answered in time."};
    case EntryState::Left:
        return {"You left the list", "You can join again at any time."};
    case EntryState::Cancelled:
        return {"You gave your place back", "Thank you for telling us."};
    case EntryState::Attended:
        return {"You were here", "Thank you for coming."};
    case EntryState::NoShow:
        return {"We missed you", "Your place was given to somebody else."};
    case EntryState::Removed:
    case EntryState::None:
        break;
    }
    return {"You are not on this list", "Please ask us if you think that this is wrong."};
}

bool may_leave(EntryState state) {
    return state == EntryState::Unverified || state == EntryState::Waiting ||
           state == EntryState::Offered || state == EntryState::Confirming ||
           state == EntryState::Accepted;
}

bool is_in_line(EntryState state) {
    return state == EntryState::Waiting || state == EntryState::Offered;
}

void add_notice(Html& content, std::string_view notice) {
    if (!notice.empty()) {
        content.markup("<p class=\"notice\" role=\"status\">").text(notice).markup("</p>\n");
    }
}

void add_time(Html& content, Time time, const Zone& zone) {
    content.markup("<time datetime=\"").text(format_time(time)).markup("\">");
    content.text(describe_time(time, zone)).markup("</time>");
}

void add_fact(Html& content, Markup name, std::string_view value) {
    if (!value.empty()) {
        content.markup("<dt>").markup(name).markup("</dt><dd>").text(value).markup("</dd>\n");
    }
}

void add_button(Html& content, Markup path, std::string_view token, std::string_view action,
                Markup style, Markup label) {
    content.markup("<form method=\"post\" action=\"").markup(path).text(token);
    content.markup("\">\n<button class=\"").markup(style).markup("\" name=\"action\" value=\"");
    content.text(action).markup("\">").markup(label).markup("</button>\n</form>\n");
}

void add_standing(Html& content, const EntryPage& page) {
    content.markup("<div class=\"card\">\n");
    if (page.rank) {
        content.markup("<p class=\"soft\">Your place in line</p>\n<p class=\"rank\">");
        content.number(*page.rank).markup("</p>\n");
    } else if (!page.band.empty()) {
        content.markup("<p class=\"soft\">Your place in line is among</p>\n<p class=\"rank\">");
        content.text(page.band).markup("</p>\n");
    }
    content.markup("<dl>\n");
    add_fact(content, "Number given when joining", std::to_string(page.position));
    if (page.party_size > 1) {
        add_fact(content, "People", std::to_string(page.party_size));
    }
    content.markup("</dl>\n</div>\n");
}

void add_leaving(Html& content, const EntryPage& page) {
    content.markup("<details>\n<summary>");
    if (page.state == EntryState::Accepted) {
        content.markup("Give my place back</summary>\n<p>Somebody else gets it. This cannot be "
                       "undone.</p>\n");
        add_button(content, "/e/", page.token, action_leave, "alarm", "Yes, give it back");
    } else {
        content.markup("Leave the list</summary>\n<p>You lose your place in line. This cannot be "
                       "undone.</p>\n");
        add_button(content, "/e/", page.token, action_leave, "alarm", "Yes, leave the list");
    }
    content.markup("</details>\n");
}

// Paragraphs stand between empty lines.
void add_lines(Html& content, std::string_view text) {
    content.markup("<p>");
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        content.text(line);
        if (text.starts_with('\n')) {
            text.remove_prefix(std::min(text.find_first_not_of('\n'), text.size()));
            content.markup("</p>\n<p>");
        } else if (!text.empty()) {
            content.markup("<br>\n");
        }
    }
    content.markup("</p>\n");
}

void add_messages(Html& content, const EntryPage& page) {
    if (page.messages.empty()) {
        return;
    }
    content.markup("<h2>Messages to you</h2>\n");
    for (const EntryPage::Message& message : page.messages) {
        content.markup("<article class=\"card\">\n<p class=\"soft\">");
        add_time(content, message.at, page.zone);
        content.markup("</p>\n");
        if (!message.subject.empty()) {
            content.markup("<p><strong>").text(message.subject).markup("</strong></p>\n");
        }
        add_lines(content, message.text);
        content.markup("</article>\n");
    }
}

Words words_for(const OfferPage& page) {
    switch (page.state) {
    case OfferState::Live:
        if (page.now < page.expires_at) {
            return {"A place is free for you", ""};
        }
        [[fallthrough]];
    case OfferState::Expired:
        return {"This offer has ended",
                "It was not claimed in time, so the place went on to the next person."};
    case OfferState::Confirming:
        return page.awaiting == core::Awaiting::Payment
                   ? Words{"Waiting for your payment", "The place is held for you meanwhile."}
                   : Words{"Your booking is being confirmed",
                           "This takes a moment. The place is held for you meanwhile."};
    case OfferState::Accepted:
        return {"It is yours", "Your place is booked. We look forward to seeing you."};
    case OfferState::Declined:
        return {"You declined this offer", "Thank you for telling us: somebody else gets it."};
    case OfferState::Withdrawn:
        return {"This offer was withdrawn", "The place is no longer available. We are sorry."};
    case OfferState::None:
        break;
    }
    return {"There is no such offer", "Please use the link in the newest message that you got."};
}

void add_offered_facts(Html& content, const OfferPage& page) {
    content.markup("<div class=\"card\"><dl>\n");
    add_fact(content, "What", page.service);
    if (page.starts_at) {
        content.markup("<dt>When</dt><dd>");
        add_time(content, *page.starts_at, page.zone);
        content.markup("</dd>\n");
    }
    if (page.duration) {
        add_fact(content, "How long", describe_length(*page.duration));
    }
    add_fact(content, "With", page.staff);
    add_fact(content, "Where", page.place);
    add_fact(content, "Places", std::to_string(page.places));
    if (page.price) {
        add_fact(content, "Price", describe_money(*page.price));
    }
    content.markup("</dl></div>\n");
}

}  // namespace

std::string entry_page(const EntryPage& page) {
    const Words words = words_for(page.state);
    Html content;
    content.markup("<p class=\"eyebrow\">").text(page.resource_name).markup("</p>\n<h1>");
    content.text(words.title).markup("</h1>\n");
    add_notice(content, page.notice);
    content.markup("<p>").text(words.text).markup("</p>\n");
    if (page.state == EntryState::Unverified && page.may_verify) {
        add_button(content, "/e/", page.token, action_verify, "main", "Confirm my e-mail address");
    }
    if (page.offer) {
        content.markup("<div class=\"card\">\n<p>Please answer by ");
        add_time(content, page.offer->expires_at, page.zone);
        content.markup(".</p>\n<a class=\"button\" href=\"/o/").text(page.offer->token);
        content.markup("\">See the offer</a>\n</div>\n");
    }
    if (is_in_line(page.state)) {
        add_standing(content, page);
    }
    add_messages(content, page);
    if (may_leave(page.state)) {
        add_leaving(content, page);
    }
    return document(words.title, content);
}

std::string unsubscribe_page(const UnsubscribePage& page) {
    Html content;
    content.markup("<p class=\"eyebrow\">").text(page.resource_name);
    content.markup("</p>\n<h1>Your messages</h1>\n");
    add_notice(content, page.notice);
    if (page.may_start) {
        content.markup(
            "<div class=\"card\">\n<p>You stopped our messages. If you are on a list, you "
            "keep your place, but you will not hear from us when it is your turn: look "
            "at your status page for that.</p>\n");
        add_button(content, "/u/", page.token, action_start, "main", "Send me messages again");
        content.markup("</div>\n");
    }
    if (page.may_stop) {
        content.markup("<div class=\"card\">\n<p>We stop writing to you, about this list and all "
                       "others here. You keep your place. You can come back to this page and "
                       "switch messages on again.</p>\n");
        add_button(content, "/u/", page.token, action_stop, "quiet", "Stop all messages");
        content.markup("</div>\n");
    }
    if (page.needs_text_to_start) {
        content.markup("<p>Text messages were stopped from your phone. To get them again, send "
                       "START to the number they came from.</p>\n");
    }
    if (may_leave(page.state)) {
        content.markup("<div class=\"card\">\n");
        if (page.state == EntryState::Accepted) {
            content.markup("<p>You have a place. Leaving the list cancels it, and somebody else "
                           "gets it. This cannot be undone.</p>\n");
        } else {
            content.markup("<p>You lose your place in line. This cannot be undone.</p>\n");
        }
        add_button(content, "/u/", page.token, action_leave, "alarm", "Leave this list");
        content.markup("</div>\n");
    } else {
        content.markup("<p>You are not on this list any more.</p>\n");
    }
    return document("Your messages", content);
}

std::string offer_page(const OfferPage& page) {
    const Words words = words_for(page);
    const bool is_open = page.state == OfferState::Live && page.now < page.expires_at;
    Html content;
    content.markup("<p class=\"eyebrow\">").text(page.resource_name).markup("</p>\n<h1>");
    content.text(words.title).markup("</h1>\n");
    add_notice(content, page.notice);
    if (!words.text.empty()) {
        content.markup("<p>").text(words.text).markup("</p>\n");
    }
    add_offered_facts(content, page);
    if (is_open) {
        content.markup("<p>It is held for you until <strong>");
        add_time(content, page.expires_at, page.zone);
        content.markup("</strong>, for another ");
        content.text(describe_length(page.expires_at - page.now)).markup(".</p>\n");
        add_button(content, "/o/", page.token, action_claim, "main", "Claim it");
        add_button(content, "/o/", page.token, action_decline, "quiet", "Decline");
    }
    if (!page.status_token.empty()) {
        content.markup("<p><a href=\"/e/").text(page.status_token);
        content.markup("\">My place on the list</a></p>\n");
    }
    return document(words.title, content);
}

std::string message_page(std::string_view title, std::string_view text) {
    Html content;
    content.markup("<h1>").text(title).markup("</h1>\n<p>").text(text).markup("</p>\n");
    return document(title, content);
}

}  // namespace standby::http
