// Every field that can matter, in few words.
#include "sim/world/describe.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <string_view>
#include <variant>

namespace standby::sim {
namespace {

std::string text_of(const std::optional<Time>& time) {
    return time ? format_time(*time) : "none";
}

std::string text_of(const std::optional<Money>& money) {
    return money ? fmt::format("{}{}", money->amount,
                               std::string_view{money->currency.data(), money->currency.size()})
                 : "none";
}

std::string text_of(const std::vector<ContactKey>& contacts) {
    std::string text = "[";
    for (const ContactKey contact : contacts) {
        text += fmt::format("{}{:x}", text.size() > 1 ? " " : "", contact.value() >> 48);
    }
    return text + "]";
}

std::string text_of(const std::vector<WeeklyWindow>& windows) {
    std::string text = "[";
    for (const WeeklyWindow& window : windows) {
        text += fmt::format("{}{}+{}", text.size() > 1 ? " " : "", window.from_minute,
                            window.length_minutes);
    }
    return text + "]";
}

std::string text_of(const std::vector<std::string>& names) {
    return fmt::format("{}", fmt::join(names, ","));
}

std::string text_of(const Wants& wants) {
    std::string text = "{";
    const auto add = [&](std::string_view name, const std::string& value) {
        text += fmt::format("{}{}={}", text.size() > 1 ? " " : "", name, value);
    };
    const auto add_name = [&](std::string_view name, const std::string& value) {
        if (!value.empty()) {
            add(name, value);
        }
    };
    add_name("service", wants.service);
    add_name("staff", wants.staff);
    add_name("place", wants.place);
    add_name("or_services", text_of(wants.or_services));
    add_name("or_staff", text_of(wants.or_staff));
    add_name("or_places", text_of(wants.or_places));
    add_name("zone", wants.time_zone);
    add_name("told", wants.by_text ? "by text" : "");
    if (wants.earliest) {
        add("earliest", text_of(wants.earliest));
    }
    if (wants.latest) {
        add("latest", text_of(wants.latest));
    }
    if (!wants.weekly.empty()) {
        add("weekly", text_of(wants.weekly));
    }
    if (wants.min_notice != Duration{0}) {
        add("notice", format_duration(wants.min_notice));
    }
    if (wants.max_price) {
        add("max_price", text_of(wants.max_price));
    }
    if (wants.instant_yes) {
        add("instant_yes",
            fmt::format("({} {} {})", format_duration(wants.instant_yes->min_notice),
                        text_of(wants.instant_yes->max_price), text_of(wants.instant_yes->weekly)));
    }
    if (wants.move_up) {
        add("move_up", "yes");
    }
    return text + "}";
}

std::string text_of(const Slot& slot) {
    return fmt::format("{} {} service={},{} staff={},{} place={},{}{}{} size={}-{} price={}",
                       format_time(slot.starts_at), format_duration(slot.duration), slot.service,
                       text_of(slot.service_names), slot.staff, text_of(slot.staff_names),
                       slot.place, text_of(slot.place_names), slot.blank_is_any ? " or any" : "",
                       slot.any_hour ? " at any hour" : "", slot.size_min, slot.size_max,
                       text_of(slot.price));
}

std::string text_of(const Settings& settings) {
    return fmt::format("{} {} {} capacity={} starts={}", core::name_of(settings.kind),
                       core::name_of(settings.inventory), settings.time_zone, settings.capacity,
                       text_of(settings.starts_at));
}

std::string text_of(const Rules& rules) {
    const std::string quiet =
        rules.quiet_hours
            ? fmt::format("{}-{}", rules.quiet_hours->from_minute, rules.quiet_hours->to_minute)
            : "none";
    return fmt::format(
        "order={} minutes={} window={} max_offers={} cutoff={} quiet={} urgent={} miss={} "
        "decline={} max_misses={} max_waiting={} verify={}/{} referral={}/{} party={} passes={} "
        "wave={}/{} reminder={} payment={} instant={} draw={} seed={} words={} late_yes={} "
        "auto={} ping={}/{}",
        core::name_of(rules.order), rules.minutes_per_point, format_duration(rules.claim_window),
        rules.max_offers, format_duration(rules.cutoff), quiet, rules.urgent,
        core::name_of(rules.after_miss), core::name_of(rules.after_decline), rules.max_misses,
        rules.max_waiting, rules.verify_email, format_duration(rules.prove_within),
        rules.referral.points, rules.referral.cap, core::name_of(rules.party), rules.max_passes,
        rules.wave_size, format_duration(rules.wave_interval),
        format_duration(rules.reminder_after), text_of(rules.payment), rules.instant_yes,
        text_of(rules.draw_at), rules.draw_seed, rules.draw_words, rules.late_yes,
        rules.auto_window, format_duration(rules.ping_after), format_duration(rules.ping_grace));
}

std::string text_of(const core::OutsideStep& step) {
    return fmt::format("{} {} {} {} {}", core::name_of(step.system), core::name_of(step.kind),
                       step.reference, text_of(step.amount), step.note);
}

struct DescribeCommand {
    std::string operator()(const core::CreateResource& c) const {
        return fmt::format("create {} {}", text_of(c.settings),
                           text_of(c.rules.merged_into(core::default_rules(c.settings.kind))));
    }
    std::string operator()(const core::PatchResource& c) const {
        std::string text = "patch";
        if (c.capacity) {
            text += fmt::format(" capacity={}", *c.capacity);
        }
        if (c.starts_at) {
            text += " starts=" + text_of(*c.starts_at);
        }
        if (c.time_zone) {
            text += " zone=" + *c.time_zone;
        }
        if (c.archived) {
            text += *c.archived ? " archive" : " unarchive";
        }
        if (!c.rules.empty()) {
            text += " rules (onto defaults) " + text_of(c.rules.merged_into(Rules{}));
        }
        return text;
    }
    std::string operator()(const core::PauseResource&) const { return "pause"; }
    std::string operator()(const core::ResumeResource& c) const {
        return c.reopens ? "reopen" : "resume";
    }
    std::string operator()(const core::CloseResource&) const { return "close"; }
    std::string operator()(const core::CancelResource&) const { return "cancel the event"; }
    std::string operator()(const core::Join& c) const {
        return fmt::format(
            "join {} party={} tier={} points={} referrer={} group={} beside={}/{} typed={} held={} "
            "vouched={} proven={} admission={} since={} friend={} of={} wants={}",
            text_of(c.contacts), c.party_size, c.tier, c.points, c.referrer, c.group.value(),
            c.beside, c.beside_epoch, c.typed, c.held, c.vouched.value(), c.proven,
            static_cast<int>(c.admission), text_of(c.waits_since), text_of(c.friend_keys),
            text_of(c.referrer_keys), text_of(c.wants));
    }
    std::string operator()(const core::Verify& c) const {
        return about("verify", c.entry) + " reader=" + text_of(c.contacts) +
               " added=" + text_of(c.contacts_added) + " removed=" + text_of(c.contacts_removed);
    }
    std::string operator()(const core::UpdateEntry& c) const {
        std::string text = about("update", c.entry);
        if (c.wants) {
            text += " wants=" + text_of(*c.wants);
        }
        if (c.party_size) {
            text += fmt::format(" party={}", *c.party_size);
        }
        if (c.tier) {
            text += fmt::format(" tier={}", *c.tier);
        }
        if (c.points) {
            text += fmt::format(" points={}", *c.points);
        }
        text += c.person_changes ? " person" : "";
        text += c.ends_links ? " ends_links" : "";
        text += c.asks_proof ? " asks_proof" : "";
        return text + " added=" + text_of(c.contacts_added) +
               " removed=" + text_of(c.contacts_removed);
    }
    std::string operator()(const core::Leave& c) const { return about("leave", c.entry); }
    std::string operator()(const core::RemoveEntry& c) const {
        constexpr std::array verbs{"remove", "remove as fraud", "remove as erased"};
        return about(verbs[static_cast<std::size_t>(c.cause)], c.entry) +
               " friend=" + text_of(c.friend_keys);
    }
    std::string operator()(const core::CancelEntry& c) const { return about("cancel", c.entry); }
    std::string operator()(const core::MarkNoShow& c) const { return about("no-show", c.entry); }
    std::string operator()(const core::MarkAttended& c) const { return about("attended", c.entry); }
    std::string operator()(const core::Promote& c) const {
        return fmt::format("promote entry {} opening {} accepts={}", c.entry, c.opening.value(),
                           c.accepts);
    }
    std::string operator()(const core::ReleasePlaces& c) const {
        return fmt::format("release {} places, event \"{:.20}\"", c.quantity, c.event_id);
    }
    std::string operator()(const core::RevokePlaces& c) const {
        return fmt::format("revoke {} places, event \"{:.20}\"", c.quantity, c.event_id);
    }
    std::string operator()(const core::OpenSlot& c) const {
        return fmt::format("open {} ({}), event \"{:.20}\"", text_of(c.slot),
                           core::name_of(c.reason), c.event_id);
    }
    std::string operator()(const core::WithdrawOpening& c) const {
        return fmt::format("withdraw opening {} of \"{:.20}\" ({})", c.opening.value(), c.event_id,
                           core::name_of(c.reason));
    }
    std::string operator()(const core::BookOpening& c) const {
        return fmt::format("book opening {}", c.opening.value());
    }
    std::string operator()(const core::Accept& c) const { return on("accept", c.offer); }
    std::string operator()(const core::Decline& c) const { return on("decline", c.offer); }
    std::string operator()(const core::LateYes& c) const {
        return fmt::format("{} of entry {}, opening {}: {}", on("late yes to", c.offer), c.entry,
                           c.opening.value(), c.wanted ? "wanted" : "not wanted");
    }
    std::string operator()(const core::StillHere& c) const { return about("still here", c.entry); }
    std::string operator()(const core::SetAside& c) const { return about("set aside", c.entry); }
    std::string operator()(const core::ReportUnheard& c) const {
        return about("question unheard", c.entry);
    }
    std::string operator()(const core::ExtendOffer& c) const {
        return on("extend", c.offer) + " until " + format_time(c.until);
    }
    std::string operator()(const core::ReportSent& c) const {
        return on("report sent", c.offer) + " at " + format_time(c.sent_at);
    }
    std::string operator()(const core::ReportUndeliverable& c) const {
        return on("report undeliverable", c.offer) + ": " + std::string(core::name_of(c.cause)) +
               (c.asks_next ? ", asks the next" : "");
    }
    std::string operator()(const core::ReportBooking& c) const {
        static constexpr std::string_view outcomes[] = {"confirmed", "conflict", "unavailable"};
        return fmt::format("{} {}", on("report booking", c.offer),
                           outcomes[static_cast<std::size_t>(c.outcome)]);
    }
    std::string operator()(const core::ReportPayment& c) const {
        return on("report payment", c.offer) +
               (c.outcome == core::PaymentOutcome::Succeeded ? " succeeded" : " failed");
    }

