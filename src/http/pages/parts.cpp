#include "http/pages/parts.hpp"

#include "interchange/wording/formats.hpp"

#include <algorithm>
#include <ranges>
#include <vector>

namespace standby::http {
namespace {

void add_milliseconds(Html& content, Time time) {
    content.text(std::to_string(
        std::chrono::floor<std::chrono::milliseconds>(time.time_since_epoch()).count()));
}

// Nobody is held to a clock that they were not told of.
void add_unreached(Html& content, const OfferWords& words, Time patience_until,
                   const Reader& reader) {
    const bool may_wait = reader.now && *reader.now < patience_until;
    content.markup("<p class=\"until\">");
    content.text(may_wait ? words.unreached_until.with(format_moment(reader, patience_until))
                          : std::string(words.unreached.text()));
    content.markup("</p>\n");
}

}  // namespace

void add_countdown(Html& content, const OfferWords& words, Time expires_at, const Reader& reader) {
    const Time now = reader.now.value_or(expires_at);
    content.markup("<div class=\"countdown\" data-countdown data-now=\"");
    add_milliseconds(content, now);
    content.markup("\" data-deadline=\"");
    add_milliseconds(content, expires_at);
    content.markup("\" data-say-300=\"").text(words.five_minutes);
    content.markup("\" data-say-60=\"").text(words.one_minute);
    content.markup("\" data-say-10=\"").text(words.ten_seconds);
    content.markup("\">\n<p class=\"soft\">").text(words.time_left);
    content.markup("</p>\n<p class=\"clock\" data-clock>");
    content.text(format_span(reader.language, expires_at - now))
        .markup("</p>\n<p class=\"until\">");
    content.text(words.held_until.with(format_moment(reader, expires_at)));
    content.markup("</p>\n<p class=\"unseen\" role=\"status\" data-say></p>\n</div>\n");
}

void add_heading(Html& content, std::string_view above, std::string_view title) {
    if (!above.empty()) {
        content.markup("<p class=\"eyebrow\">").text(above).markup("</p>\n");
    }
    content.markup("<h1>").text(title).markup("</h1>\n");
}

void add_notice(Html& content, std::string_view notice) {
    if (!notice.empty()) {
        content.markup("<p class=\"notice\" role=\"status\">").text(notice).markup("</p>\n");
    }
}

void add_time(Html& content, Time time, const Reader& reader) {
    content.markup("<time datetime=\"").text(format_time(time)).markup("\">");
    content.text(format_moment(reader, time)).markup("</time>");
}

void add_fact(Html& content, std::string_view name, std::string_view value) {
    if (!value.empty()) {
        content.markup("<dt>").text(name).markup("</dt><dd>").text(value).markup("</dd>\n");
    }
}

bool has_place_facts(const OfferedPlace& what) {
    return !what.service.empty() || !what.staff.empty() || !what.place.empty() || what.starts_at ||
           what.duration || what.places > 1 || what.price;
}

void add_place_facts(Html& content, const OfferedPlace& what, const Reader& reader) {
    const Language language = reader.language;
    const FrameWords& words = words_in(language).frame;
    content.markup("<dl>\n");
    add_fact(content, words.what, what.service);
    if (what.starts_at) {
        content.markup("<dt>").text(words.when).markup("</dt><dd>");
        add_time(content, *what.starts_at, reader);
        content.markup("</dd>\n");
    }
    if (what.duration) {
        add_fact(content, words.how_long, format_span(language, *what.duration));
    }
    add_fact(content, words.with_whom, what.staff);
    add_fact(content, words.where, what.place);
    if (what.places > 1) {
        add_fact(content, words.places, format_number(language, what.places));
    }
    if (what.price) {
        add_fact(content, words.price, format_money(language, *what.price));
    }
    content.markup("</dl>\n");
    if (what.starts_at) {
        content.markup("<p class=\"hint\">").text(words.local_times.with(reader.zone->name()));
        content.markup("</p>\n");
    }
}

void add_draw_link(Html& content, const PageFrame& frame, std::string_view resource_id) {
    PageFrame outside = frame;
    outside.is_framed = false;
    content.markup(frame.is_framed ? Markup("<p><a target=\"_blank\" rel=\"noopener\" href=\"")
                                   : Markup("<p><a href=\""));
    content.text(kept_link(outside, "/verify/" + std::string(resource_id))).markup("\">");
    content.text(words_in(frame.language).verify.link).markup("</a></p>\n");
}

void add_button(Html& content, const PageFrame& frame, const Button& button) {
    content.markup("<form method=\"post\" action=\"").text(kept_link(frame, button.path));
    content.markup("\">\n<button class=\"").markup(button.style);
    content.markup("\" name=\"action\" value=\"").text(button.action).markup("\">");
    content.text(button.label).markup("</button>\n</form>\n");
}

void add_live_offer(Html& content, const PageFrame& frame, const LiveOffer& offer,
                    const Reader& reader, std::string_view status_token) {
    const OfferWords& words = words_in(frame.language).offer;
    const std::string path = "/o/" + offer.token;
    content.markup("<section class=\"ticket\">\n");
    if (has_place_facts(offer.what)) {
        add_place_facts(content, offer.what, reader);
        content.markup("<div class=\"tear\"></div>\n");
    }
    content.markup("<div data-open");
    if (!offer.is_told) {
        content.markup(" data-untold=\"/v1/offers/").text(offer.id).markup(":seen\"");
        content.markup(" data-key=\"").text(offer.token).markup("\"");
    }
    content.markup(">\n");
    if (offer.patience_until) {
        add_unreached(content, words, *offer.patience_until, reader);
    } else {
        add_countdown(content, words, offer.expires_at, reader);
    }
    if (offer.due) {
        const PaymentWords& payment = words_in(frame.language).payment;
        const std::string due = format_money(frame.language, *offer.due);
        content.markup("<p class=\"hint\">");
        content.text(offer.is_deposit ? payment.claim_hint_deposit.with(due)
                                      : payment.claim_hint.with(due));
        content.markup("</p>\n");
    }
    add_button(content, frame,
               {.path = path, .action = action_claim, .style = "main", .label = words.claim});
    add_button(content, frame,
               {.path = path, .action = action_decline, .style = "quiet", .label = words.decline});
    content.markup("</div>\n<div data-over hidden>\n<h2>").text(words.over.title);
    content.markup("</h2>\n<p>").text(words.over.text).markup("</p>\n");
    if (offer.takes_late_yes) {
        content.markup("<p>").text(words.late.title).markup("</p>\n");
        add_button(
            content, frame,
            {.path = path, .action = action_late, .style = "main", .label = words.late_button});
    }
    if (!status_token.empty()) {
        content.markup("<p><a class=\"button\" href=\"");
        content.text(kept_link(frame, "/e/" + std::string(status_token))).markup("\">");
        content.text(words.status).markup("</a></p>\n");
    }
    content.markup("</div>\n</section>\n");
}

void add_lines(Html& content, std::string_view text) {
    content.markup("<p>");
    while (text.ends_with('\n')) {
        text.remove_suffix(1);
    }
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

std::string without_links(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        if (line == "--" || line == "-- ") {
            break;
        }
        lines.push_back(line);
    }
    std::vector<std::string_view> kept;
    bool is_announced = false;  // what the line above announces was left out
    for (const std::string_view line : lines | std::views::reverse) {
        const bool has_link = line.contains("://");
        if (has_link || (is_announced && line.ends_with(':'))) {
            is_announced = true;
            continue;
        }
        is_announced = false;
        kept.push_back(line);
    }
    std::string result;
    for (const std::string_view line : kept | std::views::reverse) {
        result.append(line).append("\n");
    }
    return result;
}

bool may_leave(core::EntryState state) {
    return core::is_active(state);
}

void add_access_link(Html& content, const std::string& url, Language language) {
    if (!url.empty()) {
        content.markup("<p><a class=\"button\" rel=\"noopener noreferrer\" href=\"").text(url);
        content.markup("\">").text(words_in(language).entry.access_link).markup("</a></p>\n");
    }
}

}  // namespace standby::http
