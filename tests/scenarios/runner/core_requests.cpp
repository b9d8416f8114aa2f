// One small function per command, and the table that names them.
#include "tests/scenarios/runner/core_requests.hpp"

#include "core/model/limits.hpp"
#include "tests/scenarios/runner/core_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace standby::scenarios {
namespace {

using core::Command;
using Made = Result<Command, std::string>;

core::Ticket ticket_of(const Request& request) {
    const auto id = core::parse_entry_id(request.about);
    return id ? core::number_of(*id) : 0;
}
core::OfferNumber offer_of(const Request& request) {
    const auto id = core::parse_offer_id(request.about);
    return core::OfferNumber{id ? core::number_of(*id) : 0};
}
core::OpeningNumber opening_in(std::string_view text) {
    const auto id = core::parse_opening_id(text);
    return core::OpeningNumber{id ? core::number_of(*id) : 0};
}

Done take_quiet_hours(const Fields& fields, core::RulesPatch& patch) {
    if (fields.contains("rules.quiet_hours")) {
        patch.set(&core::Rules::quiet_hours, std::nullopt);
    }
    const auto from = fields.find("rules.quiet_hours.from");
    const auto to = fields.find("rules.quiet_hours.to");
    if (from != fields.end() && to != fields.end()) {
        core::QuietHours hours;
        const auto begin = TRY(parse_time_of_day(from->second));
        const auto end = TRY(parse_time_of_day(to->second));
        hours.from_minute = static_cast<std::uint16_t>(begin.count());
        hours.to_minute = static_cast<std::uint16_t>(end.count());
        patch.set(&core::Rules::quiet_hours, hours);
    }
    return {};
}

Done take_referral(const Fields& fields, core::RulesPatch& patch) {
    if (fields.contains("rules.referral.points")) {
        core::Referral referral;
        TRY(take(fields, "rules.referral.points", referral.points));
        TRY(take(fields, "rules.referral.cap", referral.cap));
        patch.set(&core::Rules::referral, referral);
    }
    return {};
}

// Those of several values have functions of their own, or no story tells of them.
template <class Value>
constexpr bool is_one_value = !std::is_same_v<Value, core::Referral> &&
                              !std::is_same_v<Value, std::optional<core::QuietHours>> &&
                              !std::is_same_v<Value, std::optional<core::Tax>> &&
                              !std::is_same_v<Value, std::optional<core::Deposit>> &&
                              !std::is_same_v<Value, std::optional<core::LateFee>>;

Result<core::RulesPatch, std::string> rules_of(const Fields& fields) {
    core::RulesPatch patch;
    Done done;
    core::for_each_rule([&]<class Value>(std::string_view name, Value core::Rules::* member) {
        if constexpr (is_one_value<Value>) {
            const auto found = fields.find(fmt::format("rules.{}", name));
            const bool is_auto =
                name == "claim_window" && found != fields.end() && found->second == "auto";
            if (is_auto) {
                patch.set(&core::Rules::auto_window, true);
            } else if (found != fields.end() && done) {
                Value value{};
                done = read(found->second, value);
                patch.set(member, std::move(value));
            }
        }
    });
    TRY(std::move(done));
    TRY(take_quiet_hours(fields, patch));
    TRY(take_referral(fields, patch));
    return patch;
}

// The server draws another one each time, so no story may depend on who draws what.
std::string drawn_seed() {
    return std::string(core::limits::sealed_seed_length, '5');
}

Made create(const Request& request) {
    core::CreateResource command;
    TRY(take(request.fields, "kind", command.settings.kind));
    TRY(take(request.fields, "time_zone", command.settings.time_zone));
    TRY(take(request.fields, "starts_at", command.settings.starts_at));
    TRY(take(request.fields, "capacity", command.settings.capacity));
    TRY(take(request.fields, "inventory", command.settings.inventory));
    command.rules = TRY(rules_of(request.fields));
    command.draw_seed = drawn_seed();
    return command;
}

Made patch(const Request& request) {
    core::PatchResource command;
    if (request.fields.contains("capacity")) {
        TRY(take(request.fields, "capacity", command.capacity.emplace()));
    }
    if (request.fields.contains("starts_at")) {
        TRY(take(request.fields, "starts_at", command.starts_at.emplace()));
    }
    command.rules = TRY(rules_of(request.fields));
    command.draw_seed = drawn_seed();
    return command;
}

Result<core::Wants, std::string> wants_of(const Fields& fields) {
    core::Wants wants;
    TRY(take(fields, "wants.service", wants.service));
    TRY(take(fields, "wants.staff", wants.staff));
    TRY(take(fields, "wants.place", wants.place));
    TRY(take(fields, "wants.earliest", wants.earliest));
    TRY(take(fields, "wants.latest", wants.latest));
    TRY(take(fields, "wants.weekly", wants.weekly));
    TRY(take(fields, "wants.min_notice", wants.min_notice));
    TRY(take(fields, "wants.max_price", wants.max_price));
    TRY(take(fields, "wants.time_zone", wants.time_zone));
    TRY(take(fields, "wants.move_up", wants.move_up));
    if (fields.contains("wants.instant_yes")) {
        core::InstantYes& terms = wants.instant_yes.emplace();
        TRY(take(fields, "wants.instant_yes.min_notice", terms.min_notice));
        TRY(take(fields, "wants.instant_yes.max_price", terms.max_price));
        TRY(take(fields, "wants.instant_yes.weekly", terms.weekly));
    }
    return wants;
}

Made join_command(const Request& request) {
    core::Join command;
    std::string contact;
    std::string referrer;
    std::string group;
    TRY(take(request.fields, "contact", contact));
    TRY(take(request.fields, "referrer", referrer));
    TRY(take(request.fields, "group", group));
    TRY(take(request.fields, "party_size", command.party_size));
    TRY(take(request.fields, "tier", command.tier));
    TRY(take(request.fields, "points", command.points));
    // Any stable hash will do in place of the keyed one that the edge makes.
    command.contacts.emplace_back(core::event_key("contact " + contact).value());
    if (!group.empty()) {
        command.group = core::GroupKey{core::event_key("group " + group).value()};
    }
    if (const auto id = core::parse_entry_id(referrer)) {
        command.referrer = core::number_of(*id);
    }
    command.wants = TRY(wants_of(request.fields));
    return command;
}

Made update(const Request& request) {
    core::UpdateEntry command;
    command.entry = ticket_of(request);
    if (request.fields.contains("wants")) {
        command.wants = TRY(wants_of(request.fields));
    }
    TRY(take(request.fields, "party_size", command.party_size));
    TRY(take(request.fields, "tier", command.tier));
    TRY(take(request.fields, "points", command.points));
    return command;
}

Made remove(const Request& request) {
    const bool fraud = request.fields.contains("cause");
    return core::RemoveEntry{ticket_of(request),
                             fraud ? core::RemoveCause::Fraud : core::RemoveCause::Requested};
}

Made promote(const Request& request) {
    std::string opening;
    TRY(take(request.fields, "opening", opening));
    return core::Promote{ticket_of(request), opening_in(opening)};
}

Made release(const Request& request) {
    core::ReleasePlaces command;
    TRY(take(request.fields, "event_id", command.event_id));
    TRY(take(request.fields, "quantity", command.quantity));
    return command;
}

Made revoke(const Request& request) {
    core::RevokePlaces command;
    TRY(take(request.fields, "event_id", command.event_id));
    TRY(take(request.fields, "quantity", command.quantity));
    return command;
}

Made open(const Request& request) {
    core::OpenSlot command;
    std::string reason;
    TRY(take(request.fields, "event_id", command.event_id));
    TRY(take(request.fields, "starts_at", command.slot.starts_at));
    TRY(take(request.fields, "duration", command.slot.duration));
    TRY(take(request.fields, "service", command.slot.service));
    TRY(take(request.fields, "staff", command.slot.staff));
    TRY(take(request.fields, "place", command.slot.place));
    // As the API has it: what is left blank suits everybody.
    command.slot.blank_is_any = true;
    if (!request.fields.contains("size.min")) {
        command.slot.size_max = core::limits::party_size_max;
    }
    TRY(take(request.fields, "size.min", command.slot.size_min));
    TRY(take(request.fields, "size.max", command.slot.size_max));
    TRY(take(request.fields, "price", command.slot.price));
    TRY(take(request.fields, "reason", reason));
    command.reason = reason == "cancellation" ? core::Reason::Cancellation
                     : reason == "no_show"    ? core::Reason::NoShow
                                              : core::Reason::NewOpening;
    return command;
}

Made extend(const Request& request) {
    core::ExtendOffer command{offer_of(request), {}};
    TRY(take(request.fields, "until", command.until));
    return command;
}

// Whose offer it was, the driver finds out, as a server does from the stored row.
Made late_yes(const Request& request) {
    return core::LateYes{.entry = 0,
                         .offer = offer_of(request),
                         .opening = {},
                         .wanted = request.fields.at("wanted") == "true"};
}

Made sent(const Request& request) {
    core::ReportSent command{offer_of(request), {}};
    TRY(take(request.fields, "sent_at", command.sent_at));
    return command;
}

Made undeliverable(const Request& request) {
    const std::string& cause = request.fields.at("cause");
    using enum core::Undeliverable;
    return core::ReportUndeliverable{offer_of(request), cause == "blocked"      ? Blocked
                                                        : cause == "unsent"     ? Unsent
                                                        : cause == "no_channel" ? NoChannel
                                                                                : Bounced};
}

Made booking(const Request& request) {
    const std::string& outcome = request.fields.at("outcome");
    return core::ReportBooking{offer_of(request),
                               outcome == "confirmed"  ? core::BookingOutcome::Confirmed
                               : outcome == "conflict" ? core::BookingOutcome::Conflict
                                                       : core::BookingOutcome::Unavailable};
}

Made payment(const Request& request) {
    const bool succeeded = request.fields.at("outcome") == "succeeded";
    return core::ReportPayment{offer_of(request), succeeded ? core::PaymentOutcome::Succeeded
                                                            : core::PaymentOutcome::Failed};
}

template <class AboutEntry>
Made about_entry(const Request& request) {
    return AboutEntry{ticket_of(request)};
}
template <class AboutOffer>
Made about_offer(const Request& request) {
    return AboutOffer{offer_of(request)};
}
template <class AboutOpening>
Made about_opening(const Request& request) {
    return AboutOpening{opening_in(request.about)};
}
template <class AboutResource>
Made about_resource(const Request&) {
    return AboutResource{};
}

Made reopen(const Request&) {
    return core::ResumeResource{.reopens = true};
}

struct Maker {
    std::string_view name;
    Made (*make)(const Request& request);
    core::ActorKind actor;
};

const Maker* find_maker(std::string_view name) {
    using enum core::ActorKind;
    static constexpr auto makers = std::to_array<Maker>({
        {"create", create, Staff},
        {"patch", patch, Staff},
        {"pause", about_resource<core::PauseResource>, Staff},
        {"resume", about_resource<core::ResumeResource>, Staff},
        {"close", about_resource<core::CloseResource>, Staff},
        {"reopen", reopen, Staff},
        {"cancel_event", about_resource<core::CancelResource>, Staff},
        {"join", join_command, Guest},
        {"verify", about_entry<core::Verify>, Guest},
        {"update", update, Guest},
        {"leave", about_entry<core::Leave>, Guest},
        {"remove", remove, Staff},
        {"cancel", about_entry<core::CancelEntry>, Guest},
        {"no_show", about_entry<core::MarkNoShow>, Staff},
        {"attended", about_entry<core::MarkAttended>, Staff},
        {"promote", promote, Staff},
        {"release", release, Integration},
        {"revoke", revoke, Integration},
        {"open", open, Integration},
        {"withdraw", about_opening<core::WithdrawOpening>, Staff},
        {"book", about_opening<core::BookOpening>, Staff},
        {"accept", about_offer<core::Accept>, Guest},
        {"decline", about_offer<core::Decline>, Guest},
        {"late_yes", late_yes, Guest},
        {"extend", extend, Staff},
        {"sent", sent, System},
        {"undeliverable", undeliverable, Integration},
        {"booking", booking, Integration},
        {"payment", payment, Integration},
    });
    const auto found = std::find_if(makers.begin(), makers.end(),
                                    [&](const Maker& maker) { return maker.name == name; });
    return found == makers.end() ? nullptr : &*found;
}

}  // namespace

Result<core::ResourceNumber, std::string> resource_of(const Request& request) {
    if (request.command == "create") {
        return core::ResourceNumber{};
    }
    if (const auto id = core::parse_resource_id(request.about)) {
        return *id;
    }
    if (const auto id = core::parse_entry_id(request.about)) {
        return core::resource_of(*id);
    }
    if (const auto id = core::parse_offer_id(request.about)) {
        return core::resource_of(*id);
    }
    if (const auto id = core::parse_opening_id(request.about)) {
        return core::resource_of(*id);
    }
    return std::unexpected(fmt::format("'{}' is no id", request.about));
}

Made command_of(const Request& request) {
    const Maker* maker = find_maker(request.command);
    if (maker == nullptr) {
        return std::unexpected(fmt::format("no command is called '{}'", request.command));
    }
    return maker->make(request);
}

core::ContactKey friend_key(std::string_view contact) {
    const std::string mailbox{contact.substr(0, contact.find('+'))};
    return core::ContactKey{core::event_key("friend " + mailbox).value()};
}

core::Actor actor_of(const Request& request) {
    const Maker* maker = find_maker(request.command);
    return {maker == nullptr ? core::ActorKind::System : maker->actor, 0};
}

}  // namespace standby::scenarios
