// Mails read back with GMime, which had no part in writing them.
#pragma once

#include "notify/mail/compose.hpp"

#include <gmime/gmime.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::notify {

struct ReadPart {
    std::string type;     // "text/plain"; of multiparts too
    std::string charset;  // parameters of the type; empty: none
    std::string method;
    std::string disposition;  // "attachment"; empty: none
    std::string file_name;
    std::string encoding;  // "quoted-printable", "base64"; empty for multiparts
    std::string content;   // decoded bytes
};
struct ReadPerson {
    std::string address;
    std::string name;  // decoded
    friend bool operator==(const ReadPerson&, const ReadPerson&) = default;
};
struct ReadMail {
    std::vector<std::pair<std::string, std::string>> fields;  // name and decoded value, in order
    std::vector<ReadPerson> from;
    std::vector<ReadPerson> to;
    std::vector<ReadPerson> reply_to;
    std::string subject;
    std::string message_id;       // without brackets
    std::string date;             // RFC 3339
    std::vector<ReadPart> parts;  // depth first, the outermost included

    std::string field(std::string_view name) const {
        for (const auto& [one, value] : fields) {
            if (one == name) {
                return value;
            }
        }
        return {};
    }
    std::vector<std::string> field_names() const {
        std::vector<std::string> names;
        for (const auto& [name, value] : fields) {
            names.push_back(name);
        }
        return names;
    }
    // The first part of a type; an empty one when there is none.
    ReadPart part(std::string_view type) const {
        for (const ReadPart& one : parts) {
            if (one.type == type) {
                return one;
            }
        }
        return {};
    }
};

namespace reading {

struct Unref {
    void operator()(void* object) const { g_object_unref(object); }
};
template <class T>
using Object = std::unique_ptr<T, Unref>;

inline std::string text_of(const char* text) {
    return text == nullptr ? std::string{} : std::string(text);
}

inline std::vector<ReadPerson> people_of(InternetAddressList* list) {
    std::vector<ReadPerson> people;
    for (int at = 0; list != nullptr && at < internet_address_list_length(list); ++at) {
        InternetAddress* address = internet_address_list_get_address(list, at);
        const bool is_mailbox = INTERNET_ADDRESS_IS_MAILBOX(address);
        people.push_back({is_mailbox ? text_of(internet_address_mailbox_get_addr(
                                           INTERNET_ADDRESS_MAILBOX(address)))
                                     : "group",
                          text_of(internet_address_get_name(address))});
    }
    return people;
}

inline std::string content_of(GMimePart* part) {
    GMimeDataWrapper* wrapper = g_mime_part_get_content(part);
    const Object<GMimeStream> memory{g_mime_stream_mem_new()};
    if (wrapper == nullptr || g_mime_data_wrapper_write_to_stream(wrapper, memory.get()) < 0) {
        return {};
    }
    const GByteArray* bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(memory.get()));
    return {reinterpret_cast<const char*>(bytes->data), bytes->len};
}

inline void read_part(GMimeObject* object, std::vector<ReadPart>& parts) {
    ReadPart part;
    GMimeContentType* type = g_mime_object_get_content_type(object);
    char* type_name = g_mime_content_type_get_mime_type(type);
    part.type = text_of(type_name);
    g_free(type_name);
    part.charset = text_of(g_mime_content_type_get_parameter(type, "charset"));
    part.method = text_of(g_mime_content_type_get_parameter(type, "method"));
    part.disposition = text_of(g_mime_object_get_disposition(object));
    if (GMIME_IS_PART(object)) {
        GMimePart* leaf = GMIME_PART(object);
        part.file_name = text_of(g_mime_part_get_filename(leaf));
        part.encoding =
            text_of(g_mime_content_encoding_to_string(g_mime_part_get_content_encoding(leaf)));
        part.content = content_of(leaf);
    }
    parts.push_back(std::move(part));
    if (GMIME_IS_MULTIPART(object)) {
        GMimeMultipart* multipart = GMIME_MULTIPART(object);
        for (int at = 0; at < g_mime_multipart_get_count(multipart); ++at) {
            read_part(g_mime_multipart_get_part(multipart, at), parts);
        }
    }
}

}  // namespace reading

