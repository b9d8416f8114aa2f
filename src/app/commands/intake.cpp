// `standby intake try`: what would be proposed for a booking request, without a list and without
// changing anything. One JSON line for each line, or in words for mails and plain text.
#include "app/commands/commands.hpp"
#include "app/service/clocks.hpp"
#include "app/service/zones.hpp"
#include "base/civil.hpp"
#include "base/json/reader.hpp"
#include "base/json/writer.hpp"
#include "base/text_encoding.hpp"
#include "intake/reading/mail_text.hpp"
#include "intake/reading/request.hpp"
#include "interchange/contact/country.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <ostream>

namespace standby::app {
namespace {

using intake::Found;
using intake::FoundIn;
using intake::Proposal;

std::string date_text(std::int64_t day) {
    const CivilDate date = civil_from_days(day);
    return fmt::format("{:04}-{:02}-{:02}", date.year, date.month, date.day);
}

std::string time_text(int minutes) {
    return fmt::format("{:02}:{:02}", minutes / 60, minutes % 60);
}

void write_value(JsonWriter& writer, std::string_view name, std::string_view value) {
    writer.begin_object(name);
    writer.text("value", value);
    writer.end_object();
}

void write_fields(JsonWriter& writer, const Proposal& proposal) {
    writer.begin_object("fields");
    if (proposal.days) {
        writer.begin_object("date");
        if (proposal.days->value.earliest) {
            writer.text("earliest", date_text(*proposal.days->value.earliest));
        }
        if (proposal.days->value.latest) {
            writer.text("latest", date_text(*proposal.days->value.latest));
        }
        writer.end_object();
    }
    if (proposal.times) {
        writer.begin_object("time");
        if (proposal.times->value.from) {
            writer.text("from", time_text(*proposal.times->value.from));
        }
        if (proposal.times->value.to) {
            writer.text("to", time_text(*proposal.times->value.to));
        }
        writer.end_object();
    }
    if (proposal.party_size) {
        writer.begin_object("party_size");
        writer.integer("value", proposal.party_size->value);
        writer.end_object();
    }
    if (proposal.name) {
        write_value(writer, "name", proposal.name->value);
    }
    if (proposal.email) {
        write_value(writer, "email", proposal.email->value);
    }
    if (proposal.phone) {
        write_value(writer, "phone", proposal.phone->value);
    }
    if (proposal.service) {
        write_value(writer, "service", proposal.service->value.name);
    }
    if (proposal.staff) {
        write_value(writer, "staff", proposal.staff->value.name);
    }
    writer.end_object();
}

std::string_view text_of(const JsonValue& object, std::string_view name) {
    const JsonValue* value = object.find(name);
    return value == nullptr || value->type != JsonType::Text ? std::string_view() : value->text;
}

class Trial {
public:
    Trial(const IntakeTryCommand& command, Console& console)
        : command_(command), console_(console), zones_(read_zones()) {
        std::vector<engine::CatalogueItem> items;
        const auto add = [&items](engine::CatalogueKind kind, const std::string& name) {
            engine::CatalogueItem item;
            item.number = items.size() + 1;
            item.kind = kind;
            item.name = name;
            items.push_back(std::move(item));
        };
        for (const std::string& name : command_.services) {
            add(engine::CatalogueKind::Service, name);
        }
        for (const std::string& name : command_.staff) {
            add(engine::CatalogueKind::Person, name);
        }
        offered_ = interchange::OfferedNames(std::move(items));
    }

    Outcome run() {
        if (command_.is_lines) {
            return answer_lines();
        }
        if (zones_.find(command_.time_zone) == nullptr) {
            return fail(fmt::format("there is no time zone '{}'", command_.time_zone), exit_usage);
        }
        if (command_.files.empty()) {
            const std::string text{std::istreambuf_iterator<char>(console_.input), {}};
            intake::MailText mail;
            auto decoded = decode_text(text.substr(0, intake::mail_bytes_max));
            if (!decoded) {
                return fail("the input " + decoded.error());
            }
            mail.text = std::move(decoded->text);
            std::erase(mail.text, '\r');
            show("", mail);
            return exit_ok;
        }
        for (const std::string& path : command_.files) {
            std::ifstream file(path, std::ios::binary);
            if (!file) {
                return fail(fmt::format("{} can't be opened", path));
            }
            std::string bytes(intake::mail_bytes_max + 1, '\0');
            file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
            bytes.resize(static_cast<std::size_t>(file.gcount()));
            if (bytes.size() > intake::mail_bytes_max) {
                return fail(fmt::format("{} has more than 25 MB", path));
            }
            show(path, intake::read_mail(bytes));
        }
        return exit_ok;
    }

private:
    // One answer for each line, in its order.
    Outcome answer_lines() {
        std::string line;
        for (std::size_t number = 1; std::getline(console_.input, line); ++number) {
            if (line.find_first_not_of(" \t\r") == std::string::npos) {
                continue;
            }
            const auto document = read_json(line);
            if (!document) {
                return fail(fmt::format("line {}: {}", number, document.error().text()));
            }
            const JsonValue& root = document->root();
            const auto received_at = parse_time(text_of(root, "received_at"));
            const std::string_view zone_name = text_of(root, "time_zone");
            const Zone* zone = zones_.find(zone_name.empty() ? "UTC" : zone_name);
            if (text_of(root, "id").empty() || !received_at || zone == nullptr) {
                return fail(fmt::format("line {}: {} is wrong or missing", number,
                                        !received_at      ? "received_at"
                                        : zone == nullptr ? "time_zone"
                                                          : "id"));
            }
            const std::string_view country = command_.country.empty()
                                                 ? interchange::country_of_zone(zone->name())
                                                 : std::string_view(command_.country);
            const intake::ReadingContext context{
                .received_at = *received_at,
                .zone = zone,
                .country = country,
                .language = interchange::parse_language(text_of(root, "language")),
                .offered = &offered_};
            const Proposal proposal = intake::read_request({.text = text_of(root, "text"),
                                                            .subject = text_of(root, "subject"),
                                                            .sender_name = {},
                                                            .sender_address = {}},
                                                           context);
            print_object(console_.output, [&](JsonWriter& writer) {
                writer.text("id", text_of(root, "id"));
                write_fields(writer, proposal);
            });
        }
        return exit_ok;
    }

