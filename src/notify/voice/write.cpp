// From a wording and facts to a message. Nothing here can fail: values are cleaned first, and the
// wording was parsed before.
#include "base/assert.hpp"
#include "base/clean_text.hpp"
#include "base/text.hpp"
#include "notify/voice/html_text.hpp"
#include "notify/voice/lines.hpp"
#include "notify/voice/mail_layout.hpp"
#include "notify/voice/segments.hpp"
#include "notify/voice/voice.hpp"
#include "notify/voice/voice_limits.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

namespace standby::notify {
namespace {

constexpr std::size_t subject_characters_max = 250;  // with the values
constexpr std::size_t preheader_characters_max = 140;

// What the mail around the wording needs, whether or not the wording names it.
constexpr Variable around[] = {Variable::House,      Variable::Link,
                               Variable::StatusLink, Variable::UnsubscribeLink,
                               Variable::GoogleLink, Variable::OutlookLink};

void append_labelled(std::string& text, std::string_view label, std::string_view colon,
                     std::string_view link) {
    if (!link.empty()) {
        text += fmt::format("{}{}{}\n", label, colon, link);
    }
}

// The colon at the end of a line.
std::string_view without_end(std::string_view colon) {
    return colon.substr(0, colon.find(':') + 1);
}

}  // namespace

struct PreparedVoice::Parts {
    engine::Channel channel;
    std::string locale;
    Language language;
    Template subject;
    Template text;
    Template button;
    std::vector<Variable> used;  // what they name; most messages name a third of what there is

