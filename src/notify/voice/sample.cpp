// Made-up facts for previews: a salon on a Saturday.
#include "notify/voice/voice.hpp"
#include "notify/voice/words/words.hpp"

#include <array>
#include <chrono>

namespace standby::notify {
namespace {

using engine::MessageKind;
using namespace std::chrono_literals;

struct SampleWords {
    std::string_view name;
    std::string_view resource;
    std::string_view service;
    std::string_view staff;
    std::string_view place;
    std::string_view address;
};

// In the order of Language.
constexpr std::array<SampleWords, 4> samples{{
    {"Ada Moreno", "Hair salon", "Haircut", "Mara", "5 Harbour Street", "5 Harbour Street, Dublin"},
    {"Ada Moreno", "Friseursalon", "Haarschnitt", "Mara", "Hafenstraße 5",
     "Hafenstraße 5, 20457 Hamburg"},
    {"Ada Moreno", "Salon de coiffure", "Coupe", "Mara", "5 rue du Port",
     "5 rue du Port, 13002 Marseille"},
    {"Ada Moreno", "Peluquería", "Corte", "Mara", "Calle Mayor 5", "Calle Mayor 5, 28013 Madrid"},
}};

constexpr Time saturday_noon{std::chrono::sys_days{std::chrono::year{2026} / 11 / 14} + 12h};

bool is_staff_kind(MessageKind kind) {
    return kind == MessageKind::HandedBack || kind == MessageKind::NobodyFits ||
           kind == MessageKind::MonthlySummary;
}

SummaryFacts sample_summary() {
    return {.year = 2026,
            .month = 10,
            .freed = 48,
            .filled = 41,
            .offers = 97,
            .accepted = 41,
            .joined = 163,
            .median_time_to_fill = 11min,
            .average_time_to_fill = 24min,
            .recovered = {{.amount = 184'500, .currency = {'E', 'U', 'R'}}},
            .freed_before = 52,
            .filled_before = 36,
            .recovered_before = {{.amount = 162'000, .currency = {'E', 'U', 'R'}}},
            .suggestion = engine::MonthSuggestion{.resource = {},
                                                  .list = "Salon",
                                                  .change = engine::RuleChange::LateYes,
                                                  .filled_now = 0.85,
                                                  .filled_then = 0.9}};
}

void add_guest_facts(Facts& facts) {
    facts.status_link = "https://standby.example/s/8kq2m9x4bz";
    facts.unsubscribe_link = "https://standby.example/u/8kq2m9x4bz";
    facts.rank = 3;
    facts.party_size = 2;
    facts.can_answer_by_text = true;
    switch (facts.kind) {
    case MessageKind::Offer:
    case MessageKind::Reminder:
    case MessageKind::MoveUp:
    case MessageKind::OfferAnew:
        facts.expires_at = facts.now + 20min;
        break;
    case MessageKind::Expired:
        facts.passed_on = true;
        facts.late_yes = true;
        break;
    case MessageKind::PaymentReceipt:
        facts.tax = core::Tax{.percent_hundredths = 1'900, .label = "VAT"};
        [[fallthrough]];
    case MessageKind::PaymentLate:
    case MessageKind::PaymentReleased:
    case MessageKind::PaymentRefunded:
        facts.reference = "stripe:pi_3PqXyz";
        break;
    case MessageKind::EventCancelled:
        facts.is_lost = true;
        break;
    case MessageKind::StaffMessage:
        facts.link = facts.status_link;
        break;
    case MessageKind::ConfirmedInstantYes:
        facts.undo_until = facts.now + 1h;
        [[fallthrough]];
    case MessageKind::Confirmed:
    case MessageKind::ConfirmedLateYes:
    case MessageKind::EventReminder:
        facts.google_link = "https://calendar.google.com/calendar/render?action=TEMPLATE";
        facts.outlook_link = "https://outlook.live.com/calendar/0/action/compose?rru=addevent";
        break;
    default:
        break;
    }
}

}  // namespace

Facts sample_facts(MessageKind kind, std::string_view house, std::string_view locale) {
    static const Zone zone = Zone::utc();
    const Language language = interchange::parse_language(locale).value_or(Language::English);
    const SampleWords& words = samples[static_cast<std::size_t>(language)];
    Facts facts;
    facts.kind = kind;
    facts.now = saturday_noon;
    facts.zone = &zone;
    facts.house = house;
    facts.address = words.address;
    facts.link = "https://standby.example/o/8kq2m9x4b";
    if (kind == MessageKind::MonthlySummary) {
        facts.summary = sample_summary();
        return facts;
    }
    if (kind == MessageKind::ChannelDown || kind == MessageKind::ChannelBack) {
        facts.outage = engine::Channel::Mail;
        facts.waited = kind == MessageKind::ChannelBack ? 12 : 0;
        facts.link = "https://standby.example/staff";
        return facts;
    }
    if (kind == MessageKind::StaffNotice) {
        facts.name = words.name;
        facts.notice = "password_changed";
        facts.client = "203.0.113.7";
        facts.happened_at = facts.now;
        facts.link = "https://standby.example/staff";
        return facts;
    }
    facts.resource = words.resource;
    facts.service = words.service;
    facts.staff = words.staff;
    facts.place = words.place;
    facts.starts_at = facts.now + 2h;
    facts.duration = 45min;
    facts.price = {.amount = 4500, .currency = {'E', 'U', 'R'}};
    if (is_staff_kind(kind)) {
        facts.places = 1;
        facts.reason = kind == MessageKind::HandedBack ? "list_exhausted" : "nobody_eligible";
        facts.asks_newcomers = kind == MessageKind::HandedBack;
    } else {
        facts.name = words.name;
        add_guest_facts(facts);
    }
    return facts;
}

}  // namespace standby::notify
