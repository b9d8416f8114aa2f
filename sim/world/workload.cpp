// One draw per command of the core. A command that was given before may be given once more, as
// a client does that saw no answer.
#include "sim/world/workload.hpp"

#include "core/model/limits.hpp"
#include "sim/world/draw_rules.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>

namespace standby::sim {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr std::size_t recent_max = 12;

// The place of a command among the alternatives of core::Command.
template <class Body, std::size_t Index = 0>
constexpr std::size_t find_index() {
    if constexpr (std::is_same_v<std::variant_alternative_t<Index, Command>, Body>) {
        return Index;
    } else {
        return find_index<Body, Index + 1>();
    }
}
template <class Body>
constexpr std::size_t index_of = find_index<Body>();

}  // namespace

template <>
core::CreateResource Workload::draw() {
    if (fault(plan_->faults.bad_value)) {
        return {.settings = resource_->settings, .rules = draw_bad_rules(prng_)};
    }
    return {.settings = resource_->settings,
            .rules = resource_->rules,
            .draw_seed = resource_->draw_seed};
}

template <>
core::PatchResource Workload::draw() {
    core::PatchResource patch;
    if (fault(plan_->faults.bad_value)) {
        if (percent(prng_, 50)) {
            patch.time_zone = "Mars/Olympus";
        } else {
            patch.rules = draw_bad_rules(prng_);
        }
        return patch;
    }
    if (percent(prng_, core::is_terminal(model_->state().status) ? 80 : 3)) {
        patch.archived = percent(prng_, 70);
        return patch;
    }
    const bool is_slots = resource_->settings.kind == Kind::Slots;
    switch (prng_.below(is_slots ? 3 : 8)) {
    case 0:
    case 1:
        patch.rules = draw_rules_change(prng_, resource_->settings.kind, now_);
        if (plan_->is_crowded()) {
            patch.rules.set(&Rules::prove_within, Duration{0});
        }
        patch.draw_seed = draw_sealed_seed(prng_);
        break;
    case 2:
        patch.time_zone = pick(prng_, zone_names);
        break;
    case 3:
        patch.starts_at = std::optional<Time>{};
        if (percent(prng_, 80)) {
            patch.starts_at = std::optional<Time>{now_ + minutes{prng_.between(-60, 6000)}};
        }
        break;
    default:
        patch.capacity = static_cast<std::uint32_t>(prng_.between(0, 12));
        break;
    }
    return patch;
}