    std::string operator()(const core::ReportStep& c) const {
        return fmt::format("{} entry {}: {}", on("report step", c.offer), c.entry, text_of(c.step));
    }

    static std::string about(std::string_view what, Ticket entry) {
        return fmt::format("{} entry {}", what, entry);
    }
    static std::string on(std::string_view what, OfferNumber offer) {
        return fmt::format("{} offer {}", what, offer.value());
    }
};

struct DescribeBody {
    std::string operator()(const core::ResourceCreated& b) const {
        return text_of(b.settings) + " " + text_of(b.rules);
    }
    std::string operator()(const core::SettingsChanged& b) const { return text_of(b.settings); }
    std::string operator()(const core::RulesChanged& b) const { return text_of(b.rules); }
    std::string operator()(const core::PlacesReleased& b) const {
        return fmt::format("{} event={:x}", b.quantity, b.event.value());
    }
    std::string operator()(const core::PlacesRevoked& b) const {
        return fmt::format("{} missing={} event={:x}", b.quantity, b.missing, b.event.value());
    }
    std::string operator()(const core::PlacesIdled& b) const {
        return fmt::format("{} {}", b.places, core::name_of(b.move));
    }
    std::string operator()(const core::EntryJoined& b) const {
        return fmt::format("{} party={} tier={} points={} referrer={} group={} moving_up_from={} "
                           "beside={} since={} friend={} of={} wants={}",
                           text_of(b.contacts), b.party_size, b.tier, b.points, b.referrer,
                           b.group.value(), b.moving_up_from, b.beside, text_of(b.waits_since),
                           text_of(b.friend_keys), text_of(b.referrer_keys), text_of(b.wants));
    }
    std::string operator()(const core::EntryUpdated& b) const {
        return fmt::format("party={} tier={} points={} added={} removed={} links={}{} wants={}",
                           b.party_size, b.tier, b.points, text_of(b.contacts_added),
                           text_of(b.contacts_removed), b.link_epoch,
                           b.asks_proof ? " asks_proof" : "", text_of(b.wants));
    }
    std::string operator()(const core::PointsChanged& b) const {
        return fmt::format("referred={} raw={} delta={} friend={} of={}", b.referred, b.raw,
                           b.delta, text_of(b.friend_keys), text_of(b.referrer_keys));
    }
    std::string operator()(const core::EntryBarred& b) const { return text_of(b.friend_keys); }
    std::string operator()(const core::OfferMade& b) const {
        std::string passed;
        for (const Ticket ticket : b.passed) {
            passed += fmt::format(" {}", ticket);
        }
        return fmt::format("{} places={} send={} expires={} tries={}{}{}{} window={}/{} {} "
                           "passed=[{}]",
                           core::name_of(b.move), b.places, format_time(b.send_at),
                           format_time(b.expires_at), b.tries, b.plain_clock ? " plain" : "",
                           b.instant ? " instant" : "", b.late_yes ? " late_yes" : "",
                           format_duration(b.window), b.people_who_fit, core::name_of(b.answers_by),
                           passed);
    }
    std::string operator()(const core::StandingYes& b) const {
        return b.wanted ? "wanted" : "not wanted";
    }
    std::string operator()(const core::EntryPinged& b) const {
        return fmt::format("count={}", b.count);
    }
    std::string operator()(const core::EntryPresence& b) const {
        return b.here ? "here" : "set aside";
    }
    std::string operator()(const core::OutsideStep& b) const { return text_of(b); }
    std::string operator()(const core::OfferSent& b) const {
        return fmt::format("sent={} expires={}", format_time(b.sent_at), format_time(b.expires_at));
    }
    std::string operator()(const core::OfferUnreached& b) const {
        return fmt::format("cause={} patience={} expires={}", core::name_of(b.cause),
                           b.patience_until ? format_time(*b.patience_until) : "none",
                           format_time(b.expires_at));
    }
    std::string operator()(const core::OfferExtended& b) const {
        return "expires=" + format_time(b.expires_at);
    }
    std::string operator()(const core::OfferClaimed& b) const {
        return fmt::format("awaiting={} expires={}", core::name_of(b.awaiting),
                           format_time(b.expires_at));
    }
    std::string operator()(const core::OfferEnded& b) const {
        return fmt::format("{}{} new_place={}", core::name_of(b.outcome),
                           b.counts_as_miss ? " miss" : "", b.new_place);
    }
    std::string operator()(const core::CompensationDue& b) const {
        return std::string{core::name_of(b.compensation)};
    }
    std::string operator()(const core::OpeningAdded& b) const {
        return fmt::format("{} event={:x} previous={}", text_of(b.slot), b.event.value(),
                           b.previous.value());
    }
    std::string operator()(const core::OpeningMoved& b) const {
        return std::string{core::name_of(b.move)};
    }
    template <class Other>
    std::string operator()(const Other&) const {
        return {};
    }
};

}  // namespace

std::string describe(const Command& command) {
    return std::visit(DescribeCommand{}, command);
}

std::string describe(const Event& event) {
    return fmt::format("#{} {} {} v{} by {}/{} entry={} offer={} opening={} {} {}->{} ({}) {}",
                       event.number, format_time(event.at), core::type_of(event),
                       event.rules_version, core::name_of(event.actor.kind), event.actor.id,
                       event.entry, event.offer.value(), event.opening.value(),
                       event.subject == Subject::Resource ? "resource"
                       : event.subject == Subject::Entry  ? "entry"
                                                          : "opening",
                       core::from_state(event), core::to_state(event), core::name_of(event.reason),
                       std::visit(DescribeBody{}, event.body));
}

}  // namespace standby::sim
