// One look at each resource, one reading of its people, one of all deliveries and opt-outs.
#include "notify/relay/gather.hpp"

#include "core/audit/event_codec.hpp"
#include "core/decide/outcomes.hpp"
#include "core/state/resource_state.hpp"
#include "core/state/rows.hpp"
#include "interchange/contact/contact.hpp"
#include "interchange/view/late_yes.hpp"
#include "interchange/view/wished_slot.hpp"
#include "notify/relay/plan.hpp"

#include <algorithm>
#include <map>

namespace standby::notify {
namespace {

using engine::StoreError;

struct Moment {
    Time now{};
    const core::ZoneBook* zones = nullptr;
};

void add_offer(const core::ResourceState& state, core::OfferNumber number, const Moment& moment,
               Scene& scene) {
    scene.offer = core::view_offer(state, number);
    const auto live = state.offers.find(number);
    if (live == state.offers.end()) {
        return;
    }
    const core::Offer& offer = live->second;
    scene.plain_clock = offer.plain_clock;
    scene.deadline = offer.expires_at;
    if (!offer.sent_at || offer.unreached != core::Undeliverable::None) {
        const core::Context context{.now = moment.now, .actor = {}, .zones = moment.zones};
        scene.deadline = core::deadline_if_told(state, offer, moment.now, context);
    }
}

// Whether the place that an ended offer was about has gone to somebody else, or is free.
void add_whereabouts(const core::ResourceState& state, const engine::OutboxRow& row, Scene& scene) {
    if (core::counts_places(state)) {
        scene.free_again = state.places.free(state.settings) > 0;
        scene.passed_on = !scene.free_again;
        return;
    }
    const auto found = state.openings.find(row.opening);
    if (found == state.openings.end()) {
        return;
    }
    const core::Opening& opening = found->second;
    scene.passed_on = opening.offer != core::OfferNumber{} || opening.holder != 0;
    scene.free_again = !scene.passed_on && opening.slot.starts_at > state.last_at;
    scene.asks_newcomers = opening.asks_newcomers;
}

Scene scene_of(const core::ResourceState& state, const std::string& name,
               const engine::OutboxRow& row, const Moment& moment) {
    Scene scene{.resource = name,
                .time_zone = state.settings.time_zone,
                .quiet_hours = state.rules.quiet_hours,
                .visibility = state.rules.visibility,
                .verifies = state.rules.verify_email,
                .payment = state.rules.payment,
                .tax = state.rules.tax,
                .starts_at = state.settings.starts_at,
                .is_access = state.settings.kind == core::Kind::Access,
                .cancel_note = state.cancel_note};
    if (row.entry != 0) {
        scene.entry = core::view_entry(state, row.entry);
    }
    if (scene.entry && scene.entry->state == core::EntryState::Accepted) {
        scene.access_url = state.settings.access_url;
    }
    if (row.offer != core::OfferNumber{}) {
        add_offer(state, row.offer, moment, scene);
    } else if (row.kind == engine::MessageKind::Waitlisted && scene.entry &&
               scene.entry->state == core::EntryState::Offered) {
        add_offer(state, scene.entry->offer, moment, scene);
    }
    if (const auto opening = core::view_opening(state, row.opening);
        opening && opening->slot.starts_at != Time{}) {
        scene.slot =
            scene.entry ? interchange::as_wished(opening->slot, scene.entry->wants) : opening->slot;
        scene.starts_at = opening->slot.starts_at;
    }
    if (row.kind == engine::MessageKind::Expired || row.kind == engine::MessageKind::HandedBack) {
        add_whereabouts(state, row, scene);
    }
    if (row.kind == engine::MessageKind::Expired) {
        const core::LateYes late{.entry = row.entry, .offer = row.offer, .opening = row.opening};
        scene.late_yes = interchange::late_yes_facts(state, late, moment.now).can_be_said();
    }
    if (audience_of(row.kind) == Audience::Staff) {
        scene.free_places = core::counts_of(state).free_places;
    }
    return scene;
}

}  // namespace

Gatherer::Look Gatherer::start_look(core::ResourceNumber resource, Part part) {
    auto seen = std::make_shared<std::promise<std::optional<engine::Failure>>>();
    auto scenes = std::make_shared<std::vector<std::optional<Scene>>>(part.size());
    std::vector<engine::OutboxRow> rows;
    for (const Gathered* gathered : part) {
        rows.push_back(gathered->row);
    }
    Look look{scenes, seen->get_future()};
    gateway_.submit(engine::Query{
        .resource = resource,
        .look = [seen, scenes, moment = Moment{gateway_.now(), &zones_},
                 rows = std::move(rows)](const engine::Query::View& view) {
            if (view.state != nullptr && view.name != nullptr) {
                for (std::size_t index = 0; index < rows.size(); ++index) {
                    (*scenes)[index] = scene_of(*view.state, *view.name, rows[index], moment);
                }
            }
            seen->set_value(view.failure);
        }});
    return look;
}

Result<void, StoreError> Gatherer::add_scenes(Look look, Part part) {
    if (const auto failure = look.failure.get()) {
        return std::unexpected(failure == engine::Failure::Moved ? StoreError::Fenced
                                                                 : StoreError::NotCommitted);
    }
    for (std::size_t index = 0; index < part.size(); ++index) {
        part[index]->scene = std::move((*look.scenes)[index]);
    }
    return {};
}

Result<void, StoreError> Gatherer::add_people(core::ResourceNumber resource, Part part) {
    std::vector<core::Ticket> tickets;
    for (const Gathered* gathered : part) {
        if (gathered->row.entry != 0) {
            tickets.push_back(gathered->row.entry);
        }
    }
    std::ranges::sort(tickets);
    tickets.erase(std::ranges::unique(tickets).begin(), tickets.end());
    std::map<core::Ticket, engine::Person> people;
    for (engine::PersonChange& row : TRY(store_.people(resource, tickets))) {
        people.emplace(row.entry, std::move(row.person));
    }
    for (Gathered* gathered : part) {
        const auto found = people.find(gathered->row.entry);
        if (found == people.end()) {
            continue;
        }
        gathered->person = found->second;
        engine::Person& person = *gathered->person;
        if (gathered->row.kind == engine::MessageKind::Verify && !person.pending_email.empty()) {
            // It goes to the address that it is about.
            person.email = person.pending_email;
        }
        if (gathered->row.kind == engine::MessageKind::PassedOn) {
            // It goes to whoever had the place, and tells nothing of who has it now.
            const bool is_mail = person.former_contact.contains('@');
            person.name.clear();
            person.email = is_mail ? person.former_contact : std::string();
            person.phone = is_mail ? std::string() : person.former_contact;
        }
        if (!person.email.empty()) {
            gathered->email = keys_.email(person.email);
            gathered->mailbox = keys_.email(interchange::mailbox_of(person.email));
        }
        if (!person.phone.empty()) {
            gathered->phone = keys_.phone(person.phone);
        }
    }
    return {};
}

Result<void, StoreError> Gatherer::add_houses(std::vector<Gathered>& all) {
    for (Gathered& gathered : all) {
        const engine::AccountNumber account = gathered.row.resource == core::ResourceNumber{}
                                                  ? engine::AccountNumber{gathered.row.entry}
                                                  : TRY(houses_.owner(gathered.row.resource));
        gathered.house = TRY(houses_.house(account));
        gathered.house_has_name = TRY(houses_.has_own_name(account));
        gathered.house_has_staff = TRY(houses_.has_staff(account));
        if (audience_of(gathered.row.kind) == Audience::Staff) {
            // A guest that it is about is not the one who reads it.
            gathered.email = {};
            gathered.mailbox = {};
            const std::string& phone = gathered.house.staff_phone;
            gathered.phone = phone.empty() ? core::ContactKey{} : keys_.phone(phone);
        }
    }
    return {};
}

Result<void, StoreError> Gatherer::add_deliveries(std::vector<Gathered>& all) {
    std::map<std::uint64_t, Gathered*> tried;
    std::vector<std::uint64_t> ids;
    for (Gathered& gathered : all) {
        if (gathered.row.attempts > 0) {
            tried.emplace(gathered.row.id, &gathered);
            ids.push_back(gathered.row.id);
        }
        if (gathered.row.kind == engine::MessageKind::Reminder) {
            TRY(add_offer_deliveries(gathered));
        }
    }
    if (ids.empty()) {
        return {};
    }
    for (engine::Delivery& delivery : TRY(store_.deliveries(ids))) {
        if (const auto found = tried.find(delivery.message); found != tried.end()) {
            found->second->deliveries.push_back(std::move(delivery));
        }
    }
    return {};
}

// The offer's own message is one of the few of its entry.
Result<void, StoreError> Gatherer::add_offer_deliveries(Gathered& reminder) {
    constexpr std::size_t messages_max = 200;
    const engine::MessageFilter filter{.resource = reminder.row.resource,
                                       .entry = reminder.row.entry};
    for (const engine::OutboxListing& message : TRY(store_.messages(filter, 0, messages_max))) {
        if (engine::is_offer(message.row.kind) && message.row.offer == reminder.row.offer) {
            const std::uint64_t ids[] = {message.row.id};
            reminder.offer_deliveries = TRY(store_.deliveries(ids));
        }
    }
    return {};
}

// Joining is open to everybody, so what tells of it may be a stranger's doing. And whoever has a
// place without having been asked is told why.
Result<void, StoreError> Gatherer::add_causes(std::vector<Gathered>& all) {
    for (Gathered& gathered : all) {
        const engine::OutboxRow& row = gathered.row;
        if (row.kind == engine::MessageKind::StatusLink) {
            gathered.is_strangers = true;
            continue;
        }
        const bool tells_of_joining = row.kind == engine::MessageKind::Waitlisted ||
                                      row.kind == engine::MessageKind::Verify ||
                                      row.kind == engine::MessageKind::Confirmed;
        // Where a place has to be paid for, a late yes turns into an offer.
        const bool may_follow_a_yes =
            engine::is_offer(row.kind) && gathered.scene && gathered.scene->payment;
        const bool may_tell_of_losing = row.kind == engine::MessageKind::EventCancelled;
        const bool tells_of_money = engine::is_about_money(row.kind);
        if ((!tells_of_joining && !may_follow_a_yes && !may_tell_of_losing && !tells_of_money) ||
            row.event == 0) {
            continue;
        }
        for (const engine::EventRow& stored : TRY(store_.events(row.resource, row.event - 1, 1))) {
            // What is no longer kept was long ago, and nobody waits for it any more.
            if (stored.number != row.event) {
                continue;
            }
            const auto event = core::decode_event(stored.data);
            gathered.yes_by = event ? core::yes_by(*event) : core::YesBy::Asked;
            const auto* step = event ? std::get_if<core::OutsideStep>(&event->body) : nullptr;
            if (step != nullptr) {
                gathered.step = *step;
            }
            gathered.had_place =
                event && std::holds_alternative<core::EntryEnded>(event->body) &&
                static_cast<core::EntryState>(event->from) == core::EntryState::Accepted;
            // A confirmation may be asked for again, after any event.
            const bool is_join = event && std::holds_alternative<core::EntryJoined>(event->body);
            const bool is_again = row.kind == engine::MessageKind::Verify && !is_join;
            gathered.is_strangers =
                is_again || (is_join && event->actor.kind == core::ActorKind::Guest);
        }
    }
    return {};
}

Result<void, StoreError> Gatherer::add_times(std::vector<Gathered>& all) {
    for (Gathered& gathered : all) {
        const engine::OutboxRow& row = gathered.row;
        const bool has_event = row.resource != core::ResourceNumber{} && row.event != 0 &&
                               row.kind != engine::MessageKind::StaffMessage;
        const bool is_wanted =
            row.kind == engine::MessageKind::EventReminder || !gathered.house.webhook_url.empty();
        if (has_event && is_wanted) {
            for (engine::EventRow& event : TRY(store_.events(row.resource, row.event - 1, 1))) {
                if (event.number == row.event) {
                    gathered.made_at = event.at;
                    gathered.event = std::move(event);
                }
            }
        }
    }
    return {};
}

// One text is the same for many of them.
Result<void, StoreError> Gatherer::add_staff_messages(std::vector<Gathered>& all) {
    std::map<std::uint64_t, std::optional<engine::StaffMessage>> known;
    for (Gathered& gathered : all) {
        if (gathered.row.kind != engine::MessageKind::StaffMessage) {
            continue;
        }
        const auto [found, is_new] = known.try_emplace(gathered.row.event);
        if (is_new) {
            found->second = TRY(registry_.staff_message(gathered.row.event));
        }
        gathered.staff_message = found->second;
        if (gathered.staff_message) {
            gathered.made_at = gathered.staff_message->made_at;
        }
    }
    return {};
}

// Whoever gave up a place does not hold it any more: the message that confirmed it knows which.
Result<core::OpeningNumber, StoreError>
Gatherer::given_up_opening(const engine::OutboxRow& cancelled) {
    constexpr std::size_t messages_max = 200;
    core::OpeningNumber opening;
    const engine::MessageFilter filter{.resource = cancelled.resource, .entry = cancelled.entry};
    for (const engine::OutboxListing& message : TRY(store_.messages(filter, 0, messages_max))) {
        const bool is_before = message.row.event < cancelled.event;
        if (is_before && message.row.kind == engine::MessageKind::Confirmed) {
            opening = message.row.opening;
        }
    }
    return opening;
}

// The slot that a message is about may be history by now, which the engine does not keep in memory.
Result<void, StoreError> Gatherer::add_past_slots(std::vector<Gathered>& all) {
    for (Gathered& gathered : all) {
        const engine::OutboxRow& row = gathered.row;
        if (!gathered.scene || gathered.scene->slot) {
            continue;
        }
        core::OpeningNumber opening = row.opening;
        const bool is_cancelled = row.kind == engine::MessageKind::Cancelled ||
                                  row.kind == engine::MessageKind::EventCancelled;
        if (is_cancelled && opening == core::OpeningNumber{}) {
            opening = TRY(given_up_opening(row));
        }
        if (opening == core::OpeningNumber{}) {
            continue;
        }
        const auto stored =
            TRY(store_.row(engine::RowTable::Openings, row.resource, opening.value()));
        if (!stored) {
            continue;
        }
        if (auto past = core::decode_opening_row(stored->data)) {
            gathered.scene->starts_at = past->slot.starts_at;
            gathered.scene->slot = std::move(past->slot);
        }
    }
    return {};
}

// Of an ended entry its row knows which links it had.
Result<void, StoreError> Gatherer::add_link_epochs(std::vector<Gathered>& all) {
    for (Gathered& gathered : all) {
        if (!gathered.scene || !gathered.scene->entry) {
            continue;
        }
        gathered.link_epoch = gathered.scene->entry->link_epoch;
        if (!core::is_terminal(gathered.scene->entry->state) || !gathered.person) {
            continue;
        }
        const auto stored =
            TRY(store_.row(engine::RowTable::Entries, gathered.row.resource, gathered.row.entry));
        const auto row =
            stored ? core::decode_entry_row(stored->data) : std::unexpected(std::string{});
        gathered.link_epoch = row ? row->link_epoch : 0;
    }
    return {};
}

Result<void, StoreError> Gatherer::add_opt_outs(std::vector<Gathered>& all) {
    std::vector<core::ContactKey> addresses;
    for (const Gathered& gathered : all) {
        for (const core::ContactKey key : {gathered.email, gathered.phone}) {
            if (key.value() != 0) {
                addresses.push_back(key);
            }
        }
    }
    if (addresses.empty()) {
        return {};
    }
    const std::vector<engine::OptOut> opt_outs = TRY(registry_.opt_outs(addresses));
    for (Gathered& gathered : all) {
        const auto is_closed = [&](core::ContactKey address) {
            const auto rows =
                std::ranges::equal_range(opt_outs, address, {}, &engine::OptOut::address);
            return std::ranges::any_of(rows, [&](const engine::OptOut& row) {
                return engine::counts_for(row, gathered.house.account);
            });
        };
        gathered.email_is_closed = is_closed(gathered.email);
        gathered.phone_is_closed = is_closed(gathered.phone);
    }
    return {};
}

Result<void, StoreError> Gatherer::add_whatsapp(std::vector<Gathered>& all) {
    // Whoever was not there may have installed it since.
    constexpr Duration absence_holds = std::chrono::days{7};
    std::vector<core::ContactKey> numbers;
    for (const Gathered& gathered : all) {
        if (gathered.phone.value() != 0) {
            numbers.push_back(gathered.phone);
        }
    }
    if (!has_whatsapp_ || numbers.empty()) {
        return {};
    }
    const Time now = gateway_.now();
    const auto known = TRY(registry_.whatsapp_numbers(numbers));
    for (Gathered& gathered : all) {
        const auto found =
            std::ranges::lower_bound(known, gathered.phone, {}, &engine::WhatsAppNumber::address);
        if (found == known.end() || found->address != gathered.phone) {
            continue;
        }
        if (found->heard_at != Time{}) {
            gathered.any_words_until = found->heard_at + engine::any_words_on_whatsapp;
        }
        gathered.is_off_whatsapp =
            found->absent_at != Time{} && now < found->absent_at + absence_holds;
    }
    return {};
}

Result<std::vector<Gathered>, StoreError>
Gatherer::gather(std::span<const engine::OutboxRow> rows) {
    std::vector<Gathered> all;
    all.reserve(rows.size());
    std::map<core::ResourceNumber, std::vector<Gathered*>> by_resource;
    for (const engine::OutboxRow& row : rows) {
        Gathered& gathered = all.emplace_back();
        gathered.row = row;
        if (row.resource != core::ResourceNumber{}) {
            by_resource[row.resource].push_back(&gathered);
        }
    }
    // All shards look while the people are read.
    std::vector<Look> looks;
    for (auto& [resource, part] : by_resource) {
        looks.push_back(start_look(resource, part));
    }
    std::size_t index = 0;
    for (auto& [resource, part] : by_resource) {
        TRY(add_people(resource, part));
        TRY(add_scenes(std::move(looks[index++]), part));
    }
    for (Gathered& gathered : all) {
        TRY(add_staff_facts(gathered));
    }
    TRY(add_past_slots(all));
    TRY(add_link_epochs(all));
    TRY(add_houses(all));
    TRY(add_deliveries(all));
    TRY(add_times(all));
    TRY(add_staff_messages(all));
    TRY(add_causes(all));
    TRY(add_opt_outs(all));
    TRY(add_whatsapp(all));
    return all;
}

}  // namespace standby::notify