// A user of the business's own app, often with somebody's address, sometimes with none.
void Workload::vouch(core::Join& join) {
    join.vouched = ContactKey{mix64(2'000 + prng_.below(4))};
    if (join.contacts.size() < core::limits::contacts_max && percent(prng_, 80)) {
        join.contacts.push_back(join.vouched);
    } else {
        join.contacts = {join.vouched};
    }
    join.proven = percent(prng_, 40);
}

// Whom the server finds behind an entry: whoever has the contact that it joined with.
std::vector<ContactKey> Workload::friend_keys_of(Ticket ticket) {
    const NaiveEntry* entry = model_->find_entry(ticket);
    if (entry == nullptr || entry->contacts.empty() || percent(prng_, 5)) {
        return {};
    }
    const auto person = std::ranges::find_if(plan_->people, [&](const PersonPlan& one) {
        return one.contacts.front() == entry->contacts.front();
    });
    return person == plan_->people.end() ? std::vector<ContactKey>{} : person->friend_keys;
}

template <>
core::Join Workload::draw() {
    core::Join join;
    const PersonPlan& person = plan_->people[prng_.below(plan_->people.size())];
    join.contacts = draw_contacts(person);
    join.wants = fault(plan_->faults.bad_value) ? draw_bad_wants() : draw_wants(person);
    join.party_size = draw_party();
    join.friend_keys = percent(prng_, 95) ? person.friend_keys : std::vector<ContactKey>{};
    if (percent(prng_, 15)) {
        join.tier = static_cast<std::uint8_t>(prng_.below(3));
    }
    if (percent(prng_, 25)) {
        join.points = static_cast<std::int32_t>(prng_.below(10));
    }
    if (percent(prng_, 35)) {
        join.referrer = some_entry({EntryState::Waiting, EntryState::Accepted});
        join.referrer_keys = friend_keys_of(join.referrer);
    }
    if (percent(prng_, 30)) {
        join.group = GroupKey{prng_.below(3) + 1};
    }
    if (percent(prng_, 20)) {
        join.beside = some_entry({EntryState::Waiting, EntryState::Accepted, EntryState::Offered});
        const NaiveEntry* beside = model_->find_entry(join.beside);
        if (beside != nullptr && percent(prng_, 90)) {
            join.beside_epoch = beside->link_epoch;
        }
    }
    join.typed = percent(prng_, 40);
    if (join.typed && percent(prng_, 40)) {
        join.held = some_entry({EntryState::Accepted, EntryState::Waiting});
    }
    if (join.typed && percent(prng_, 25)) {
        vouch(join);
    }
    if (!join.typed && percent(prng_, 15)) {
        join.admission =
            percent(prng_, 70) ? core::Admission::IfFree : core::Admission::OverCapacity;
    }
    if (!join.typed && percent(prng_, 8)) {
        join.waits_since = now_ - Duration{prng_.between(0, Duration{days{20}}.count())};
    }
    if (fault(plan_->faults.bad_value)) {
        switch (prng_.below(4)) {
        case 3:
            join.waits_since = now_ + Duration{prng_.between(1, 5000)};
            break;
        case 0:
            join.tier = 201;
            break;
        case 1:
            join.points = -1;
            break;
        default:
            join.points = 1'000'001;
            break;
        }
    }
    return join;
}

core::Join Workload::next_of_crowd(const ResourcePlan& resource, const NaiveResource& model,
                                   Time now, std::uint32_t index) {
    resource_ = &resource;
    model_ = &model;
    now_ = now;
    core::Join join = draw<core::Join>();
    join.contacts = plan_->people[index].contacts;
    join.friend_keys = plan_->people[index].friend_keys;
    join.vouched = {};
    join.proven = false;
    join.admission = core::Admission::InTurn;
    return join;
}

template <>
core::Verify Workload::draw() {
    core::Verify verify;
    if (percent(prng_, 15)) {
        // Somebody in line has another address by now.
        verify.entry = some_entry({EntryState::Waiting, EntryState::Offered});
        verify.contacts = {plan_->people[prng_.below(plan_->people.size())].contacts.front()};
        if (percent(prng_, 50)) {
            verify.contacts_added = verify.contacts;
        }
        verify.epoch = static_cast<std::uint32_t>(prng_.below(3));
    } else {
        verify.entry = some_entry({EntryState::Unverified});
    }
    const NaiveEntry* entry = model_->find_entry(verify.entry);
    if (entry == nullptr || entry->contacts.empty()) {
        return verify;
    }
    if (!verify.contacts_added.empty()) {
        verify.contacts_removed = {entry->contacts.front()};
    } else if (percent(prng_, 70)) {
        verify.contacts = {entry->contacts.front()};
    }
    return verify;
}

template <>
core::UpdateEntry Workload::draw() {
    core::UpdateEntry update;
    update.entry = some_entry({EntryState::Waiting, EntryState::Offered, EntryState::Unverified});
    const PersonPlan& person = plan_->people[prng_.below(plan_->people.size())];
    switch (prng_.below(6)) {
    case 0:
    case 1:
        update.wants = fault(plan_->faults.bad_value) ? draw_bad_wants() : draw_wants(person);
        break;
    case 2:
        update.party_size = draw_party();
        break;
    case 3:
        update.tier =
            static_cast<std::uint8_t>(fault(plan_->faults.bad_value) ? 201 : prng_.below(3));
        break;
    case 4:
        update.points = static_cast<std::int32_t>(
            fault(plan_->faults.bad_value) ? -1 : static_cast<int>(prng_.below(12)));
        break;
    default: {
        const NaiveEntry* entry = model_->find_entry(update.entry);
        if (entry != nullptr && percent(prng_, 50)) {
            update.contacts_removed = {
                entry->contacts.begin(),
                entry->contacts.begin() + std::min<std::ptrdiff_t>(1, std::ssize(entry->contacts))};
        }
        update.contacts_added = {percent(prng_, 30) ? person.contacts.front()
                                                    : ContactKey{mix64(1000 + prng_.below(40))}};
        break;
    }
    }
    update.person_changes = percent(prng_, 10);
    update.ends_links = percent(prng_, 5);
    update.asks_proof = percent(prng_, 5);
    if (percent(prng_, 15)) {
        update.entry = some_entry({EntryState::Accepted});
        update.party_size.reset();
        update.transfers = percent(prng_, 70);
    }
    return update;
}

template <>
core::ResumeResource Workload::draw() {
    return {.reopens = percent(prng_, 50)};
}

template <>
core::CancelResource Workload::draw() {
    return {.note = fault(plan_->faults.bad_value) ? std::string(2001, 'x')
                    : percent(prng_, 50)           ? "The singer is ill."
                                                   : ""};
}

template <>
core::Leave Workload::draw() {
    return {.entry = some_entry({EntryState::Waiting, EntryState::Offered, EntryState::Accepted,
                                 EntryState::Confirming})};
}

template <>
core::RemoveEntry Workload::draw() {
    core::RemoveEntry remove;
    remove.entry = percent(prng_, 30)
                       ? some_entry({EntryState::Left, EntryState::Expired, EntryState::Declined,
                                     EntryState::Removed, EntryState::Attended})
                       : some_entry({EntryState::Waiting, EntryState::Offered, EntryState::Accepted,
                                     EntryState::Unverified});
    if (percent(prng_, 60)) {
        remove.cause = core::RemoveCause::Fraud;
        remove.friend_keys = friend_keys_of(remove.entry);
    } else if (percent(prng_, 40)) {
        remove.cause = core::RemoveCause::Erased;
    }
    return remove;
}

template <>
core::CancelEntry Workload::draw() {
    return {.entry = some_entry({EntryState::Accepted})};
}

template <>
core::MarkNoShow Workload::draw() {
    return {.entry = some_entry({EntryState::Accepted, EntryState::Attended})};
}

template <>
core::MarkAttended Workload::draw() {
    return {.entry = some_entry({EntryState::Accepted})};
}

template <>
core::Promote Workload::draw() {
    core::Promote promote{.entry = some_entry({EntryState::Waiting}), .opening = {}};
    if (resource_->settings.kind == Kind::Slots && percent(prng_, 60)) {
        promote.opening = some_opening({OpeningState::Open, OpeningState::Offering});
    }
    promote.accepts = percent(prng_, 30);
    return promote;
}

template <>
core::ReleasePlaces Workload::draw() {
    core::ReleasePlaces release;
    release.event_id = some_event_id();
    release.quantity = static_cast<std::uint32_t>(prng_.between(1, 5));
    if (fault(plan_->faults.bad_value)) {
        release.quantity = percent(prng_, 50) ? 0 : 100'000'001;
    }
    return release;
}

template <>
core::RevokePlaces Workload::draw() {
    core::RevokePlaces revoke;
    revoke.event_id = some_event_id();
    revoke.quantity = static_cast<std::uint32_t>(prng_.between(1, 5));
    if (fault(plan_->faults.bad_value)) {
        revoke.quantity = percent(prng_, 50) ? 0 : 100'000'001;
    }
    return revoke;
}

template <>
core::OpenSlot Workload::draw() {
    core::OpenSlot open;
    open.event_id = some_event_id();
    open.slot = draw_slot();
    open.reason = pick(prng_, std::array{Reason::NewOpening, Reason::Cancellation, Reason::NoShow});
    return open;
}

template <>
core::WithdrawOpening Workload::draw() {
    core::WithdrawOpening withdraw{.opening =
                                       some_opening({OpeningState::Open, OpeningState::Offering})};
    if (percent(prng_, 30)) {
        withdraw.reason = Reason::CapacityRevoked;
    }
    if (percent(prng_, 30)) {
        withdraw.opening = OpeningNumber{};
        withdraw.event_id = some_event_id();
    }
    return withdraw;
}

template <>
core::BookOpening Workload::draw() {
    return {.opening = some_opening({OpeningState::Open, OpeningState::Offering,
                                     OpeningState::HandedBack, OpeningState::WalkIn})};
}

template <>
core::Accept Workload::draw() {
    return {.offer = some_offer({OfferState::Live}, Awaiting::Nothing)};
}

template <>
core::Decline Workload::draw() {
    return {.offer = some_offer({OfferState::Live}, Awaiting::Nothing)};
}

template <>
core::ExtendOffer Workload::draw() {
    core::ExtendOffer extend{.offer = some_offer({OfferState::Live}, Awaiting::Nothing)};
    const NaiveOffer* offer = model_->find_offer(extend.offer);
    const Time from = offer != nullptr ? offer->expires_at : now_;
    extend.until =
        from + minutes{prng_.between(fault(plan_->faults.bad_value * 3) ? -600 : 1, 600)};
    return extend;
}

template <>
core::ReportSent Workload::draw() {
    core::ReportSent report{.offer = some_offer({OfferState::Live}, Awaiting::Nothing)};
    const NaiveOffer* offer = model_->find_offer(report.offer);
    report.sent_at = now_;
    if (offer != nullptr && percent(prng_, 30)) {
        report.sent_at = std::max(offer->made_at, now_ - seconds{prng_.between(0, 600)});
    }
    return report;
}

template <>
core::ReportUndeliverable Workload::draw() {
    using enum core::Undeliverable;
    return {.offer = some_offer({OfferState::Live}, Awaiting::Nothing),
            .cause = pick(prng_, std::array{Bounced, Blocked, Unsent, Unsent, NoChannel, None}),
            .asks_next = percent(prng_, 20)};
}

template <>
core::ReportBooking Workload::draw() {
    if (percent(prng_, 10)) {
        return {.offer = some_offer({OfferState::Live}, Awaiting::Nothing),
                .outcome = core::BookingOutcome::Conflict};
    }
    return {.offer = some_offer({OfferState::Confirming}, Awaiting::Booking),
            .outcome = pick(prng_, std::array{core::BookingOutcome::Confirmed,
                                              core::BookingOutcome::Confirmed,
                                              core::BookingOutcome::Conflict,
                                              core::BookingOutcome::Unavailable})};
}

template <>
core::ReportPayment Workload::draw() {
    return {.offer = some_offer({OfferState::Confirming}, Awaiting::Payment),
            .outcome = percent(prng_, 70) ? core::PaymentOutcome::Succeeded
                                          : core::PaymentOutcome::Failed};
}

Command Workload::draw_command(std::size_t index) {
    Command command;
    const auto draw_at = [&]<std::size_t Index>(std::integral_constant<std::size_t, Index>) {
        using Body = std::variant_alternative_t<Index, Command>;
        if (Index == index) {
            if constexpr (std::is_empty_v<Body>) {
                command = Body{};
            } else {
                command = draw<Body>();
            }
        }
    };
    [&]<std::size_t... Index>(std::index_sequence<Index...>) {
        (draw_at(std::integral_constant<std::size_t, Index>{}), ...);
    }
    (std::make_index_sequence<std::variant_size_v<Command>>{});
    return command;
}

// Which command is next, by the weights of this resource.
std::size_t Workload::draw_index() {
    const auto& weights = resource_->weights;
    const std::uint64_t total = std::accumulate(weights.begin(), weights.end(), std::uint64_t{1});
    std::uint64_t lot = prng_.below(total);
    std::size_t index = 0;
    while (index + 1 < weights.size() && lot >= weights[index]) {
        lot -= weights[index++];
    }
    return index;
}

// Whether there is anything such a command could be about; most others would only be refused.
bool Workload::has_subject(std::size_t index) const {
    const NaiveState& state = model_->state();
    const auto any_entry = [&](EntryState wanted) {
        return std::ranges::any_of(state.entries,
                                   [&](const NaiveEntry& entry) { return entry.state == wanted; });
    };
    const auto any_offer = [&](OfferState wanted, Awaiting awaiting) {
        return std::ranges::any_of(state.offers, [&](const NaiveOffer& offer) {
            return offer.state == wanted && offer.awaiting == awaiting;
        });
    };
    if (index == index_of<core::CancelResource> || index == index_of<core::StillHere> ||
        index == index_of<core::SetAside> || index == index_of<core::ReportUnheard> ||
        index == index_of<core::ReportStep> || index == index_of<core::RevokePlaces>) {
        return true;
    }
    if (index == index_of<core::LateYes>) {
        return any_offer(OfferState::Expired, Awaiting::Nothing);
    }
    if (index == index_of<core::Verify>) {
        return any_entry(EntryState::Unverified);
    }
    if (index >= index_of<core::CancelEntry> && index <= index_of<core::MarkAttended>) {
        return any_entry(EntryState::Accepted);
    }
    if (index == index_of<core::Promote>) {
        return any_entry(EntryState::Waiting);
    }
    if (index == index_of<core::ResumeResource>) {
        return state.status == ResourceStatus::Paused || state.status == ResourceStatus::Closed;
    }
    if (index == index_of<core::ReportBooking>) {
        return any_offer(OfferState::Confirming, Awaiting::Booking);
    }
    if (index == index_of<core::ReportPayment>) {
        return any_offer(OfferState::Confirming, Awaiting::Payment);
    }
    return index < index_of<core::Accept> || any_offer(OfferState::Live, Awaiting::Nothing);
}

Command Workload::next(const ResourcePlan& resource, const NaiveResource& model, Time now) {
    resource_ = &resource;
    model_ = &model;
    now_ = std::max(now, model.state().last_at);
    if (model.state().status == ResourceStatus::None && !percent(prng_, 5)) {
        return draw<core::CreateResource>();
    }
    std::deque<Command>& recent = recent_[resource.number];
    if (!recent.empty() && fault(plan_->faults.repeated_command)) {
        return recent[prng_.below(recent.size())];
    }
    std::size_t index = prng_.below(std::variant_size_v<Command>);
    if (!fault(plan_->faults.wrong_kind)) {
        index = draw_index();
        for (int again = 0; again < 6 && !has_subject(index) && !percent(prng_, 5); ++again) {
            index = draw_index();
        }
    }
    Command command = draw_command(index);
    if (now_ >= plan_->outage_from && now_ < plan_->outage_to) {
        // Whatever was thought of single guests is taken back.
        if (const auto* sent = std::get_if<core::ReportSent>(&command)) {
            command = core::ReportUndeliverable{sent->offer, core::Undeliverable::None};
        } else if (auto* report = std::get_if<core::ReportUndeliverable>(&command)) {
            report->cause = core::Undeliverable::None;
        }
    }
    if (recent.size() >= recent_max) {
        recent.pop_front();
    }
    recent.push_back(command);
    return command;
}

}  // namespace standby::sim