    void show(const std::string& path, const intake::MailText& mail) {
        const Zone* zone = zones_.find(command_.time_zone);
        const std::string_view country = command_.country.empty()
                                             ? interchange::country_of_zone(zone->name())
                                             : std::string_view(command_.country);
        const Time now = command_.at ? *command_.at : mail.sent_at.value_or(SystemClock{}.now());
        const intake::ReadingContext context{.received_at = now,
                                             .zone = zone,
                                             .country = country,
                                             .language = command_.language,
                                             .offered = &offered_};
        const Proposal proposal = intake::read_request({.text = mail.text,
                                                        .subject = mail.subject,
                                                        .sender_name = mail.sender_name,
                                                        .sender_address = mail.sender_address},
                                                       context);
        if (command_.style == Style::Json) {
            print_object(console_.output, [&](JsonWriter& writer) {
                writer.text("file", path);
                write_sender(writer, mail, proposal);
                write_fields(writer, proposal);
                writer.texts("not_read", mail.not_read);
            });
            return;
        }
        if (!path.empty()) {
            console_.output << path << '\n';
        }
        say(mail, proposal, now, *zone);
    }

    static void write_sender(JsonWriter& writer, const intake::MailText& mail,
                             const Proposal& proposal) {
        const auto& forwarded = proposal.forwarded;
        writer.begin_object("sender");
        writer.text("name", forwarded ? forwarded->name : mail.sender_name);
        writer.text("email", forwarded ? forwarded->address : mail.sender_address);
        writer.boolean("forwarded", forwarded.has_value() || mail.has_attached_mail);
        writer.end_object();
    }

    void say_line(std::string_view label, std::string_view value, std::string_view words) {
        console_.output << fmt::format("  {:<11} {}{}\n", label, value, words);
    }

    // The words that a value came from, in one line.
    template <class Value>
    std::string words_of(const Found<Value>& found, const intake::MailText& mail,
                         const Proposal& proposal) const {
        if (found.in == FoundIn::Sender) {
            return proposal.forwarded ? "  (who wrote it first)" : "  (the sender)";
        }
        const std::string_view subject =
            proposal.forwarded ? std::string_view(proposal.forwarded->subject) : mail.subject;
        std::string words(intake::words_at(
            found.in == FoundIn::Text ? std::string_view(mail.text) : subject, found.span));
        std::ranges::replace(words, '\n', ' ');
        return fmt::format("  (\"{}\"{})", words, found.in == FoundIn::Subject ? ", subject" : "");
    }

    void say(const intake::MailText& mail, const Proposal& proposal, Time now, const Zone& zone) {
        const std::int64_t local = zone.to_local(now).time_since_epoch().count();
        console_.output << fmt::format(
            "Read as {} of {} in {}{}.\n", interchange::tag_of(proposal.language),
            date_text(floor_divide(local, 24 * 60 * 60 * 1000)), zone.name(),
            proposal.forwarded || mail.has_attached_mail ? ", passed on" : "");
        const auto words = [&](const auto& found) { return words_of(found, mail, proposal); };
        std::size_t found = 0;
        const auto say_text = [&](std::string_view label, const auto& value) {
            if (value) {
                ++found;
                say_line(label, value->value, words(*value));
            }
        };
        say_text("Name", proposal.name);
        say_text("E-mail", proposal.email);
        say_text("Phone", proposal.phone);
        if (proposal.days) {
            ++found;
            say_line("Date", days_text(proposal.days->value), words(*proposal.days));
        }
        if (proposal.times) {
            ++found;
            say_line("Time", times_text(proposal.times->value), words(*proposal.times));
        }
        if (proposal.party_size) {
            ++found;
            say_line("Party size", fmt::format("{}", proposal.party_size->value),
                     words(*proposal.party_size));
        }
        for (const auto& [label, item] :
             {std::pair("Service", &proposal.service), std::pair("Staff", &proposal.staff)}) {
            if (*item) {
                ++found;
                say_line(label, (*item)->value.name, words(**item));
            }
        }
        if (found == 0) {
            console_.output << "  Nothing was found.\n";
        }
        for (const std::string& name : mail.not_read) {
            console_.output << fmt::format("  Not read    {}\n", name);
        }
    }

    static std::string days_text(const intake::FoundDays& days) {
        if (!days.earliest) {
            return "until " + date_text(*days.latest);
        }
        if (!days.latest) {
            return "from " + date_text(*days.earliest);
        }
        return *days.earliest == *days.latest
                   ? date_text(*days.earliest)
                   : date_text(*days.earliest) + " to " + date_text(*days.latest);
    }

    static std::string times_text(const intake::FoundTimes& times) {
        if (!times.from) {
            return "until " + time_text(*times.to);
        }
        if (!times.to) {
            return "from " + time_text(*times.from);
        }
        return *times.from == *times.to ? time_text(*times.from)
                                        : time_text(*times.from) + " to " + time_text(*times.to);
    }

    const IntakeTryCommand& command_;
    Console& console_;
    core::ZoneBook zones_;
    interchange::OfferedNames offered_;
};

}  // namespace

Outcome carry_out(const IntakeTryCommand& command, Console& console) {
    return Trial(command, console).run();
}

}  // namespace standby::app