// A mail without fields where GMime reads none.
inline ReadMail read_mail(std::string_view text) {
    static const bool is_ready = (g_mime_init(), true);
    ReadMail mail;
    const reading::Object<GMimeStream> stream{
        g_mime_stream_mem_new_with_buffer(text.data(), text.size())};
    const reading::Object<GMimeParser> parser{g_mime_parser_new_with_stream(stream.get())};
    const reading::Object<GMimeMessage> message{
        is_ready ? g_mime_parser_construct_message(parser.get(), nullptr) : nullptr};
    if (!message) {
        return mail;
    }
    GMimeHeaderList* headers = g_mime_object_get_header_list(GMIME_OBJECT(message.get()));
    for (int at = 0; at < g_mime_header_list_get_count(headers); ++at) {
        GMimeHeader* header = g_mime_header_list_get_header_at(headers, at);
        mail.fields.emplace_back(reading::text_of(g_mime_header_get_name(header)),
                                 reading::text_of(g_mime_header_get_value(header)));
    }
    mail.from = reading::people_of(g_mime_message_get_from(message.get()));
    mail.to = reading::people_of(g_mime_message_get_to(message.get()));
    mail.reply_to = reading::people_of(g_mime_message_get_reply_to(message.get()));
    mail.subject = reading::text_of(g_mime_message_get_subject(message.get()));
    mail.message_id = reading::text_of(g_mime_message_get_message_id(message.get()));
    if (GDateTime* date = g_mime_message_get_date(message.get())) {
        char* written = g_date_time_format_iso8601(date);
        mail.date = reading::text_of(written);
        g_free(written);
    }
    if (GMimeObject* root = g_mime_message_get_mime_part(message.get())) {
        reading::read_part(root, mail.parts);
        // What belongs to the outermost part stands in the mail's header too.
        GMimeHeaderList* more = g_mime_object_get_header_list(root);
        for (int at = 0; at < g_mime_header_list_get_count(more); ++at) {
            GMimeHeader* header = g_mime_header_list_get_header_at(more, at);
            mail.fields.emplace_back(reading::text_of(g_mime_header_get_name(header)),
                                     reading::text_of(g_mime_header_get_value(header)));
        }
    }
    return mail;
}

inline MailDraft sample_draft() {
    return {.id = "msg_0123456789abcdef",
            .date = parse_time("2026-11-15T14:03:09.750Z").value(),
            .from = {"desk@salon.example", "Salon Nord"},
            .to = {"ada@guest.example", "Ada Lovelace"},
            .reply_to = "answers@salon.example",
            .subject = "A place is free",
            .text = "Hello Ada,\n\na place is free.\n",
            .html = "<p>Hello Ada, a place is free.</p>\n",
            .unsubscribe_url = "https://standby.example/u/abcdef",
            .language = "en",
            .calendar = {}};
}

inline std::string with_line_feeds(std::string text) {
    std::erase(text, '\r');
    return text;
}

// What holds of every mail: ASCII, lines that end with CRLF and nothing else, none too long.
inline std::string what_is_wrong(const std::string& mail) {
    std::size_t length = 0;
    char before = '\0';
    for (const char one : mail) {
        if ((before == '\r') != (one == '\n')) {
            return "half a line break";
        }
        length = one == '\n' ? 0 : length + 1;
        if (length > 999) {
            return "a line is too long";
        }
        const bool is_blank = one == '\r' || one == '\n' || one == '\t';
        if ((one < ' ' && !is_blank) || one > '~') {
            return "a character outside ASCII";
        }
        before = one;
    }
    return mail.ends_with("\r\n") ? "" : "the last line has no end";
}

}  // namespace standby::notify
