// The mail's own text comes first. What an attachment says fills what the mail leaves open; where
// both say something and not the same, nothing is proposed.
#include "intake/mail/card.hpp"

#include "base/characters.hpp"
#include "base/json/writer.hpp"

#include <algorithm>
#include <utility>

namespace standby::intake {
namespace {

bool is_same(const FoundDays& one, const FoundDays& other) {
    return one.earliest == other.earliest && one.latest == other.latest;
}
bool is_same(const FoundTimes& one, const FoundTimes& other) {
    return one.from == other.from && one.to == other.to;
}
bool is_same(int one, int other) {
    return one == other;
}
bool is_same(const FoundName& one, const FoundName& other) {
    return one.number == other.number;
}

class CardMaker {
public:
    CardMaker(const MailReading& reading, const CardContext& context)
        : reading_(reading), context_(context) {}

    Card run() {
        const MailText& mail = reading_.mail;
        card_.came_from = mail.came_from;
        card_.authenticity =
            authenticity_of(mail.authentication, context_.authserv_id, mail.came_from);
        card_.is_from_staff = is_staff(mail.came_from);
        add_text({.name = {}, .kind = "subject", .problem = {}, .text = {}});
        add_text({.name = {}, .kind = "mail", .problem = {}, .text = mail.text});
        for (const MailPiece& piece : reading_.pieces) {
            add_text({.name = piece.name,
                      .kind = std::string(name_of(piece.kind)),
                      .problem = std::string(name_of(piece.problem)),
                      .text = piece.text});
        }
        read_body();
        for (std::size_t index = first_piece; index < card_.texts.size(); ++index) {
            read_piece(index);
        }
        put_values();
        return std::move(card_);
    }

private:
    static constexpr std::size_t subject_text = 0;
    static constexpr std::size_t body_text = 1;
    static constexpr std::size_t first_piece = 2;

    template <class Value>
    struct Candidate {
        std::optional<Value> value;
        std::optional<std::size_t> text;
        Span span;
        bool is_disputed = false;
    };

    bool is_staff(std::string_view address) const {
        return !address.empty() &&
               std::ranges::find(context_.staff, address) != context_.staff.end();
    }

    void add_text(CardText text) {
        const std::size_t left = card_texts_bytes_max - texts_bytes_;
        text.text.resize(cut_at_character(text.text, std::min(left, card_text_bytes_max)).size());
        texts_bytes_ += text.text.size();
        card_.texts.push_back(std::move(text));
    }

    void read_body() {
        const MailText& mail = reading_.mail;
        const bool is_staffs = is_staff(mail.sender_address);
        const RequestText request{
            .text = card_.texts[body_text].text,
            .subject = mail.subject,
            .sender_name = is_staffs ? "" : std::string_view(mail.sender_name),
            .sender_address = is_staffs ? "" : std::string_view(mail.sender_address)};
        const Proposal found = read_request(request, context_.reading);
        card_.language = interchange::tag_of(found.language);
        language_ = found.language;
        card_.is_passed_on = found.forwarded.has_value() || mail.has_attached_mail;
        card_.subject = found.forwarded && !found.forwarded->subject.empty()
                            ? found.forwarded->subject
                            : mail.subject;
        card_.sender_name = found.forwarded ? found.forwarded->name : mail.sender_name;
        card_.sender_address = found.forwarded ? found.forwarded->address : mail.sender_address;
        card_.texts[subject_text].text = card_.subject;
        take(found, body_text,
             found.forwarded ? std::optional(found.forwarded->sender) : std::nullopt);
        read_list(request);
    }

    // A list of the business that the mail names, where there are several.
    void read_list(const RequestText& request) {
        if (context_.lists == nullptr) {
            return;
        }
        std::vector<interchange::CatalogueItem> items;
        for (const ListName& list : *context_.lists) {
            interchange::CatalogueItem item;
            item.number = items.size() + 1;
            item.kind = interchange::CatalogueKind::Service;
            item.name = list.name;
            items.push_back(std::move(item));
        }
        const interchange::OfferedNames names(std::move(items));
        ReadingContext context = context_.reading;
        context.language = language_;
        context.offered = &names;
        const Proposal found = read_request(request, context);
        if (found.service) {
            card_.list = (*context_.lists)[found.service->value.number - 1].list;
            const bool is_subject = found.service->in == FoundIn::Subject;
            card_.sources.push_back({.field = "list",
                                     .text = is_subject ? subject_text : body_text,
                                     .span = found.service->span});
        }
    }

