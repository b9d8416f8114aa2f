#include "http/pages/wish_form.hpp"

#include "core/model/limits.hpp"
#include "http/pages/instant_terms.hpp"
#include "http/pages/week_times.hpp"
#include "http/pages/words/words.hpp"
#include "interchange/wording/calendar_words.hpp"
#include "interchange/wording/formats.hpp"

#include <algorithm>
#include <array>

namespace standby::http {
namespace {

class WishFields {
public:
    WishFields(Html& content, const WishForm& form, Language language)
        : content_(content), form_(form), language_(language), words_(words_in(language).join) {}

    void add_all() {
        if (form_.kind == core::Kind::Slots) {
            add_services();
        }
        if (form_.party == PartyField::Shown) {
            add_party_size();
        }
        if (form_.kind == core::Kind::Slots) {
            add_more_wishes();
        }
        add_contact();
        if (form_.kind == core::Kind::Slots && form_.may_say_yes) {
            add_instant_yes();
        }
        add_consent();
    }

private:
    std::string_view value(std::string_view name) const { return text_of(form_.values, name); }
    std::string_view error(std::string_view name) const { return text_of(form_.errors, name); }

    // The label, a hint, and the message about the field where there is one.
    void open_field(std::string_view name, std::string_view label, std::string_view hint) {
        content_.markup("<div class=\"field\">\n<label for=\"").text(name).markup("\">");
        content_.text(label).markup("</label>\n");
        if (!hint.empty()) {
            content_.markup("<p class=\"hint\" id=\"").text(name).markup("-hint\">");
            content_.text(hint).markup("</p>\n");
        }
        if (!error(name).empty()) {
            content_.markup("<p class=\"error\" id=\"").text(name).markup("-error\">");
            content_.text(error(name)).markup("</p>\n");
        }
    }

    void describe(std::string_view name, std::string_view hint) {
        const bool is_wrong = !error(name).empty();
        if (is_wrong) {
            content_.markup(" aria-invalid=\"true\"");
        }
        if (is_wrong || !hint.empty()) {
            content_.markup(" aria-describedby=\"");
            if (is_wrong) {
                content_.text(name).markup("-error ");
            }
            if (!hint.empty()) {
                content_.text(name).markup("-hint");
            }
            content_.markup("\"");
        }
    }

    // `attributes` are those that differ between fields.
    void add_input(std::string_view name, std::string_view label, std::string_view hint,
                   Markup attributes) {
        open_field(name, label, hint);
        content_.markup("<input id=\"").text(name).markup("\" name=\"").text(name).markup("\" ");
        content_.markup(attributes).markup(" value=\"").text(value(name)).markup("\"");
        describe(name, hint);
        content_.markup(">\n</div>\n");
    }

    void add_suggested(std::string_view name, std::string_view label,
                       const std::vector<std::string>& suggestions) {
        open_field(name, label, words_.any);
        content_.markup("<input id=\"").text(name).markup("\" name=\"").text(name);
        content_.markup("\" maxlength=\"100\" autocomplete=\"off\" value=\"").text(value(name));
        content_.markup("\"");
        if (!suggestions.empty()) {
            content_.markup(" list=\"").text(name).markup("-list\"");
        }
        describe(name, words_.any);
        content_.markup(">\n");
        if (!suggestions.empty()) {
            content_.markup("<datalist id=\"").text(name).markup("-list\">\n");
            for (const std::string& suggestion : suggestions) {
                content_.markup("<option value=\"").text(suggestion).markup("\"></option>\n");
            }
            content_.markup("</datalist>\n");
        }
        content_.markup("</div>\n");
    }

