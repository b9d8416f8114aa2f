// The markup of the form by which a guest joins a list.
#include "core/model/limits.hpp"
#include "http/pages/guest_pages.hpp"
#include "http/pages/html.hpp"
#include "http/pages/wording.hpp"

#include <algorithm>

namespace standby::http {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

std::string_view find_pair(const Pairs& pairs, std::string_view name) {
    const auto found = std::ranges::find(pairs, name, &Pairs::value_type::first);
    return found == pairs.end() ? std::string_view{} : std::string_view(found->second);
}

// The label, and the message about the field where there is one.
void open_field(Html& content, const JoinPage& page, std::string_view name, Markup label) {
    content.markup("<label for=\"").text(name).markup("\">").markup(label).markup("</label>\n");
    const std::string_view error = find_pair(page.errors, name);
    if (!error.empty()) {
        content.markup("<p class=\"error\" id=\"").text(name).markup("-error\">").text(error);
        content.markup("</p>\n");
    }
}

void describe_error(Html& content, const JoinPage& page, std::string_view name) {
    if (!find_pair(page.errors, name).empty()) {
        content.markup(" aria-invalid=\"true\" aria-describedby=\"").text(name).markup("-error\"");
    }
}

// `attributes` are those that differ between fields.
void add_input(Html& content, const JoinPage& page, std::string_view name, Markup label,
               Markup attributes, std::string_view value) {
    open_field(content, page, name, label);
    content.markup("<input id=\"").text(name).markup("\" name=\"").text(name).markup("\" ");
    content.markup(attributes).markup(" value=\"").text(value).markup("\"");
    describe_error(content, page, name);
    content.markup(">\n");
}

void add_service(Html& content, const JoinPage& page) {
    const std::string_view chosen = find_pair(page.values, "service");
    if (page.services.empty()) {
        add_input(content, page, "service", "Service (optional)", "maxlength=\"100\"", chosen);
        return;
    }
    open_field(content, page, "service", "Service");
    content.markup("<select id=\"service\" name=\"service\"");
    describe_error(content, page, "service");
    content.markup(">\n<option value=\"\">Any</option>\n");
    for (const std::string& service : page.services) {
        content.markup("<option value=\"").text(service).markup("\"");
        if (service == chosen) {
            content.markup(" selected");
        }
        content.markup(">").text(service).markup("</option>\n");
    }
    content.markup("</select>\n");
}

void add_form(Html& content, const JoinPage& page) {
    const std::string_view general = find_pair(page.errors, "");
    if (!general.empty()) {
        content.markup("<p class=\"error\" role=\"alert\">").text(general).markup("</p>\n");
    }
    content.markup("<form method=\"post\" action=\"/r/").text(page.resource_id).markup("\">\n");
    add_input(content, page, "name", "Name", "autocomplete=\"name\" maxlength=\"100\" required",
              find_pair(page.values, "name"));
    content.markup("<p class=\"soft\">How shall we reach you? One of the two is enough.</p>\n");
    add_input(content, page, "email", "E-mail",
              "type=\"email\" autocomplete=\"email\" maxlength=\"254\"",
              find_pair(page.values, "email"));
    add_input(content, page, "phone", "Phone, with country code",
              "type=\"tel\" autocomplete=\"tel\" maxlength=\"64\" placeholder=\"+49 30 1234567\"",
              find_pair(page.values, "phone"));
    const std::string_view party_size = find_pair(page.values, "party_size");
    static_assert(core::limits::party_size_max == 200);
    add_input(content, page, "party_size", "How many people?",
              "type=\"number\" inputmode=\"numeric\" min=\"1\" max=\"200\" required",
              party_size.empty() ? "1" : party_size);
    if (page.kind == core::Kind::Slots) {
        add_service(content, page);
    }
    if (!page.consent_text.empty()) {
        content.markup("<label class=\"check\"><input type=\"checkbox\" name=\"consent\" "
                       "value=\"yes\"");
        content.markup(find_pair(page.values, "consent").empty() ? Markup("") : Markup(" checked"));
        content.markup("> ").text(page.consent_text).markup("</label>\n");
    }
    content.markup("<button>Join the list</button>\n</form>\n");
}

}  // namespace

std::string join_page(const JoinPage& page) {
    Html content;
    content.markup("<p class=\"eyebrow\">Waitlist</p>\n<h1>").text(page.resource_name);
    content.markup("</h1>\n");
    if (page.starts_at) {
        content.markup("<p>").text(describe_time(*page.starts_at, page.zone)).markup("</p>\n");
    }
    if (page.status == core::ResourceStatus::Closed) {
        content.markup("<p class=\"notice\">This list is closed.</p>\n");
        return document(page.resource_name, content);
    }
    if (page.waiting == 0) {
        content.markup("<p class=\"soft\">Nobody is waiting yet.</p>\n");
    } else {
        content.markup("<p class=\"soft\">Waiting now: ").number(page.waiting).markup("</p>\n");
    }
    if (page.free > 0 && page.kind != core::Kind::Slots) {
        content.markup("<p class=\"notice\">Free places: ").number(page.free).markup("</p>\n");
    }
    add_form(content, page);
    return document(page.resource_name, content);
}

}  // namespace standby::http
