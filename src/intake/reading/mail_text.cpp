// Parsed by GMime, which takes anything. Of alternatives the plain text is read, unless it is
// empty; HTML is read as text.
#include "intake/reading/mail_text.hpp"

#include "base/characters.hpp"
#include "base/text.hpp"
#include "intake/reading/html_text.hpp"
#include "interchange/contact/contact.hpp"

#include <gmime/gmime.h>

#include <algorithm>
#include <array>
#include <memory>

namespace standby::intake {
namespace {

struct Unref {
    void operator()(void* object) const { g_object_unref(object); }
};
template <class Object>
using Owned = std::unique_ptr<Object, Unref>;

struct Free {
    void operator()(char* text) const { g_free(text); }
};
using OwnedText = std::unique_ptr<char, Free>;

void start_gmime() {
    [[maybe_unused]] static const bool started = [] {
        g_mime_init();
        return true;
    }();
}

std::string text_of(const char* text) {
    if (text == nullptr) {
        return {};
    }
    const OwnedText valid(g_utf8_make_valid(text, -1));
    std::string result(valid.get());
    std::erase(result, '\r');
    return result;
}

// One line, as a name or a subject is shown.
std::string line_of(const char* text) {
    std::string line = text_of(text);
    std::ranges::replace_if(
        line, [](char one) { return static_cast<unsigned char>(one) < ' '; }, ' ');
    return std::string(trim(line));
}

class MailReader {
public:
    explicit MailReader(std::vector<MailAttachment>* attachments) : attachments_(attachments) {}

    MailText run(std::string_view bytes) {
        start_gmime();
        const Owned<GMimeStream> stream(
            g_mime_stream_mem_new_with_buffer(bytes.data(), bytes.size()));
        const Owned<GMimeParser> parser(g_mime_parser_new_with_stream(stream.get()));
        g_mime_parser_set_persist_stream(parser.get(), TRUE);
        const Owned<GMimeMessage> message(g_mime_parser_construct_message(parser.get(), nullptr));
        if (message == nullptr) {
            mail_.text = text_of(std::string(bytes.substr(0, mail_text_bytes_max)).c_str());
            return std::move(mail_);
        }
        take_headers(message.get());
        take_origin(message.get());
        take(g_mime_message_get_mime_part(message.get()), 0);
        return std::move(mail_);
    }

private:
    void take_headers(GMimeMessage* message) {
        mail_.subject = line_of(g_mime_message_get_subject(message));
        mail_.message_id = line_of(g_mime_message_get_message_id(message));
        if (GDateTime* date = g_mime_message_get_date(message)) {
            mail_.sent_at = Time{std::chrono::seconds(g_date_time_to_unix(date))};
        }
        mail_.sender_name.clear();
        mail_.sender_address.clear();
        // Whoever wants answers elsewhere can be reached there.
        InternetAddressList* senders = g_mime_message_get_from(message);
        InternetAddressList* answers = g_mime_message_get_reply_to(message);
        const bool has_one_answer =
            answers != nullptr && internet_address_list_length(answers) == 1;
        take_address(senders, true);
        if (has_one_answer) {
            take_address(answers, false);
        }
    }

    // Of the outermost mail alone.
    void take_origin(GMimeMessage* message) {
        InternetAddressList* senders = g_mime_message_get_from(message);
        InternetAddress* first = senders != nullptr && internet_address_list_length(senders) == 1
                                     ? internet_address_list_get_address(senders, 0)
                                     : nullptr;
        if (first != nullptr && INTERNET_ADDRESS_IS_MAILBOX(first)) {
            mail_.came_from =
                interchange::normalise_email(
                    line_of(internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(first))))
                    .value_or("");
        }
        GMimeHeaderList* headers = g_mime_object_get_header_list(GMIME_OBJECT(message));
        const int count = g_mime_header_list_get_count(headers);
        for (int i = 0; i < count && mail_.authentication.size() < mail_results_max; ++i) {
            GMimeHeader* header = g_mime_header_list_get_header_at(headers, i);
            if (g_ascii_strcasecmp(g_mime_header_get_name(header), "Authentication-Results") == 0) {
                mail_.authentication.push_back(line_of(g_mime_header_get_value(header)));
            }
        }
    }

    void take_address(InternetAddressList* list, bool with_name) {
        if (list == nullptr || internet_address_list_length(list) < 1) {
            return;
        }
        InternetAddress* first = internet_address_list_get_address(list, 0);
        if (with_name) {
            mail_.sender_name = line_of(internet_address_get_name(first));
        }
        if (INTERNET_ADDRESS_IS_MAILBOX(first)) {
            const auto address = interchange::normalise_email(
                line_of(internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(first))));
            if (address) {
                mail_.sender_address = *address;
            }
        }
    }

