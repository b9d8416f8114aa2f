// The assembler puts the layout into the binary as it is.
#include "notify/voice/mail_layout.hpp"

#include "base/assert.hpp"
#include "notify/voice/template.hpp"

#include <array>
#include <utility>

asm(R"(
    .section .rodata
    .global standby_mail_layout_begin
    .global standby_mail_layout_end
standby_mail_layout_begin:
    .incbin ")" STANDBY_MAIL_LAYOUT_FILE R"("
standby_mail_layout_end:
    .previous
)");

extern "C" {
extern const char standby_mail_layout_begin[];
extern const char standby_mail_layout_end[];
}

namespace standby::notify {
namespace {

// The names of the marks in the layout, in the order of the values below.
constexpr std::array<std::string_view, 14> names{
    "lang",        "title",    "preheader",        "house",           "paragraphs",
    "button",      "link",     "calendar",         "address",         "see_or_leave",
    "status_link", "stop_all", "unsubscribe_link", "add_to_calendar",
};

const Template& parsed_layout() {
    static const Template layout = [] {
        auto parsed = Template::parse(mail_layout(), names);
        ASSERT(parsed.has_value());
        return *std::move(parsed);
    }();
    return layout;
}

}  // namespace

std::string lay_out_mail(MailParts parts) {
    const std::array<std::string, names.size()> values{
        std::move(parts.lang),
        std::move(parts.title),
        std::move(parts.preheader),
        std::move(parts.house),
        std::move(parts.paragraphs),
        std::move(parts.button),
        std::move(parts.link),
        std::move(parts.calendar),
        std::move(parts.address),
        std::move(parts.see_or_leave),
        std::move(parts.status_link),
        std::move(parts.stop_all),
        std::move(parts.unsubscribe_link),
        std::move(parts.add_to_calendar),
    };
    return parsed_layout().render_plain(values);
}

std::string_view mail_layout() {
    return {standby_mail_layout_begin, standby_mail_layout_end};
}

}  // namespace standby::notify
