// The page on which a draw is checked. What its script says is in its attributes, in the reader's
// language; without a script it still shows what there is to check, and where.
#include "http/pages/guest_pages.hpp"
#include "http/pages/parts.hpp"

namespace standby::http {
namespace {

void add_check(Html& content, const VerifyPage& page, const VerifyWords& words) {
    const std::string path = "/v1/resources/" + page.resource_id + "/draw";
    content.markup("<section class=\"ticket\" data-draw=\"").text(path);
    content.markup("\" data-working=\"").text(words.working);
    content.markup("\" data-fits=\"").text(words.fits.with("{0}"));
    content.markup("\" data-fits-numbers=\"").text(words.fits_numbers);
    content.markup("\" data-other-seed=\"").text(words.other_seed);
    content.markup("\" data-other-lots=\"").text(words.other_lots.with("{0}", "{1}"));
    content.markup("\" data-failed=\"").text(words.failed);
    content.markup("\" data-lot=\"").text(words.lot.with("{0}", "{1}", "{2}", "{3}"));
    content.markup("\" data-lot-number=\"").text(words.lot_number.with("{0}", "{1}"));
    content.markup("\" data-no-lot=\"").text(words.no_lot.with("{0}"));
    content.markup("\">\n<p class=\"lead\" role=\"status\" data-draw-result>");
    content.text(words.no_script).markup("</p>\n<form data-draw-form hidden>\n<p><label for=\"");
    content.markup("joining-number\">").text(words.number).markup("</label>\n");
    content.markup("<input id=\"joining-number\" name=\"number\" inputmode=\"numeric\" ");
    content.markup("autocomplete=\"off\" required></p>\n<button>").text(words.show);
    content.markup("</button>\n<p role=\"status\" data-draw-lot></p>\n</form>\n</section>\n");
}

void add_code(Html& content, std::string_view name, std::string_view value) {
    if (!value.empty()) {
        content.markup("<dt>").text(name).markup("</dt>\n<dd><code class=\"long\">").text(value);
        content.markup("</code></dd>\n");
    }
}

}  // namespace

std::string verify_page(const VerifyPage& page) {
    const VerifyWords& words = words_in(page.frame.language).verify;
    const Reader reader{.language = page.frame.language, .zone = &page.zone};
    const std::string when = interchange::format_moment(reader, page.draw_at);
    Html content;
    content.markup("<div data-page=\"verify\">\n");
    add_heading(content, page.resource_name, words.title);
    content.markup("<p class=\"lead\">");
    content.text(page.is_drawn ? words.drawn.with(when) : words.pending.with(when));
    content.markup("</p>\n");
    if (page.is_drawn) {
        add_check(content, page, words);
    }
    content.markup("<dl class=\"facts\">\n");
    add_code(content, words.commitment, page.commitment);
    add_code(content, words.words, page.words);
    add_code(content, words.seed, page.seed);
    content.markup("</dl>\n<p>").text(words.how).markup("</p>\n<p>").text(words.note);
    content.markup("</p>\n<details>\n<summary>").text(words.limits_title);
    content.markup("</summary>\n<p>").text(words.limits).markup("</p>\n<p><a href=\"");
    content.text("/v1/resources/" + page.resource_id + "/draw").markup("\">");
    content.text(words.document).markup("</a></p>\n</details>\n</div>\n");
    return guest_document(page.frame, words.title, content);
}

}  // namespace standby::http
