// The page by which a guest joins a list: how things stand, the odds, the rules, and the form.
#include "http/pages/guest_pages.hpp"
#include "http/pages/parts.hpp"
#include "interchange/wording/formats.hpp"

#include <algorithm>
#include <iterator>

namespace standby::http {
namespace {

// The first rules are read by everybody; the others wait behind a click.
constexpr std::size_t rules_shown_at_once = 3;

void add_odds(Html& content, const Odds& odds, Language language, const JoinWords& words) {
    const std::string waited = format_number(language, odds.waited);
    const std::string got = format_number(language, odds.got_place);
    content.markup("<p>");
    if (odds.got_place == 0) {
        content.text(words.odds_none.with(waited));
    } else if (odds.usual) {
        // A minute at least: less than that is nobody's waiting time.
        const Duration usual = std::max<Duration>(*odds.usual, std::chrono::minutes{1});
        content.text(words.odds_within.with(waited, got, format_span(language, usual)));
    } else {
        content.text(words.odds.with(waited, got));
    }
    content.markup("</p>\n");
}

void add_state_of_list(Html& content, const JoinPage& page, const JoinWords& words) {
    const Language language = page.frame.language;
    if (!page.waiting && !page.has_no_places && !page.odds) {
        return;
    }
    content.markup("<section class=\"ticket\">\n");
    if (page.waiting) {
        content.markup("<p class=\"lead\">");
        content.text(*page.waiting == 0 ? std::string(words.nobody_waits.text())
                                        : words.waiting.with(language, *page.waiting));
        content.markup("</p>\n");
    }
    if (page.has_no_places) {
        content.markup("<p>").text(words.no_places).markup("</p>\n");
    }
    if (page.free > 0 && page.waiting == 0 && page.form.kind != core::Kind::Slots) {
        content.markup("<p>").text(words.free.with(language, page.free)).markup("</p>\n");
    }
    if (page.odds) {
        add_odds(content, *page.odds, language, words);
    }
    content.markup("</section>\n");
}

void add_list(Html& content, std::span<const std::string> sentences) {
    content.markup("<ul class=\"rules\">\n");
    for (const std::string& sentence : sentences) {
        content.markup("<li>").text(sentence).markup("</li>\n");
    }
    content.markup("</ul>\n");
}

void add_rules(Html& content, const JoinPage& page, const JoinWords& words) {
    if (page.rules.empty()) {
        return;
    }
    std::vector<std::string> others;
    std::ranges::copy_if(page.rules, std::back_inserter(others), [&](const std::string& rule) {
        return std::ranges::find(page.price, rule) == page.price.end();
    });
    const std::span<const std::string> rules = others;
    const std::size_t first = std::min(rules.size(), rules_shown_at_once);
    content.markup("<h2>").text(words.rules).markup("</h2>\n");
    add_list(content, rules.first(first));
    if (rules.size() > first) {
        content.markup("<details>\n<summary>").text(words.rules_more).markup("</summary>\n");
        add_list(content, rules.subspan(first));
        content.markup("</details>\n");
    }
    if (page.is_lottery) {
        add_draw_link(content, page.frame, page.resource_id);
    }
    if (!page.price.empty()) {
        content.markup("<h2>").text(words.price).markup("</h2>\n");
        add_list(content, page.price);
    }
}

void add_captcha(Html& content, const JoinPage& page) {
    if (page.captcha == CaptchaKind::None) {
        return;
    }
    const bool is_hcaptcha = page.captcha == CaptchaKind::HCaptcha;
    content.markup(is_hcaptcha ? Markup("<div class=\"h-captcha\" data-sitekey=\"")
                               : Markup("<div class=\"cf-turnstile\" data-sitekey=\""));
    content.text(page.captcha_site_key).markup("\"></div>\n<script async defer src=\"");
    content.markup(is_hcaptcha ? Markup("https://js.hcaptcha.com/1/api.js")
                               : Markup("https://challenges.cloudflare.com/turnstile/v0/api.js"));
    content.markup("\"></script>\n");
}

void open_join_form(Html& content, const PageFrame& frame, const std::string& resource_id,
                    std::string_view wait_ticket, const JoinWords& words) {
    content.markup("<form method=\"post\" action=\"");
    content.text(kept_link(frame, "/r/" + resource_id));
    content.markup("\" data-challenge=\"/v1/resources/").text(resource_id);
    content.markup("/challenge\" data-moment=\"").text(words.moment).markup("\">\n");
    content.markup("<input type=\"hidden\" name=\"").text(proof_field);
    content.markup("\" value=\"").text(wait_ticket).markup("\">\n");
    content.markup("<p class=\"unseen\" aria-hidden=\"true\"><label>").text(words.trap);
    content.markup(" <input name=\"").text(trap_field);
    content.markup("\" tabindex=\"-1\" autocomplete=\"off\"></label></p>\n");
    if (!frame.referral_code.empty()) {
        content.markup("<input type=\"hidden\" name=\"ref\" value=\"");
        content.text(frame.referral_code).markup("\">\n");
    }
}

void add_form(Html& content, const JoinPage& page, const JoinWords& words) {
    content.markup("<h2>").text(words.form).markup("</h2>\n");
    if (!page.frame.referral_code.empty()) {
        content.markup("<p class=\"notice\">").text(words.invited).markup("</p>\n");
    }
    if (const std::string_view general = text_of(page.form.errors, ""); !general.empty()) {
        content.markup("<p class=\"error\" role=\"alert\">").text(general).markup("</p>\n");
    }
    open_join_form(content, page.frame, page.resource_id, page.wait_ticket, words);
    add_wish_fields(content, page.form, page.frame.language);
    add_captcha(content, page);
    content.markup("<button class=\"main\">").text(words.submit).markup("</button>\n</form>\n");
}

void add_said(Html& content, const Said& said) {
    content.markup("<div class=\"notice\">\n<p><strong>").text(said.title);
    content.markup("</strong></p>\n<p>").text(said.text).markup("</p>\n</div>\n");
}

// "Salon Aster · Waitlist"; a list that has the business's own name doesn't repeat it.
std::string above_title(const JoinPage& page, std::string_view eyebrow) {
    if (page.business_name.empty() || page.business_name == page.resource_name) {
        return std::string(eyebrow);
    }
    return page.business_name + " · " + std::string(eyebrow);
}

}  // namespace

std::string join_page(const JoinPage& page) {
    const JoinWords& words = words_in(page.frame.language).join;
    Html content;
    content.markup("<div data-page=\"join\">\n");
    add_heading(content, above_title(page, words.eyebrow), page.resource_name);
    if (page.starts_at) {
        content.markup("<p class=\"lead\">");
        add_time(content, *page.starts_at, {.language = page.frame.language, .zone = &page.zone});
        content.markup("</p>\n");
    }
    const bool is_cancelled = page.status == core::ResourceStatus::Cancelled;
    if (core::is_terminal(page.status) || page.has_begun || page.is_full) {
        add_said(content, is_cancelled                                  ? words.cancelled
                          : page.status == core::ResourceStatus::Closed ? words.closed
                          : page.has_begun                              ? words.begun
                                                                        : words.full);
        if (is_cancelled && !page.note.empty()) {
            add_lines(content, page.note);
        }
        content.markup("</div>\n");
        return guest_document(page.frame, page.resource_name, content);
    }
    if (page.status == core::ResourceStatus::Paused) {
        add_said(content, words.paused);
    }
    add_state_of_list(content, page, words);
    add_rules(content, page, words);
    add_form(content, page, words);
    content.markup("</div>\n");
    return guest_document(page.frame, page.resource_name, content);
}

std::string check_page(const PageFrame& frame, const std::string& resource_id,
                       const FieldTexts& typed) {
    const JoinWords& words = words_in(frame.language).join;
    Html content;
    content.markup("<div data-page=\"join\">\n");
    add_heading(content, {}, words.check.title);
    content.markup("<p class=\"lead\">").text(words.check.text).markup("</p>\n<p>");
    content.text(words.check_again).markup("</p>\n");
    open_join_form(content, frame, resource_id, {}, words);
    for (const auto& [name, value] : typed) {
        content.markup("<input type=\"hidden\" name=\"").text(name);
        content.markup("\" value=\"").text(value).markup("\">\n");
    }
    content.markup("<button class=\"quiet\">").text(words.resend);
    content.markup("</button>\n</form>\n</div>\n");
    return guest_document(frame, words.check.title, content);
}

std::string joined_page(const PageFrame& frame, std::string_view resource_name,
                        std::string_view status_token) {
    const JoinWords& words = words_in(frame.language).join;
    PageFrame outside = frame;
    outside.is_framed = false;
    Html content;
    content.markup("<div data-page=\"join\">\n");
    add_heading(content, resource_name, words.joined.title);
    content.markup("<p class=\"lead\">")
        .text(words.joined.text)
        .markup("</p>\n<p><a class="
                "\"button\" "
                "target=\"_blank\" "
                "rel=\"noopener\" href=\"");
    content.text(kept_link(outside, "/e/" + std::string(status_token))).markup("\">");
    content.text(words.open_status).markup("</a></p>\n</div>\n");
    return guest_document(frame, words.joined.title, content);
}

}  // namespace standby::http
