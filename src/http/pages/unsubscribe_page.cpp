// The page on which messages are stopped or started again, and a list is left.
#include "http/pages/guest_pages.hpp"
#include "http/pages/parts.hpp"

namespace standby::http {
namespace {

void add_choice(Html& content, const UnsubscribePage& page, std::string_view text,
                const Button& button) {
    content.markup("<div class=\"card\">\n<p>").text(text).markup("</p>\n");
    add_button(content, page.frame, button);
    content.markup("</div>\n");
}

}  // namespace

std::string unsubscribe_page(const UnsubscribePage& page) {
    const UnsubscribeWords& words = words_in(page.frame.language).unsubscribe;
    const std::string path = "/u/" + page.token;
    Html content;
    add_heading(content, page.resource_name, words.title);
    add_notice(content, page.notice);
    if (page.may_start) {
        add_choice(content, page, words.stopped,
                   {.path = path, .action = action_start, .style = "main", .label = words.start});
    }
    if (page.may_stop) {
        add_choice(content, page, words.stop_text,
                   {.path = path, .action = action_stop, .style = "quiet", .label = words.stop});
    }
    if (page.needs_text_to_start) {
        content.markup("<p>").text(words.needs_text).markup("</p>\n");
    }
    if (page.texts_go_on) {
        content.markup("<p>").text(words.texts_go_on).markup("</p>\n");
    }
    if (may_leave(page.state)) {
        const bool holds = page.state == core::EntryState::Accepted;
        add_choice(content, page, holds ? words.leave_cancels : words.leave_text,
                   {.path = path, .action = action_leave, .style = "alarm", .label = words.leave});
    } else {
        content.markup("<p>").text(words.not_on_list).markup("</p>\n");
    }
    return guest_document(page.frame, words.title, content);
}

}  // namespace standby::http
