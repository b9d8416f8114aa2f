// What is passed on is read instead of what is around it; what is quoted or signed is put aside.
// The subject is asked only for what the text does not speak of at all.
#include "intake/reading/request.hpp"

#include "base/characters.hpp"
#include "base/civil.hpp"
#include "intake/reading/letter.hpp"
#include "intake/reading/names.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace standby::intake {
namespace {

using interchange::CatalogueKind;
using interchange::Language;

constexpr std::int64_t day_ms = 24 * 60 * 60 * 1000;

Moment moment_of(const ReadingContext& context, Language language) {
    const Zone utc = Zone::utc();
    const Zone& zone = context.zone == nullptr ? utc : *context.zone;
    const std::int64_t local = zone.to_local(context.received_at).time_since_epoch().count();
    Moment now;
    now.day = floor_divide(local, day_ms);
    now.minute = static_cast<int>((local - now.day * day_ms) / 60'000);
    if (language == Language::English) {
        constexpr std::array<std::string_view, 5> month_first = {"", "US", "PH", "PR", "GU"};
        const bool is_mixed = context.country == "CA";
        now.order = is_mixed ? Moment::Order::Unknown
                    : std::ranges::find(month_first, context.country) != month_first.end()
                        ? Moment::Order::MonthFirst
                        : Moment::Order::DayFirst;
    }
    return now;
}

std::vector<Span> merged(std::vector<Span> spans) {
    std::ranges::sort(spans, {}, &Span::offset);
    std::vector<Span> result;
    for (const Span& span : spans) {
        if (!result.empty() && span.offset <= result.back().end()) {
            result.back().length = std::max(result.back().end(), span.end()) - result.back().offset;
        } else if (span.length > 0) {
            result.push_back(span);
        }
    }
    return result;
}

Span moved(Span span, std::size_t by) {
    return {span.offset + by, span.length};
}

class RequestReader {
public:
    RequestReader(const RequestText& request, const ReadingContext& context)
        : request_(request), context_(context) {}

    Proposal run() {
        proposal_.forwarded = read_forward(request_.subject, request_.text);
        if (proposal_.forwarded) {
            base_ = proposal_.forwarded->text.offset;
        }
        text_ = cut_at_character(request_.text.substr(base_), read_bytes_max);
        subject_ =
            proposal_.forwarded ? std::string_view(proposal_.forwarded->subject) : request_.subject;
        proposal_.language = context_.language ? *context_.language : guess_language(text_);
        letter_ = read_letter(text_);
        contacts_ = find_contacts(text_, context_.country);
        std::vector<Span> opaque = contacts_.opaque;
        opaque.insert(opaque.end(), letter_.aside.begin(), letter_.aside.end());
        const Line line(text_, proposal_.language, merged(std::move(opaque)));
        const Contacts of_subject = find_contacts(subject_, context_.country);
        const Line subject(subject_, proposal_.language, of_subject.opaque);
        read_when_and_party(line, subject);
        read_who();
        read_what(line, subject);
        return std::move(proposal_);
    }

private:
    template <class Value>
    Found<Value> in_text(Value value, Span span) const {
        return {std::move(value), FoundIn::Text, moved(span, base_)};
    }

    void read_when_and_party(const Line& line, const Line& subject) {
        const Moment now = moment_of(context_, proposal_.language);
        const When when = read_when(line, now);
        const When above = read_when(subject, now);
        if (when.days) {
            proposal_.days = in_text(*when.days, when.days->span);
        } else if (above.days && !when.says_days) {
            proposal_.days = {*above.days, FoundIn::Subject, above.days->span};
        }
        if (when.times) {
            proposal_.times = in_text(*when.times, when.times->span);
        } else if (above.times && !when.says_times) {
            proposal_.times = {*above.times, FoundIn::Subject, above.times->span};
        }
        if (const auto party = read_party(line, when)) {
            proposal_.party_size = in_text(party->size, party->span);
        } else if (const auto party_above = read_party(subject, above)) {
            proposal_.party_size = {party_above->size, FoundIn::Subject, party_above->span};
        }
    }

    void read_who() {
        // Numbers and names may stand in the signature; what is quoted is somebody else's.
        const Line whole(text_, proposal_.language, contacts_.opaque);
        const std::string_view sender = proposal_.forwarded
                                            ? std::string_view(proposal_.forwarded->name)
                                            : request_.sender_name;
        const std::string_view address = proposal_.forwarded
                                             ? std::string_view(proposal_.forwarded->address)
                                             : request_.sender_address;
        if (const auto email = only_one(own(contacts_.emails))) {
            proposal_.email = in_text(email->value, email->span);
        } else if (!address.empty()) {
            proposal_.email = {std::string(address), FoundIn::Sender, {}};
        }
        if (const auto phone = only_one(own(contacts_.phones))) {
            proposal_.phone = in_text(phone->value, phone->span);
        }
        const auto signed_name = letter_.signed_name;
        const bool is_full =
            signed_name && words_at(text_, *signed_name).find(' ') != std::string_view::npos;
        if (const auto stated = read_stated_name(text_, whole)) {
            proposal_.name = in_text(stated->value, stated->span);
        } else if (is_full) {
            proposal_.name = in_text(std::string(words_at(text_, *signed_name)), *signed_name);
        } else if (!sender.empty() && is_name(sender)) {
            proposal_.name = {std::string(sender), FoundIn::Sender, {}};
        } else if (signed_name) {
            proposal_.name = in_text(std::string(words_at(text_, *signed_name)), *signed_name);
        }
    }

    // Without those in quoted text.
    [[nodiscard]] std::vector<FoundText> own(const std::vector<FoundText>& found) const {
        std::vector<FoundText> kept;
        for (const FoundText& each : found) {
            const bool is_quoted = std::ranges::any_of(letter_.aside, [&](const Span& aside) {
                const bool is_signature = letter_.signed_name &&
                                          aside.offset <= letter_.signed_name->offset &&
                                          aside.end() >= letter_.signed_name->end();
                return !is_signature && each.span.offset >= aside.offset &&
                       each.span.end() <= aside.end();
            });
            if (!is_quoted) {
                kept.push_back(each);
            }
        }
        return kept;
    }

    std::optional<Found<FoundName>> read_item(CatalogueKind kind, const Line& line,
                                              const Line& subject) const {
        const auto named = [](const FoundItem& item) {
            return FoundName{item.item->name, item.item->number};
        };
        if (const auto item = read_offered(*context_.offered, kind, text_, line)) {
            return in_text(named(*item), item->span);
        }
        if (const auto item = read_offered(*context_.offered, kind, subject_, subject)) {
            return Found<FoundName>{named(*item), FoundIn::Subject, item->span};
        }
        return std::nullopt;
    }

    void read_what(const Line& line, const Line& subject) {
        if (context_.offered != nullptr) {
            proposal_.service = read_item(CatalogueKind::Service, line, subject);
            proposal_.staff = read_item(CatalogueKind::Person, line, subject);
        }
    }

    const RequestText& request_;
    const ReadingContext& context_;
    Proposal proposal_;
    std::string_view text_;
    std::string_view subject_;
    std::size_t base_ = 0;
    Letter letter_;
    Contacts contacts_;
};

// Words that are in one of the languages only, or mostly.
struct Common {
    Language language;
    std::string_view words;
};
constexpr Common common[] = {
    {Language::English,
     " the and for you we would like is are my please can have at on with this of to it be do i "
     "hello hi thanks thank there any will could am pm next would book "},
    {Language::German,
     " der die das und fur wir ich ist sind bitte mit einen eine ein am um uhr haben zu nicht auch "
     "hallo danke noch auf im den dem mochte wurde gerne von bei oder hatte konnen kann termin "},
    {Language::French,
     " le la les et pour nous je est sont une un des avec vous bonjour merci du au aux ce cette "
     "voudrais souhaite sur dans pas ne que qui rendez mon ma heures personnes serait possible "},
    {Language::Spanish,
     " el la los las y para nosotros es son una un con por hola gracias del al este esta quiero "
     "quisiera queria somos que se mi a las en personas favor mesa reservar tarde noche puede "},
};

}  // namespace

Proposal read_request(const RequestText& request, const ReadingContext& context) {
    return RequestReader(request, context).run();
}

interchange::Language guess_language(std::string_view text) {
    constexpr std::size_t bytes_read_max = 4096;
    std::array<int, 4> hits{};
    for (const Word& word : split_words(cut_at_character(text, bytes_read_max))) {
        if (!word.is_letters()) {
            continue;
        }
        for (const Common& each : common) {
            const std::string padded = " " + word.key + " ";
            if (each.words.find(padded) != std::string_view::npos) {
                ++hits[static_cast<std::size_t>(each.language)];
            }
        }
    }
    const auto best = std::ranges::max_element(hits);
    return *best == 0 ? Language::English
                      : static_cast<Language>(std::distance(hits.begin(), best));
}

}  // namespace standby::intake