    void read_piece(std::size_t index) {
        const CardText& piece = card_.texts[index];
        if (piece.text.empty()) {
            return;
        }
        take(read_request(
                 {.text = piece.text, .subject = {}, .sender_name = {}, .sender_address = {}},
                 context_.reading),
             index, std::nullopt);
    }

    void take(const Proposal& found, std::size_t text, std::optional<Span> sender) {
        consider(days_, found.days, text, sender);
        consider(times_, found.times, text, sender);
        consider(party_size_, found.party_size, text, sender);
        consider(service_, found.service, text, sender);
        consider(staff_, found.staff, text, sender);
        // Who it is, the mail itself knows better than a letterhead.
        fill(name_, found.name, text, sender);
        if (!found.email || !is_staff(found.email->value)) {
            fill(email_, found.email, text, sender);
        }
        fill(phone_, found.phone, text, sender);
    }

    template <class Value>
    void fill(Candidate<Value>& candidate, const std::optional<Found<Value>>& found,
              std::size_t text, std::optional<Span> sender) {
        if (!found || candidate.value) {
            return;
        }
        candidate.value = found->value;
        candidate.span = found->span;
        candidate.text = found->in == FoundIn::Subject ? std::optional(subject_text)
                         : found->in == FoundIn::Text  ? std::optional(text)
                                                       : std::nullopt;
        if (found->in == FoundIn::Sender && sender && sender->length > 0) {
            candidate.text = text;
            candidate.span = *sender;
        }
    }

    template <class Value>
    void consider(Candidate<Value>& candidate, const std::optional<Found<Value>>& found,
                  std::size_t text, std::optional<Span> sender) {
        if (found && candidate.value && !is_same(*candidate.value, found->value)) {
            candidate.is_disputed = true;
        }
        fill(candidate, found, text, sender);
    }

    template <class Value, class Put>
    void put(std::string_view field, const Candidate<Value>& candidate, Put put_value) {
        if (!candidate.value || candidate.is_disputed) {
            return;
        }
        put_value(*candidate.value);
        // What was read may be longer than what is kept to be shown.
        const bool is_shown =
            candidate.text && candidate.span.end() <= card_.texts[*candidate.text].text.size();
        card_.sources.push_back({.field = field,
                                 .text = is_shown ? candidate.text : std::nullopt,
                                 .span = is_shown ? candidate.span : Span{}});
    }

    void put_values() {
        CardRow& row = card_.row;
        put("name", name_, [&](const std::string& value) { row.name = value; });
        put("email", email_, [&](const std::string& value) { row.email = value; });
        put("phone", phone_, [&](const std::string& value) { row.phone = value; });
        put("party_size", party_size_, [&](int value) { row.party_size = value; });
        put("service", service_, [&](const FoundName& value) { row.service = value.name; });
        put("staff", staff_, [&](const FoundName& value) { row.staff = value.name; });
        put("date", days_, [&](const FoundDays& value) { row.days = value; });
        put("time", times_, [&](const FoundTimes& value) { row.times = value; });
    }

    const MailReading& reading_;
    const CardContext& context_;
    Card card_;
    std::size_t texts_bytes_ = 0;
    interchange::Language language_ = interchange::Language::English;
    Candidate<FoundDays> days_;
    Candidate<FoundTimes> times_;
    Candidate<int> party_size_;
    Candidate<FoundName> service_;
    Candidate<FoundName> staff_;
    Candidate<std::string> name_;
    Candidate<std::string> email_;
    Candidate<std::string> phone_;
};

}  // namespace

Card make_card(const MailReading& reading, const CardContext& context) {
    return CardMaker(reading, context).run();
}

Card unreadable_card(ReaderProblem problem) {
    Card card;
    switch (problem) {
    case ReaderProblem::OutOfMemory:
    case ReaderProblem::TooLarge:
        card.problem = "too_large";
        break;
    case ReaderProblem::TooSlow:
        card.problem = "too_slow";
        break;
    case ReaderProblem::Unavailable:
    case ReaderProblem::Busy:
        card.problem = "no_reader";
        break;
    case ReaderProblem::Crashed:
    case ReaderProblem::Forbidden:
        card.problem = "damaged";
        break;
    }
    return card;
}

}  // namespace standby::intake