    Values values_for(const Facts& facts, const Reader& reader) const;
    engine::WrittenMessage write_mail(const Facts& facts, const Reader& reader) const;
    engine::WrittenMessage write_sms(const Facts& facts, Reader reader) const;
    std::string plain_mail(const Facts& facts, const Values& values, std::string_view label,
                           const std::vector<std::string>& paragraphs) const;
    std::string html_mail(const Facts& facts, const Values& values, std::string_view label,
                          std::string_view subject_text, std::string_view preheader) const;
};

std::unique_ptr<const PreparedVoice::Parts>
PreparedVoice::prepare(const engine::VoiceDraft& draft) {
    const auto names = names_for(draft.key.kind);
    auto subject = Template::parse(draft.subject, names);
    auto text = Template::parse(draft.text, names);
    auto button = Template::parse(draft.button, names);
    const std::optional<Language> language = interchange::parse_language(draft.key.locale);
    if (!subject || !text || !button || !language) {
        return nullptr;
    }
    Parts parts{.channel = draft.key.channel,
                .locale = draft.key.locale,
                .language = *language,
                .subject = *std::move(subject),
                .text = *std::move(text),
                .button = *std::move(button),
                .used = {}};
    for (std::size_t index = 0; index < variable_count; ++index) {
        if (parts.subject.names(index) || parts.text.names(index) || parts.button.names(index)) {
            parts.used.push_back(static_cast<Variable>(index));
        }
    }
    return std::make_unique<const Parts>(std::move(parts));
}

PreparedVoice::PreparedVoice(const engine::VoiceDraft& draft) : parts_(prepare(draft)) {
    if (parts_ == nullptr) {
        parts_ = prepare(default_voice(draft.key));
    }
    ASSERT(parts_ != nullptr);
}

PreparedVoice::PreparedVoice(PreparedVoice&&) noexcept = default;
PreparedVoice& PreparedVoice::operator=(PreparedVoice&&) noexcept = default;
PreparedVoice::~PreparedVoice() = default;

engine::WrittenMessage PreparedVoice::write(const Facts& facts) const {
    const Reader reader{.language = parts_->language, .zone = facts.zone, .now = facts.now};
    return parts_->channel == engine::Channel::Mail ? parts_->write_mail(facts, reader)
                                                    : parts_->write_sms(facts, reader);
}

Values PreparedVoice::Parts::values_for(const Facts& facts, const Reader& reader) const {
    Values values;
    for (const Variable variable : used) {
        values[index_of(variable)] = value_of(variable, facts, reader);
    }
    return values;
}

engine::WrittenMessage PreparedVoice::Parts::write_sms(const Facts& facts, Reader reader) const {
    reader.style = interchange::TextStyle::Short;
    const Values values = values_for(facts, reader);
    engine::WrittenMessage message;
    message.text =
        fmt::format("{}", fmt::join(render_paragraphs(text, values, LineFormat::Text), "\n\n"));
    const SmsSize size = sms_segments(message.text);
    message.segments = size.segments;
    message.is_unicode = size.is_unicode;
    return message;
}

engine::WrittenMessage PreparedVoice::Parts::write_mail(const Facts& facts,
                                                        const Reader& reader) const {
    Values values = values_for(facts, reader);
    for (const Variable variable : around) {
        values[index_of(variable)] = value_of(variable, facts, reader);
    }
    engine::WrittenMessage message;
    message.subject = clean_text(subject.render_plain(values), subject_characters_max);
    if (message.subject.empty()) {
        message.subject = values[index_of(Variable::House)];
    }
    // A button without a link would lead nowhere.
    const std::string label = values[index_of(Variable::Link)].empty()
                                  ? std::string()
                                  : clean_text(button.render_plain(values), value_characters_max);
    const auto paragraphs = render_paragraphs(text, values, LineFormat::Text);
    const std::string preheader =
        clean_text(fmt::format("{}", fmt::join(paragraphs, " ")), preheader_characters_max);
    message.text = plain_mail(facts, values, label, paragraphs);
    message.html = html_mail(facts, values, label, message.subject, preheader);
    return message;
}

std::string PreparedVoice::Parts::plain_mail(const Facts& facts, const Values& values,
                                             std::string_view label,
                                             const std::vector<std::string>& paragraphs) const {
    const MailWords& words = words_of(language).mail;
    const std::string& google = values[index_of(Variable::GoogleLink)];
    const std::string& outlook = values[index_of(Variable::OutlookLink)];
    std::string mail = fmt::format("{}\n", fmt::join(paragraphs, "\n\n"));
    if (!label.empty()) {
        mail += fmt::format("\n{}{}\n{}\n", label, without_end(words.colon),
                            values[index_of(Variable::Link)]);
    }
    if (!google.empty() || !outlook.empty()) {
        mail += fmt::format("\n{}{}\n", words.add_to_calendar, without_end(words.colon));
        append_labelled(mail, "Google", words.colon, google);
        append_labelled(mail, "Outlook", words.colon, outlook);
    }
    mail += fmt::format("\n-- \n{}\n", values[index_of(Variable::House)]);
    if (const std::string address = clean_text(facts.address, address_characters_max);
        !address.empty()) {
        mail += address + "\n";
    }
    append_labelled(mail, words.see_or_leave, words.colon, values[index_of(Variable::StatusLink)]);
    append_labelled(mail, words.stop_all, words.colon, values[index_of(Variable::UnsubscribeLink)]);
    return mail;
}

std::string PreparedVoice::Parts::html_mail(const Facts& facts, const Values& values,
                                            std::string_view label, std::string_view subject_text,
                                            std::string_view preheader) const {
    const MailWords& words = words_of(language).mail;
    const auto escaped = [&values](Variable variable) {
        return escape_html(values[index_of(variable)]);
    };
    std::string paragraphs;
    for (const std::string& paragraph : render_paragraphs(text, values, LineFormat::Html)) {
        paragraphs += "<p style=\"margin:0 0 16px\">";
        for (const char one : paragraph) {
            if (one == '\n') {
                paragraphs += "<br>";
            }
            paragraphs.push_back(one);
        }
        paragraphs += "</p>\n";
    }
    std::string calendar;
    for (const auto& [name, variable] :
         {std::pair{"Google", Variable::GoogleLink}, std::pair{"Outlook", Variable::OutlookLink}}) {
        if (!values[index_of(variable)].empty()) {
            calendar += fmt::format("{}<a href=\"{}\">{}</a>", calendar.empty() ? "" : " · ",
                                    escaped(variable), name);
        }
    }
    return lay_out_mail({
        .lang = locale,
        .title = escape_html(subject_text),
        .preheader = escape_html(preheader),
        .house = escaped(Variable::House),
        .paragraphs = std::move(paragraphs),
        .button = escape_html(label),
        .link = escaped(Variable::Link),
        .add_to_calendar = escape_html(words.add_to_calendar) + std::string(words.colon),
        .calendar = std::move(calendar),
        .address = escape_html(clean_text(facts.address, address_characters_max)),
        .see_or_leave = escape_html(words.see_or_leave),
        .status_link = escaped(Variable::StatusLink),
        .stop_all = escape_html(words.stop_all),
        .unsubscribe_link = escaped(Variable::UnsubscribeLink),
    });
}

engine::WrittenMessage write_message(const engine::VoiceDraft& draft, const Facts& facts) {
    return PreparedVoice(draft).write(facts);
}

}  // namespace standby::notify
