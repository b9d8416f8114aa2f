#include "interchange/view/placeholders.hpp"

#include "base/number.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace standby::interchange {
namespace {

constexpr char edge = '\x1A';
constexpr std::string_view claim_url_name = "claim_url";
constexpr std::string_view payment_url_name = "payment_url";

struct MarkName {
    std::string_view name;
    EntryMark mark;
};
constexpr auto mark_names = std::to_array<MarkName>({{"name", EntryMark::Name},
                                                     {"email", EntryMark::Email},
                                                     {"phone", EntryMark::Phone},
                                                     {"consent", EntryMark::Consent},
                                                     {"token", EntryMark::Token},
                                                     {"status_url", EntryMark::StatusUrl},
                                                     {"group_code", EntryMark::GroupCode}});

void write_between_edges(JsonWriter& writer, std::string_view member, std::string_view name,
                         std::string_view id, std::uint32_t epoch) {
    constexpr std::string_view edge_text{&edge, 1};
    const std::string behind = epoch == 0 ? std::string{} : "/" + std::to_string(epoch);
    writer.name(member);
    writer.raw({edge_text, name, ":", id, behind, edge_text});
}

struct Found {
    std::size_t begin = 0;  // of the first edge
    std::size_t end = 0;    // behind the second one
    std::string_view name;
    std::string_view id;
    std::uint32_t epoch = 0;
};

// The next mark from `from` on. An edge without a partner is a mark up to the end.
std::optional<Found> next_mark(std::string_view body, std::size_t from) {
    const std::size_t begin = body.find(edge, from);
    if (begin == std::string_view::npos) {
        return std::nullopt;
    }
    const std::size_t close = body.find(edge, begin + 1);
    const std::size_t stop = close == std::string_view::npos ? body.size() : close;
    const std::string_view inside = body.substr(begin + 1, stop - begin - 1);
    Found found{.begin = begin, .end = std::min(stop + 1, body.size())};
    const std::size_t colon = inside.find(':');
    if (colon != std::string_view::npos) {
        found.name = inside.substr(0, colon);
        found.id = inside.substr(colon + 1);
    }
    if (const std::size_t slash = found.id.find('/'); slash != std::string_view::npos) {
        const auto epoch = parse_number<std::uint32_t>(found.id.substr(slash + 1));
        found.epoch = epoch.value_or(0);
        found.id = epoch ? found.id.substr(0, slash) : std::string_view{};
    }
    return found;
}

std::optional<EntryMark> entry_mark(std::string_view name) {
    const auto found = std::ranges::find(mark_names, name, &MarkName::name);
    return found == mark_names.end() ? std::nullopt : std::optional(found->mark);
}

void append_text_or_null(std::string& output, std::string_view text) {
    if (text.empty()) {
        output += "null";
    } else {
        append_json_text(output, text);
    }
}

void append_consent(std::string& output, const engine::Person& person) {
    if (person.consent_text.empty()) {
        output += "null";
        return;
    }
    JsonWriter writer{output};
    writer.begin_object();
    writer.text("text", person.consent_text);
    writer.text_or_null("source", person.consent_source);
    writer.time("at", person.consent_at);
    writer.end_object();
}

void append_entry_value(std::string& output, EntryMark mark, core::EntryId entry,
                        std::uint32_t epoch, const PlaceholderSource& source) {
    switch (mark) {
    case EntryMark::Token:
        return append_text_or_null(output, source.token(entry, epoch));
    case EntryMark::StatusUrl:
        return append_text_or_null(output, source.status_url(entry, epoch));
    case EntryMark::GroupCode:
        return append_text_or_null(output, source.group_code(entry, epoch));
    default:
        break;
    }
    const engine::Person* person = source.person(entry);
    if (person == nullptr) {
        output += "null";
        return;
    }
    if (mark == EntryMark::Consent) {
        append_consent(output, *person);
        return;
    }
    append_text_or_null(output, mark == EntryMark::Name    ? person->name
                                : mark == EntryMark::Email ? person->email
                                                           : person->phone);
}

// The marks of an answer are about few entries, most often about one.
class EntryIds {
public:
    std::optional<core::EntryId> parse(std::string_view text) {
        if (text != text_) {
            text_ = text;
            entry_ = core::parse_entry_id(text);
        }
        return entry_;
    }

private:
    std::string_view text_;
    std::optional<core::EntryId> entry_;
};

void append_value(std::string& output, const Found& found, EntryIds& ids,
                  const PlaceholderSource& source) {
    if (found.name == claim_url_name) {
        if (const auto offer = core::parse_offer_id(found.id)) {
            append_text_or_null(output, source.claim_url(*offer, found.epoch));
            return;
        }
    }
    if (found.name == payment_url_name) {
        if (const auto offer = core::parse_offer_id(found.id)) {
            append_text_or_null(output, source.payment_url(*offer));
            return;
        }
    }
    const auto mark = entry_mark(found.name);
    const auto entry = ids.parse(found.id);
    if (mark && entry) {
        append_entry_value(output, *mark, *entry, found.epoch, source);
        return;
    }
    output += "null";
}

}  // namespace

void write_mark(JsonWriter& writer, std::string_view member, EntryMark mark, core::EntryId entry,
                std::uint32_t epoch) {
    const auto found = std::ranges::find(mark_names, mark, &MarkName::mark);
    write_between_edges(writer, member, found->name, core::format_id(entry), epoch);
}

void write_claim_url(JsonWriter& writer, std::string_view member, core::OfferId offer,
                     std::uint32_t epoch) {
    write_between_edges(writer, member, claim_url_name, core::format_id(offer), epoch);
}

void write_payment_url(JsonWriter& writer, std::string_view member, core::OfferId offer) {
    write_between_edges(writer, member, payment_url_name, core::format_id(offer), 0);
}

std::string fill_in(std::string_view body, const PlaceholderSource& source) {
    std::string output;
    output.reserve(body.size() + 256);
    EntryIds ids;
    std::size_t copied = 0;
    while (const auto found = next_mark(body, copied)) {
        output.append(body, copied, found->begin - copied);
        append_value(output, *found, ids, source);
        copied = found->end;
    }
    output.append(body, copied);
    return output;
}

std::vector<core::EntryId> people_named_in(std::string_view body) {
    std::vector<core::EntryId> entries;
    EntryIds ids;
    std::size_t from = 0;
    while (const auto found = next_mark(body, from)) {
        const auto mark = entry_mark(found->name);
        const bool is_person = mark && *mark < EntryMark::Token;
        if (const auto entry = ids.parse(found->id);
            is_person && entry && (entries.empty() || entries.back() != *entry)) {
            entries.push_back(*entry);
        }
        from = found->end;
    }
    std::ranges::sort(entries);
    const auto rest = std::ranges::unique(entries);
    entries.erase(rest.begin(), rest.end());
    return entries;
}

}  // namespace standby::interchange