    // Ticks, as many as will do, and a line for what is not among them.
    void add_services() {
        if (form_.service_choices.empty()) {
            add_suggested("service", words_.service, form_.services);
            return;
        }
        add_ticks(words_.service, form_.service_choices, had_service_ticks);
        content_.markup("<div class=\"field\">\n<label for=\"service\">").text(words_.other_wish);
        content_.markup("</label>\n");
        if (!error("service").empty()) {
            content_.markup("<p class=\"error\" id=\"service-error\">");
            content_.text(error("service")).markup("</p>\n<input type=\"hidden\" name=\"");
            content_.text(asked_service).markup("\" value=\"").text(value("service"));
            content_.markup("\">\n");
        }
        content_.markup("<input id=\"service\" name=\"service\" maxlength=\"100\" "
                        "autocomplete=\"off\" value=\"");
        content_.text(value("service")).markup("\"");
        describe("service", {});
        content_.markup(">\n</div>\n</fieldset>\n");
    }

    void add_staff() {
        if (form_.staff_choices.empty()) {
            add_suggested("staff", words_.staff, form_.staff);
            return;
        }
        add_ticks(words_.staff, form_.staff_choices, had_staff_ticks);
        content_.markup("</fieldset>\n");
    }

    // Only where there is something to choose from: nobody knows what a table is called.
    void add_places() {
        if (!form_.place_choices.empty()) {
            add_ticks(words_.place, form_.place_choices, had_place_ticks);
            content_.markup("</fieldset>\n");
        }
    }

    // A group that is left open.
    void add_ticks(std::string_view legend, const std::vector<WishChoice>& choices,
                   std::string_view mark) {
        content_.markup("<fieldset>\n<legend>").text(legend).markup("</legend>\n");
        content_.markup("<p class=\"hint\">").text(words_.several).markup("</p>\n");
        content_.markup("<input type=\"hidden\" name=\"").text(mark);
        content_.markup("\" value=\"1\">\n");
        for (const WishChoice& choice : choices) {
            content_.markup("<label class=\"check\"><input type=\"checkbox\" name=\"");
            content_.text(choice.field).markup("\" value=\"").text(choice.name).markup("\"");
            content_.markup(value(choice.field).empty() ? Markup("> <span>")
                                                        : Markup(" checked> <span>"));
            content_.text(choice.name).markup("</span></label>\n");
        }
    }

    void add_party_size() {
        static_assert(core::limits::party_size_max == 200);
        open_field("party_size", words_.party_size, {});
        content_.markup("<input id=\"party_size\" name=\"party_size\" type=\"number\" "
                        "inputmode=\"numeric\" min=\"1\" max=\"200\" required value=\"");
        content_.text(value("party_size").empty() ? "1" : value("party_size")).markup("\"");
        describe("party_size", {});
        content_.markup(">\n</div>\n");
    }

    void add_more_wishes() {
        content_.markup(has_more() ? Markup("<details class=\"more\" open>\n<summary>")
                                   : Markup("<details class=\"more\">\n<summary>"));
        content_.text(form_.place_choices.empty() ? words_.more_wishes : words_.more_wishes_where)
            .markup("</summary>\n");
        add_staff();
        add_places();
        if (form_.party == PartyField::AmongMore) {
            add_party_size();
        }
        content_.markup("<fieldset>\n<legend>").text(words_.dates).markup("</legend>\n");
        content_.markup("<div class=\"pair\">\n");
        add_input("earliest", words_.earliest, {}, "type=\"date\"");
        add_input("latest", words_.latest, {}, "type=\"date\"");
        content_.markup("</div>\n</fieldset>\n");
        add_week();
        content_.markup("</details>\n");
    }

    // Whether something in there was chosen, or is wrong.
    bool has_more() const {
        const auto is_told = [this](std::string_view name) {
            return !value(name).empty() || !error(name).empty();
        };
        const std::string_view size = value("party_size");
        return is_told("staff") || is_told("earliest") || is_told("latest") ||
               (form_.party == PartyField::AmongMore && !size.empty() && size != "1") ||
               std::ranges::any_of(form_.values, [](const auto& pair) {
                   return pair.first.starts_with(staff_ticks) ||
                          pair.first.starts_with(place_ticks) ||
                          (pair.first.contains('_') && pair.second == "yes" &&
                           pair.first.find_first_of('_') == 3);
               });
    }

