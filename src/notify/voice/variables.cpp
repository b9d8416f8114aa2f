#include "notify/voice/variables.hpp"

#include "base/assert.hpp"
#include "base/clean_text.hpp"
#include "base/text.hpp"
#include "core/rules/price_parts.hpp"
#include "notify/voice/voice_limits.hpp"

#include <algorithm>
#include <limits>
#include <ranges>

namespace standby::notify {
namespace {

using engine::MessageKind;

// Which messages a variable belongs to.
enum Family : std::uint16_t {
    Guest = 1,     // everything that guests get
    Staff = 2,     // a place that is in the staff's hands
    Offer = 4,     // what is to be answered in time
    Booking = 8,   // the guest has a place
    Summary = 16,  // the month in figures
    Member = 32,   // how a member of the staff signs in
    Outage = 64,   // messages that aren't going out
    Typed = 128,   // what staff write themselves
    Paid = 256,    // the guest's money
};
constexpr std::uint16_t all = Guest | Staff | Summary | Member | Outage;
constexpr std::uint16_t places = Guest | Staff;

constexpr std::array<VariableEntry, variable_count> entries{{
    {"name", "the guest's name", Guest | Member},
    {"house", "who writes: the name of your house", all},
    {"resource", "the name of the list", places},
    {"what", "the service, or the name of the list where there is none", places},
    {"service", "the service", places},
    {"staff", "who provides it", places},
    {"place", "where", places},
    {"when", "date and time of the start, in the reader's zone; short in text messages", places},
    {"date", "the date of the start; short in text messages", places},
    {"time", "the time of day of the start", places},
    {"duration", "how long it takes", places},
    {"price", "what it costs", places},
    {"party_size", "for how many people; empty for one", places},
    {"places", "how many places, in words", Staff},
    {"rank", "the guest's place in line, where the list shows it", Guest},
    {"booked", "what the guest has a place for already; empty while they wait", Guest},
    {"deadline", "until when to answer: the time of day, with the date when it is not today",
     Offer | Member},
    {"time_left", "how much time is left to answer", Offer},
    {"passed_on", "what has gone to the next person; empty when nobody was next", Guest},
    {"free_again", "what nobody has now; empty when it has gone to somebody", Guest},
    {"asks_newcomers", "what people who join in time are still asked about; empty when they aren't",
     Staff},
    {"lost", "what the guest had a place for and lost; empty for those who waited", Guest},
    {"note", "what you say about an event that you cancelled", Guest},
    {"reason", "why the place is handed back", Staff},
    {"link", "the one thing to do: take the place, confirm the address, see the place", all, true},
    {"status_link", "the guest's own page", Guest, true},
    {"unsubscribe_link", "stops all messages; every mail has it at its end", Guest, true},
    {"google_link", "adds it to a Google calendar; every confirmation has it", Booking, true},
    {"outlook_link", "adds it to an Outlook calendar; every confirmation has it", Booking, true},
    {"answer_hint", "how to answer by text; empty where answers are not read", Guest},
    {"month", "which month", Summary},
    {"freed", "how many places came free", Summary},
    {"filled", "how many of these were given away through the list", Summary},
    {"fill_rate", "the same as a share; empty when none came free", Summary},
    {"offers", "how many offers were made", Summary},
    {"accepted", "how many of these were accepted", Summary},
    {"joined", "how many people joined", Summary},
    {"time_to_fill", "how long it took to fill a place, in the median", Summary},
    {"recovered", "the price of all places that were filled", Summary},
    {"freed_places", "how many places came free, in words", Summary},
    {"average_to_fill", "how long it took to fill a place, on average", Summary},
    {"month_before", "the month before that", Summary},
    {"freed_before", "how many places came free in the month before", Summary},
    {"filled_before", "how many of these were given away through the list", Summary},
    {"fill_rate_before", "the same as a share; empty when none came free", Summary},
    {"recovered_before", "the price of all places that were filled in the month before", Summary},
    {"suggested_list", "the list that a suggestion is about; empty without one", Summary},
    {"suggest_late_yes", "that list, if late answers would help; else empty", Summary},
    {"suggest_window", "that list, if an automatic window would help; else empty", Summary},
    {"suggest_both", "that list, if both together would help; else empty", Summary},
    {"suggest_cutoff", "that list, if asking for longer would help; else empty", Summary},
    {"filled_now", "the share of places filled under the rules in force", Summary},
    {"filled_then", "the share under the rules that are suggested", Summary},
    {"notice", "what happened to how the reader signs in", Member},
    {"client", "the network address it was done from", Member},
    {"happened_at", "when it was done", Member},
    {"by_mail", "“e-mail”, if that isn't going out; else empty", Outage},
    {"by_text", "“text messages”, if these aren't going out; else empty", Outage},
    {"by_whatsapp", "“WhatsApp”, if its messages aren't going out; else empty", Outage},
    {"waited", "how many messages had to wait, in words; empty if that isn't known", Outage},
    {"late_yes", "what the guest can still say yes to, or did after the time was over; else empty",
     Guest},
    {"undo_until", "until when a booking that was made without asking can be undone", Booking},
    {"admitted", "what the guest has access to; empty where they come to something", Booking},
    {"access_link", "where the guest gets in, if the list has such an address", Booking, true},
    {"subject", "what staff wrote above it; empty if nothing", Typed},
    {"text", "what staff wrote, in its own lines", Typed},
    {"tax", "what of the amount is tax, with its name; empty without", Paid},
    {"reference", "by which your payment provider knows the payment", Paid},
}};
static_assert(index_of(Variable::Reference) + 1 == variable_count);

std::uint16_t families_of(MessageKind kind) {
    switch (kind) {
    case MessageKind::Offer:
    case MessageKind::Reminder:
    case MessageKind::MoveUp:
    case MessageKind::OfferAnew:
        return Guest | Offer;
    case MessageKind::Confirmed:
    case MessageKind::ConfirmedLateYes:
    case MessageKind::ConfirmedInstantYes:
    case MessageKind::EventReminder:
    case MessageKind::ReplyClaimed:
        return Guest | Booking;
    case MessageKind::StaffMessage:
        return Guest | Typed;
    case MessageKind::PaymentReceipt:
    case MessageKind::PaymentLate:
    case MessageKind::PaymentReleased:
    case MessageKind::PaymentRefunded:
        return Guest | Paid;
    case MessageKind::HandedBack:
    case MessageKind::NobodyFits:
        return Staff;
    case MessageKind::MonthlySummary:
        return Summary;
    case MessageKind::StaffNotice:
        return Member;
    case MessageKind::ChannelDown:
    case MessageKind::ChannelBack:
        return Outage;
    default:
        return Guest;
    }
}

std::string short_link(const std::string& link) {
    return is_web_link(link) ? link : std::string();
}

std::string short_text(std::string_view text) {
    return clean_text(text, value_characters_max);
}

std::string reason_in_words(std::string_view name, Language language) {
    const auto reasons = words_of(language).reasons;
    const auto found = std::ranges::find(reasons, name, &ReasonWords::name);
    return found == reasons.end() ? std::string() : std::string(found->words);
}

std::string notice_in_words(std::string_view name, Language language) {
    const auto notices = words_of(language).notices;
    const auto found = std::ranges::find(notices, name, &ReasonWords::name);
    return found == notices.end() ? std::string() : std::string(found->words);
}

std::string recovered_text(const std::vector<core::Money>& recovered, const Reader& reader) {
    constexpr std::size_t currencies_max = 10;
    std::string text;
    for (const core::Money& money : recovered | std::views::take(currencies_max)) {
        text += text.empty() ? "" : ", ";
        text += format_money(reader.language, money, reader.style);
    }
    return text;
}

std::string before_value(Variable variable, const SummaryFacts& summary, const Reader& reader) {
    const Language language = reader.language;
    switch (variable) {
    case Variable::MonthBefore:
        return summary.month == 1 ? format_month(language, summary.year - 1, 12)
                                  : format_month(language, summary.year, summary.month - 1);
    case Variable::FreedBefore:
        return format_number(language, summary.freed_before);
    case Variable::FilledBefore:
        return format_number(language, summary.filled_before);
    case Variable::FillRateBefore:
        return summary.freed_before == 0
                   ? ""
                   : format_share(language, summary.filled_before, summary.freed_before);
    case Variable::RecoveredBefore:
        return recovered_text(summary.recovered_before, reader);
    default:
        return {};
    }
}

std::string suggestion_value(Variable variable, const engine::MonthSuggestion& suggestion,
                             const Reader& reader) {
    using engine::RuleChange;
    const auto share = [&](double part) {
        return format_share(reader.language, static_cast<std::uint64_t>(part * 1'000 + 0.5), 1'000);
    };
    const auto list_if = [&](RuleChange change) {
        return suggestion.change == change ? short_text(suggestion.list) : std::string();
    };
    switch (variable) {
    case Variable::SuggestedList:
        return short_text(suggestion.list);
    case Variable::SuggestLateYes:
        return list_if(RuleChange::LateYes);
    case Variable::SuggestWindow:
        return list_if(RuleChange::AutoWindow);
    case Variable::SuggestBoth:
        return list_if(RuleChange::LateYesAndAutoWindow);
    case Variable::SuggestCutoff:
        return list_if(RuleChange::ShorterCutoff);
    case Variable::FilledNow:
        return share(suggestion.filled_now);
    case Variable::FilledThen:
        return share(suggestion.filled_then);
    default:
        return {};
    }
}

std::string summary_value(Variable variable, const SummaryFacts& summary, const Reader& reader) {
    const Language language = reader.language;
    switch (variable) {
    case Variable::Month:
        return format_month(language, summary.year, summary.month);
    case Variable::Freed:
        return format_number(language, summary.freed);
    case Variable::Filled:
        return format_number(language, summary.filled);
    case Variable::FillRate:
        return summary.freed == 0 ? "" : format_share(language, summary.filled, summary.freed);
    case Variable::Offers:
        return format_number(language, summary.offers);
    case Variable::Accepted:
        return format_number(language, summary.accepted);
    case Variable::Joined:
        return format_number(language, summary.joined);
    case Variable::TimeToFill:
        return summary.median_time_to_fill ? format_span(language, *summary.median_time_to_fill)
                                           : std::string();
    case Variable::Recovered:
        return recovered_text(summary.recovered, reader);
    case Variable::FreedPlaces: {
        const UnitWords& words = words_of(language).places;
        return format_number(language, summary.freed) + " " +
               std::string(summary.freed == 1 ? words.one : words.many);
    }
    case Variable::AverageToFill:
        return summary.average_time_to_fill ? format_span(language, *summary.average_time_to_fill)
                                            : std::string();
    default:
        if (variable >= Variable::SuggestedList) {
            return summary.suggestion ? suggestion_value(variable, *summary.suggestion, reader)
                                      : std::string();
        }
        return before_value(variable, summary, reader);
    }
}

// However far apart they are: times may come from a damaged record.
Duration time_between(Time from, Time to) {
    const auto gap = static_cast<std::uint64_t>(to.time_since_epoch().count()) -
                     static_cast<std::uint64_t>(from.time_since_epoch().count());
    constexpr auto gap_max = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return Duration(static_cast<std::int64_t>(std::min(gap, gap_max)));
}

std::string time_value(Variable variable, const Facts& facts, const Reader& reader) {
    switch (variable) {
    case Variable::When:
        return facts.starts_at ? format_when(reader, *facts.starts_at) : std::string();
    case Variable::Date:
        return facts.starts_at ? format_date(reader, *facts.starts_at) : std::string();
    case Variable::Time:
        return facts.starts_at ? format_clock(reader, *facts.starts_at) : std::string();
    case Variable::Duration:
        return facts.duration && facts.duration->count() > 0
                   ? format_span(reader.language, *facts.duration)
                   : std::string();
    case Variable::HappenedAt:
        return facts.happened_at ? format_when(reader, *facts.happened_at) : std::string();
    case Variable::Deadline:
        return facts.expires_at ? format_deadline(reader, *facts.expires_at) : std::string();
    case Variable::UndoUntil:
        return facts.undo_until ? format_deadline(reader, *facts.undo_until) : std::string();
    case Variable::TimeLeft:
        return facts.expires_at && *facts.expires_at > facts.now
                   ? format_span(reader.language,
                                 std::max<Duration>(time_between(facts.now, *facts.expires_at),
                                                    std::chrono::minutes{1}))
                   : std::string();
    default:
        return {};
    }
}

std::string count_value(Variable variable, const Facts& facts, const Reader& reader) {
    const auto number = [&reader](std::uint64_t count) {
        return format_number(reader.language, count, reader.style);
    };
    switch (variable) {
    case Variable::PartySize:
        return facts.party_size > 1 ? number(facts.party_size) : std::string();
    case Variable::Places: {
        const UnitWords& words = words_of(reader.language).places;
        return facts.places == 0 ? std::string()
                                 : number(facts.places) + " " +
                                       std::string(facts.places == 1 ? words.one : words.many);
    }
    case Variable::Waited: {
        const UnitWords& words = words_of(reader.language).messages;
        return facts.waited == 0 ? std::string()
                                 : number(facts.waited) + " " +
                                       std::string(facts.waited == 1 ? words.one : words.many);
    }
    case Variable::Rank:
        return facts.rank ? number(*facts.rank) : std::string();
    case Variable::Price:
        return facts.price ? format_money(reader.language, *facts.price, reader.style)
                           : std::string();
    default:
        return {};
    }
}

// "VAT 19%: €7.18".
std::string tax_value(const Facts& facts, const Reader& reader) {
    if (!facts.tax || !facts.price) {
        return {};
    }
    core::Money tax = *facts.price;
    tax.amount = core::tax_in(facts.tax, facts.price->amount);
    constexpr std::uint64_t all_of_it = 10'000;
    return short_text(facts.tax->label) + " " +
           format_share(reader.language, facts.tax->percent_hundredths, all_of_it) + ": " +
           format_money(reader.language, tax, reader.style);
}

// Empty for the other channels.
std::string channel_in_words(const Facts& facts, engine::Channel channel, Language language) {
    if (facts.outage != channel) {
        return {};
    }
    const Words& words = words_of(language);
    return std::string(channel == engine::Channel::Mail  ? words.by_mail
                       : channel == engine::Channel::Sms ? words.by_text
                                                         : words.by_whatsapp);
}

std::string answer_hint(const Facts& facts, Language language) {
    if (!facts.can_answer_by_text) {
        return {};
    }
    const Words& words = words_of(language);
    const bool is_asked = (families_of(facts.kind) & Offer) != 0;
    return std::string(is_asked ? words.answer_yes_no : words.answer_stop);
}

}  // namespace

const VariableEntry& entry_of(Variable variable) {
    return entries[index_of(variable)];
}

std::array<std::string_view, variable_count> names_for(MessageKind kind) {
    std::array<std::string_view, variable_count> names{};
    const std::uint16_t families = families_of(kind);
    for (std::size_t index = 0; index < variable_count; ++index) {
        if ((entries[index].families & families) != 0) {
            names[index] = entries[index].name;
        }
    }
    return names;
}

std::string value_of(Variable variable, const Facts& facts, const Reader& reader) {
    switch (variable) {
    case Variable::Name:
        return short_text(facts.name);
    case Variable::House:
        return short_text(facts.house);
    case Variable::Resource:
        return short_text(facts.resource);
    case Variable::What: {
        std::string service = short_text(facts.service);
        return service.empty() ? short_text(facts.resource) : service;
    }
    case Variable::Booked:
        return facts.is_booked ? value_of(Variable::What, facts, reader) : std::string();
    case Variable::PassedOn:
        return facts.passed_on ? value_of(Variable::What, facts, reader) : std::string();
    case Variable::FreeAgain:
        return facts.free_again ? value_of(Variable::What, facts, reader) : std::string();
    case Variable::AsksNewcomers:
        return facts.asks_newcomers ? value_of(Variable::What, facts, reader) : std::string();
    case Variable::LateYes:
        return facts.late_yes ? value_of(Variable::What, facts, reader) : std::string();
    case Variable::Admitted:
        return facts.is_access ? value_of(Variable::What, facts, reader) : std::string();
    case Variable::Lost:
        return facts.is_lost ? value_of(Variable::What, facts, reader) : std::string();
    case Variable::Note:
        return clean_text(facts.note, note_characters_max);
    case Variable::Subject:
        return short_text(facts.written_subject);
    case Variable::Text:
        return std::string(trim(clean_lines(facts.written_text, typed_bytes_max)));
    case Variable::Service:
        return short_text(facts.service);
    case Variable::Staff:
        return short_text(facts.staff);
    case Variable::Place:
        return short_text(facts.place);
    case Variable::Tax:
        return tax_value(facts, reader);
    case Variable::Reference:
        return short_text(facts.reference);
    case Variable::Reason:
        return reason_in_words(facts.reason, reader.language);
    case Variable::Notice:
        return notice_in_words(facts.notice, reader.language);
    case Variable::Client:
        return short_text(facts.client);
    case Variable::Link:
        return short_link(facts.link);
    case Variable::StatusLink:
        return short_link(facts.status_link);
    case Variable::UnsubscribeLink:
        return short_link(facts.unsubscribe_link);
    case Variable::AccessLink:
        return short_link(facts.access_link);
    case Variable::GoogleLink:
        return short_link(facts.google_link);
    case Variable::OutlookLink:
        return short_link(facts.outlook_link);
    case Variable::AnswerHint:
        return answer_hint(facts, reader.language);
    case Variable::ByMail:
        return channel_in_words(facts, engine::Channel::Mail, reader.language);
    case Variable::ByText:
        return channel_in_words(facts, engine::Channel::Sms, reader.language);
    case Variable::ByWhatsApp:
        return channel_in_words(facts, engine::Channel::WhatsApp, reader.language);
    case Variable::PartySize:
    case Variable::Places:
    case Variable::Rank:
    case Variable::Price:
    case Variable::Waited:
        return count_value(variable, facts, reader);
    case Variable::When:
    case Variable::Date:
    case Variable::Time:
    case Variable::Duration:
    case Variable::Deadline:
    case Variable::TimeLeft:
    case Variable::HappenedAt:
    case Variable::UndoUntil:
        return time_value(variable, facts, reader);
    default:
        return facts.summary ? summary_value(variable, *facts.summary, reader) : std::string();
    }
}

}  // namespace standby::notify
