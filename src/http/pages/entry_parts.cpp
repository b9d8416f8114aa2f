#include "http/pages/entry_parts.hpp"

#include "http/pages/instant_terms.hpp"
#include "http/pages/payment_parts.hpp"
#include "interchange/wording/calendar_words.hpp"

namespace standby::http {
namespace {

std::string own_path(const EntryPage& page) {
    return "/e/" + page.token;
}

void open_form(Html& content, const EntryPage& page) {
    content.markup("<form method=\"post\" action=\"");
    content.text(kept_link(page.frame, own_path(page))).markup("\">\n");
}

// "Mon, Tue, Sat"; empty for any day.
std::string days_text(const std::vector<core::WeeklyWindow>& weekly, Language language) {
    const auto& calendar = interchange::calendar_words(language);
    const auto days = whole_days(weekly);
    std::string text;
    for (std::size_t day = 0; day < days.size(); ++day) {
        if (days.test(day)) {
            text += text.empty() ? "" : ", ";
            text += calendar.weekdays_short[(day + 1) % days.size()];
        }
    }
    return text;
}

void add_terms(Html& content, const core::InstantYes& terms, Language language) {
    const EntryWords& words = words_in(language).entry;
    content.markup("<dl>\n");
    add_fact(content, words.instant_notice,
             terms.min_notice > Duration{0}
                 ? words.at_least.with(format_span(language, terms.min_notice))
                 : std::string(words.instant_any_notice));
    if (terms.max_price) {
        add_fact(content, words_in(language).frame.price,
                 words.at_most.with(format_money(language, *terms.max_price)));
    }
    add_fact(content, words.instant_days, days_text(terms.weekly, language));
    content.markup("</dl>\n");
}

}  // namespace

void add_booked_by(Html& content, const EntryPage& page, const Reader& reader) {
    const EntryWords& words = words_in(page.frame.language).entry;
    if (page.booked_by == EntryPage::BookedBy::Asked) {
        return;
    }
    const bool is_instant = page.booked_by == EntryPage::BookedBy::InstantYes;
    content.markup("<p>").text(is_instant ? words.booked_instantly : words.booked_late);
    content.markup("</p>\n");
    if (!page.undo_until) {
        return;
    }
    content.markup("<details class=\"card\">\n<summary>").text(words.undo);
    content.markup("</summary>\n<p>");
    content.text(words.undo_text.with(format_moment(reader, *page.undo_until)));
    content.markup("</p>\n");
    add_button(content, page.frame,
               {.path = own_path(page),
                .action = action_undo,
                .style = "alarm",
                .label = words.undo_sure});
    content.markup("</details>\n");
}

void add_standing_yes(Html& content, const EntryPage& page, const Reader& reader) {
    if (page.standing_yes.empty()) {
        return;
    }
    const PageWords& words = words_in(page.frame.language);
    content.markup("<section aria-labelledby=\"late\">\n<h2 id=\"late\">");
    content.text(words.entry.late_yes).markup("</h2>\n<p>");
    content.text(page.is_late_paid ? words.entry.late_yes_payment : words.entry.late_yes_text);
    content.markup("</p>\n");
    for (const EntryPage::StandingYes& one : page.standing_yes) {
        content.markup("<div class=\"card\">\n");
        if (has_place_facts(one.what)) {
            add_place_facts(content, one.what, reader);
        }
        if (!one.offer_id.empty()) {
            open_form(content, page);
            content.markup("<input type=\"hidden\" name=\"offer\" value=\"").text(one.offer_id);
            content.markup("\">\n<button class=\"quiet\" name=\"action\" value=\"");
            content.text(action_take_back).markup("\">").text(words.offer.late_take_back);
            content.markup("</button>\n</form>\n");
        }
        content.markup("</div>\n");
    }
    content.markup("</section>\n");
}

void add_presence(Html& content, const EntryPage& page) {
    if (page.presence == EntryPage::Presence::Taken) {
        return;
    }
    const EntryWords& words = words_in(page.frame.language).entry;
    const auto& text = page.presence == EntryPage::Presence::SetAside      ? words.set_aside
                       : page.presence == EntryPage::Presence::AsideByWish ? words.aside_by_wish
                                                                           : words.still_there_text;
    content.markup("<section class=\"card\" aria-labelledby=\"presence\">\n<h2 id=\"presence\">");
    content.text(words.still_there).markup("</h2>\n<p>");
    content.text(text).markup("</p>\n");
    add_button(content, page.frame,
               {.path = own_path(page),
                .action = action_here,
                .style = "main",
                .label = words.still_here});
    content.markup("</section>\n");
}

void add_instant(Html& content, const EntryPage& page) {
    if (!page.instant) {
        return;
    }
    const Language language = page.frame.language;
    const PageWords& words = words_in(language);
    const auto& terms = page.instant->terms;
    content.markup("<section class=\"card\" aria-labelledby=\"instant\">\n<h2 id=\"instant\">");
    content.text(words.entry.instant).markup("</h2>\n<p>");
    content.text(terms ? words.entry.instant_on : words.entry.instant_offer).markup("</p>\n");
    if (terms) {
        add_terms(content, *terms, language);
        if (page.instant->is_paid) {
            add_card_wanted(content, page);
        }
        add_button(content, page.frame,
                   {.path = own_path(page),
                    .action = action_instant_off,
                    .style = "quiet",
                    .label = words.entry.instant_stop});
    } else {
        open_form(content, page);
        content.markup("<div class=\"field\">\n<label for=\"notice-wanted\">");
        content.text(words.join.notice)
            .markup("</label>\n<select id=\"notice-wanted\" name=\"instant_notice\">\n");
        add_notice_choices(content, usual_notice, language);
        content.markup("</select>\n</div>\n<button class=\"quiet\" name=\"action\" value=\"");
        content.text(action_instant_on).markup("\">").text(words.entry.instant_start);
        content.markup("</button>\n</form>\n");
    }
    content.markup("</section>\n");
}

}  // namespace standby::http