    void add_week() {
        const auto& calendar = interchange::calendar_words(language_);
        const std::array<std::string_view, parts_per_day> parts = {words_.morning, words_.afternoon,
                                                                   words_.evening};
        content_.markup("<fieldset>\n<legend>").text(words_.times).markup("</legend>\n");
        content_.markup("<p class=\"hint\">").text(words_.times_hint).markup("</p>\n");
        content_.markup("<table class=\"week\">\n<thead><tr><td></td>");
        for (const std::string_view part : parts) {
            content_.markup("<th scope=\"col\">").text(part).markup("</th>");
        }
        content_.markup("</tr></thead>\n<tbody>\n");
        for (std::size_t day = 0; day < days_per_week; ++day) {
            const std::size_t from_sunday = (day + 1) % days_per_week;
            content_.markup("<tr><th scope=\"row\"><abbr title=\"");
            content_.text(calendar.weekdays[from_sunday]).markup("\">");
            content_.text(calendar.weekdays_short[from_sunday]).markup("</abbr></th>");
            for (std::size_t part = 0; part < parts_per_day; ++part) {
                const std::string name = tick_name(day, part);
                content_.markup("<td><label><input type=\"checkbox\" name=\"").text(name);
                content_.markup("\" value=\"yes\" aria-label=\"");
                content_.text(calendar.weekdays[from_sunday]).markup(", ").text(parts[part]);
                content_.markup(value(name).empty() ? Markup("\"") : Markup("\" checked"));
                content_.markup("></label></td>");
            }
            content_.markup("</tr>\n");
        }
        content_.markup("</tbody>\n</table>\n</fieldset>\n");
    }

    void add_contact() {
        const bool is_access = form_.kind == core::Kind::Access;
        if (!is_access) {
            add_input("name", words_.name, {}, "autocomplete=\"name\" maxlength=\"200\" required");
        }
        add_ways(is_access);
        if (is_access) {
            add_input("name", std::string(words_.name.text()) + optional_mark(), {},
                      "autocomplete=\"name\" maxlength=\"200\"");
        }
    }

    // What can be used is asked for, and beside it at most a number to call.
    void add_ways(bool is_access) {
        if (form_.ways == ContactWays::TextsOnly) {
            add_input("phone", words_.phone,
                      form_.knows_country ? words_.phone_hint_here : words_.phone_hint,
                      "type=\"tel\" autocomplete=\"tel\" maxlength=\"64\" required");
            return;
        }
        if (is_access || form_.ways == ContactWays::MailOnly) {
            add_input("email", words_.email, {},
                      "type=\"email\" autocomplete=\"email\" maxlength=\"254\" required");
            if (!is_access) {
                add_input("phone", std::string(words_.phone.text()) + optional_mark(),
                          form_.knows_country ? words_.phone_calls_here : words_.phone_calls,
                          "type=\"tel\" autocomplete=\"tel\" maxlength=\"64\"");
            }
            return;
        }
        content_.markup("<fieldset>\n<legend>").text(words_.contact).markup("</legend>\n");
        add_input("email", words_.email, {},
                  "type=\"email\" autocomplete=\"email\" maxlength=\"254\"");
        add_input("phone", words_.phone,
                  form_.knows_country ? words_.phone_hint_here : words_.phone_hint,
                  "type=\"tel\" autocomplete=\"tel\" maxlength=\"64\"");
        content_.markup("</fieldset>\n");
    }

    std::string optional_mark() const { return " (" + std::string(words_.optional.text()) + ")"; }

