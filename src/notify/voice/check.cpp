// What makes a wording unusable: form, length, marks, and the one thing it must not forget.
#include "base/characters.hpp"
#include "base/utf8.hpp"
#include "notify/voice/variables.hpp"
#include "notify/voice/voice.hpp"
#include "notify/voice/voice_limits.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace standby::notify {
namespace {

using engine::Channel;
using engine::MessageKind;
using engine::VoiceDraft;
using engine::VoiceProblem;

enum class Lines : std::uint8_t { One, Many };

class Checker {
public:
    explicit Checker(const VoiceDraft& draft) : draft_(draft), names_(names_for(draft.key.kind)) {}

    std::vector<VoiceProblem> run() {
        if (!check_key()) {
            return std::move(problems_);
        }
        const bool is_mail = draft_.key.channel == Channel::Mail;
        if (is_mail) {
            require("subject", draft_.subject);
            check("subject", draft_.subject, voice_subject_characters_max, Lines::One);
            check("button", draft_.button, voice_button_characters_max, Lines::One);
        } else {
            refuse("subject", draft_.subject);
            refuse("button", draft_.button);
        }
        require("text", draft_.text);
        check("text", draft_.text, voice_text_characters_max, Lines::Many);
        if (problems_.empty()) {
            check_link();
        }
        return std::move(problems_);
    }

private:
    void report(std::string_view field, std::string message) {
        problems_.push_back({.field = std::string(field), .message = std::move(message)});
    }

    bool check_key() {
        const auto locales = voice_locales();
        if (std::ranges::find(locales, draft_.key.locale) == locales.end()) {
            report("locale", fmt::format("there are templates in {}", fmt::join(locales, ", ")));
        } else if (!is_worded(draft_.key)) {
            report("channel", fmt::format("{} is never sent by {}", name_of(draft_.key.kind),
                                          name_of(draft_.key.channel)));
        }
        return problems_.empty();
    }

    void require(std::string_view field, std::string_view text) {
        if (text.find_first_not_of(" \r\n") == std::string_view::npos) {
            report(field, fmt::format("the {} is empty", field));
        }
    }

    void refuse(std::string_view field, std::string_view text) {
        if (!text.empty()) {
            report(field, fmt::format("a text message has no {}", field));
        }
    }

    void check(std::string_view field, std::string_view text, std::size_t characters_max,
               Lines lines) {
        if (!is_utf8(text)) {
            report(field, fmt::format("the {} is not valid UTF-8", field));
            return;
        }
        if (count_characters(text) > characters_max) {
            report(field,
                   fmt::format("the {} is longer than {} characters", field, characters_max));
            return;
        }
        if (lines == Lines::One && text.find_first_of("\r\n") != std::string_view::npos) {
            report(field, fmt::format("the {} is one line", field));
            return;
        }
        if (has_stray_controls(text)) {
            report(field, fmt::format("the {} contains control characters", field));
            return;
        }
        auto parsed = Template::parse(text, names_);
        if (!parsed) {
            for (std::string& problem : parsed.error()) {
                report(field, std::move(problem));
            }
        }
    }

    // Line breaks are fine here; what must not have any was looked at before.
    static bool has_stray_controls(std::string_view text) {
        while (!text.empty()) {
            const std::size_t end = text.find('\n');
            std::string_view line = text.substr(0, end);
            if (end != std::string_view::npos && line.ends_with('\r')) {
                line.remove_suffix(1);
            }
            if (has_control_characters(line)) {
                return true;
            }
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        }
        return false;
    }

    // An offer that cannot be taken, or an address that cannot be confirmed, helps nobody.
    void check_link() {
        switch (draft_.key.kind) {
        case MessageKind::Offer:
        case MessageKind::Reminder:
        case MessageKind::MoveUp:
        case MessageKind::OfferAnew:
        case MessageKind::Verify:
        case MessageKind::StatusLink:
            break;
        default:
            return;
        }
        const auto text = Template::parse(draft_.text, names_);
        if (draft_.button.empty() && !text->shows(index_of(Variable::Link))) {
            report("text", draft_.key.channel == Channel::Mail
                               ? "the reader needs a button, or {{link}} in the text"
                               : "the reader needs {{link}} in the text");
        }
    }

    const VoiceDraft& draft_;
    std::array<std::string_view, variable_count> names_;
    std::vector<VoiceProblem> problems_;
};

}  // namespace

std::vector<VoiceProblem> check_voice(const VoiceDraft& draft) {
    return Checker(draft).run();
}

}  // namespace standby::notify