    void take(GMimeObject* part, int depth) {
        if (part == nullptr || ++parts_ > mail_parts_max || depth > mail_depth_max) {
            return;
        }
        if (GMIME_IS_MESSAGE_PART(part)) {
            return take_message(g_mime_message_part_get_message(GMIME_MESSAGE_PART(part)), depth);
        }
        if (GMIME_IS_MULTIPART(part)) {
            GMimeMultipart* parts = GMIME_MULTIPART(part);
            GMimeContentType* type = g_mime_object_get_content_type(part);
            if (g_mime_content_type_is_type(type, "multipart", "alternative")) {
                return take_alternative(parts, depth);
            }
            const int count = g_mime_multipart_get_count(parts);
            for (int i = 0; i < count; ++i) {
                take(g_mime_multipart_get_part(parts, i), depth + 1);
            }
            return;
        }
        if (GMIME_IS_PART(part)) {
            take_leaf(GMIME_PART(part));
        }
    }

    // An attached mail is what this is about; what was written around it stays above.
    void take_message(GMimeMessage* message, int depth) {
        if (message == nullptr || mail_.has_attached_mail) {
            return;
        }
        const auto sent_at = mail_.sent_at;
        const std::string own_id = mail_.message_id;
        take_headers(message);
        mail_.sent_at = sent_at;
        mail_.message_id = own_id;
        mail_.has_attached_mail = true;
        mail_.text.clear();
        take(g_mime_message_get_mime_part(message), depth + 1);
        is_closed_ = true;
    }

    void take_alternative(GMimeMultipart* parts, int depth) {
        const int count = g_mime_multipart_get_count(parts);
        const std::size_t before = mail_.text.size();
        for (const bool plain : {true, false}) {
            for (int i = 0; i < count && mail_.text.size() == before; ++i) {
                GMimeObject* part = g_mime_multipart_get_part(parts, i);
                GMimeContentType* type = g_mime_object_get_content_type(part);
                if (g_mime_content_type_is_type(type, "text", "plain") == plain) {
                    take(part, depth + 1);
                }
            }
        }
    }

    void take_leaf(GMimePart* part) {
        GMimeObject* object = GMIME_OBJECT(part);
        GMimeContentType* type = g_mime_object_get_content_type(object);
        const bool is_html = g_mime_content_type_is_type(type, "text", "html");
        const bool is_plain = g_mime_content_type_is_type(type, "text", "plain");
        const bool is_text = GMIME_IS_TEXT_PART(part) && (is_html || is_plain);
        if (!is_text || g_mime_part_is_attachment(part)) {
            return take_attachment(part, type);
        }
        if (is_closed_ || mail_.text.size() >= mail_text_bytes_max) {
            return;
        }
        const OwnedText content(g_mime_text_part_get_text(GMIME_TEXT_PART(part)));
        std::string text = text_of(content.get());
        if (is_html) {
            text = html_to_text(text);
        }
        if (!mail_.text.empty() && !text.empty()) {
            mail_.text += "\n\n";
        }
        mail_.text += text;
        mail_.text.resize(cut_at_character(mail_.text, mail_text_bytes_max).size());
    }

    void take_attachment(GMimePart* part, GMimeContentType* type) {
        constexpr std::size_t named_max = 50;
        const std::string name = line_of(g_mime_part_get_filename(part));
        const OwnedText mime(g_mime_content_type_get_mime_type(type));
        const std::string type_name = to_lower(line_of(mime.get()));
        if (attachments_ == nullptr) {
            if (mail_.not_read.size() < named_max) {
                mail_.not_read.push_back(name.empty() ? type_name : name);
            }
            return;
        }
        if (attachments_->size() == named_max) {
            return;
        }
        const char* disposition = g_mime_object_get_disposition(GMIME_OBJECT(part));
        MailAttachment attachment{.name = name,
                                  .type = type_name,
                                  .bytes = {},
                                  .is_inline = disposition == nullptr ||
                                               g_ascii_strcasecmp(disposition, "inline") == 0};
        const Owned<GMimeStream> memory(g_mime_stream_mem_new());
        if (GMimeDataWrapper* content = g_mime_part_get_content(part)) {
            g_mime_data_wrapper_write_to_stream(content, memory.get());
            const GByteArray* bytes =
                g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(memory.get()));
            attachment.bytes.assign(reinterpret_cast<const char*>(bytes->data), bytes->len);
        }
        attachments_->push_back(std::move(attachment));
    }

    std::vector<MailAttachment>* attachments_;
    MailText mail_;
    int parts_ = 0;
    bool is_closed_ = false;  // the text of an attached mail is whole
};

}  // namespace

MailText read_mail(std::string_view bytes, std::vector<MailAttachment>* attachments) {
    return MailReader(attachments).run(bytes.substr(0, mail_bytes_max));
}

}  // namespace standby::intake