    // One plain sentence, and the terms that a guest may tie it to.
    void add_instant_yes() {
        const bool is_ticked = !value("instant_yes").empty();
        content_.markup("<div class=\"choice\">\n<label class=\"check\"><input type=\"checkbox\" "
                        "name=\"instant_yes\" value=\"yes\" aria-describedby=\"instant_yes-hint\"");
        content_.markup(is_ticked ? Markup(" checked> <span>") : Markup("> <span>"));
        content_.text(words_.instant_yes).markup("</span></label>\n");
        content_.markup("<p class=\"hint\" id=\"instant_yes-hint\">").text(words_.instant_yes_hint);
        content_.markup("</p>\n<div class=\"field\">\n<label for=\"instant_notice\">");
        content_.text(words_.notice)
            .markup("</label>\n<select id=\"instant_notice\" name=\"instant_notice\">\n");
        add_notice_choices(content_, is_ticked ? value("instant_notice") : usual_notice, language_);
        content_.markup("</select>\n</div>\n");
        add_instant_terms();
        content_.markup("</div>\n");
    }

    // What fewer guests want stands behind one more tap.
    void add_instant_terms() {
        const bool has_terms = !value("instant_price").empty() || !error("instant_price").empty() ||
                               std::ranges::any_of(day_tags, [this](std::string_view day) {
                                   return !value(instant_day_name(day)).empty();
                               });
        content_.markup(has_terms ? Markup("<details class=\"more\" open>\n<summary>")
                                  : Markup("<details class=\"more\">\n<summary>"));
        content_.text(words_.instant_terms).markup("</summary>\n");
        if (!form_.currency.empty()) {
            add_input("instant_price", words_.instant_price.with(form_.currency), {},
                      "inputmode=\"decimal\" maxlength=\"12\" autocomplete=\"off\"");
            content_.markup("<input type=\"hidden\" name=\"instant_currency\" value=\"");
            content_.text(form_.currency).markup("\">\n");
        }
        const auto& calendar = interchange::calendar_words(language_);
        content_.markup("<fieldset>\n<legend>").text(words_.instant_days).markup("</legend>\n");
        content_.markup("<p class=\"hint\">").text(words_.instant_days_hint);
        content_.markup("</p>\n<div class=\"days\">\n");
        for (std::size_t day = 0; day < days_per_week; ++day) {
            const std::size_t from_sunday = (day + 1) % days_per_week;
            const std::string name = instant_day_name(day_tags[day]);
            content_.markup("<label><input type=\"checkbox\" name=\"").text(name);
            content_.markup("\" value=\"yes\" aria-label=\"").text(calendar.weekdays[from_sunday]);
            content_.markup(value(name).empty() ? Markup("\"> <span>")
                                                : Markup("\" checked> <span>"));
            content_.text(calendar.weekdays_short[from_sunday]).markup("</span></label>\n");
        }
        content_.markup("</div>\n</fieldset>\n</details>\n");
    }

    void add_consent() {
        if (form_.consent_text.empty()) {
            return;
        }
        content_.markup("<label class=\"check\"><input type=\"checkbox\" name=\"consent\" "
                        "value=\"yes\"");
        content_.markup(value("consent").empty() ? Markup("> <span>") : Markup(" checked> <span>"));
        content_.text(form_.consent_text).markup("</span></label>\n");
    }

    Html& content_;
    const WishForm& form_;
    Language language_;
    const JoinWords& words_;
};

}  // namespace

std::string_view text_of(const FieldTexts& texts, std::string_view field) {
    const auto found = std::ranges::find(texts, field, &FieldTexts::value_type::first);
    return found == texts.end() ? std::string_view{} : std::string_view(found->second);
}

void add_notice_choices(Html& content, std::string_view chosen, Language language) {
    content.markup(chosen.empty() ? Markup("<option value=\"\" selected>")
                                  : Markup("<option value=\"\">"));
    content.text(words_in(language).join.notice_any).markup("</option>\n");
    for (const NoticeChoice& choice : notice_choices()) {
        content.markup("<option value=\"").text(choice.value).markup("\"");
        content.markup(chosen == choice.value ? Markup(" selected>") : Markup(">"));
        content.text(format_span(language, choice.length)).markup("</option>\n");
    }
}

void add_wish_fields(Html& content, const WishForm& form, Language language) {
    WishFields(content, form, language).add_all();
}

}  // namespace standby::http
