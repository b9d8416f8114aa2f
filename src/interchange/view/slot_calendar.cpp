#include "interchange/view/slot_calendar.hpp"

#include "core/state/resource_state.hpp"
#include "interchange/view/ids.hpp"
#include "interchange/view/message_progress.hpp"
#include "interchange/view/placeholders.hpp"
#include "interchange/view/wants.hpp"
#include "interchange/view/wished_slot.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

namespace standby::interchange {
namespace {

bool begins_within(const SlotCalendar& calendar, const core::Slot& slot) {
    return slot.starts_at >= calendar.from && slot.starts_at < calendar.to;
}

// Who is asked, or else who has it.
core::Ticket guest_of(const CalendarSlot& slot) {
    return slot.offer ? slot.offer->entry : slot.opening.holder;
}

// A slot for several services, or for any, is for one once somebody comes for it.
void name_guest_service(const core::ResourceState& state, CalendarSlot& slot) {
    const core::Slot& own = slot.opening.slot;
    const auto guest = own.service.empty() || !own.service_names.empty()
                           ? core::view_entry(state, guest_of(slot))
                           : std::nullopt;
    if (guest) {
        std::string wished = as_wished(own, guest->wants).service;
        slot.guest_service = wished == own.service ? std::string{} : std::move(wished);
    }
}

void write_calendar_offer(JsonWriter& writer, const OfferFacts& facts,
                          std::span<const engine::Delivery> deliveries) {
    writer.begin_object("offer");
    writer.text("id", core::format_id(facts.id));
    writer.text("state", core::name_of(facts.state));
    write_name(writer, "awaiting", facts.awaiting, core::Awaiting::Nothing);
    writer.time("made_at", facts.made_at);
    writer.time("sent_at", facts.sent_at);
    writer.time("expires_at", facts.expires_at);
    write_name(writer, "unreached", facts.unreached, core::Undeliverable::None);
    writer.name("delivery");
    write_progress(writer, progress_of(facts, deliveries));
    writer.end_object();
}

void write_calendar_slot(JsonWriter& writer, const CalendarSlot& slot) {
    const OpeningFacts& facts = slot.opening;
    const core::ResourceNumber resource = core::resource_of(facts.id);
    const core::Ticket guest = guest_of(slot);
    writer.begin_object();
    writer.text("id", core::format_id(facts.id));
    writer.text("state", core::name_of(facts.state));
    write_slot_members(writer, facts.slot);
    if (!slot.guest_service.empty()) {
        writer.text("guest_service", slot.guest_service);
    }
    writer.natural("offers_made", facts.offers_made);
    writer.natural("standing_yes", facts.standing_yes);
    write_id(writer, "entry_id", resource, guest);
    if (guest == 0) {
        writer.null("name");
    } else {
        write_mark(writer, "name", EntryMark::Name, core::entry_id(resource, guest));
    }
    if (slot.offer) {
        write_calendar_offer(writer, *slot.offer, slot.deliveries);
    } else {
        writer.null("offer");
    }
    writer.end_object();
}

}  // namespace

SlotCalendar calendar_of(const core::ResourceState& state, Time now, Time from, Time to) {
    SlotCalendar calendar{.resource = state.number,
                          .at = now,
                          .from = from,
                          .to = to,
                          .last = static_cast<std::uint32_t>(state.opening_states.size() - 1),
                          .slots = {}};
    std::size_t looked_at = 0;
    for (auto at = state.openings.rbegin(); at != state.openings.rend(); ++at) {
        if (++looked_at > calendar_limits::live_looked_at) {
            calendar.is_whole = false;
            break;
        }
        if (!begins_within(calendar, at->second.slot)) {
            continue;
        }
        CalendarSlot slot{.opening = opening_facts(state, at->first).value_or(OpeningFacts{}),
                          .offer = {}};
        if (slot.opening.offer != core::OfferNumber{}) {
            slot.offer = offer_facts(state, slot.opening.offer);
        }
        name_guest_service(state, slot);
        calendar.slots.push_back(std::move(slot));
    }
    std::ranges::reverse(calendar.slots);
    calendar.live = calendar.slots.size();
    return calendar;
}

std::uint32_t ended_after(const SlotCalendar& calendar) {
    return calendar.last - std::min(calendar.last, calendar_limits::ended_looked_at);
}

void add_ended(SlotCalendar& calendar, const engine::StoredRow& row) {
    const core::OpeningId id = core::opening_id(calendar.resource, core::OpeningNumber{row.number});
    OpeningFacts facts = opening_facts(id, row);
    const std::span<const CalendarSlot> live{calendar.slots.data(), calendar.live};
    const auto id_of = [](const CalendarSlot& slot) { return slot.opening.id; };
    if (row.number > calendar.last || !facts.complete ||
        facts.state == core::OpeningState::Withdrawn || !begins_within(calendar, facts.slot) ||
        std::ranges::binary_search(live, id, {}, id_of)) {
        return;
    }
    calendar.slots.push_back({.opening = std::move(facts), .offer = {}});
}

void drop_given_back(SlotCalendar& calendar, const core::ResourceState& state) {
    const auto is_given_back = [&](const CalendarSlot& slot) {
        const core::Ticket holder = slot.opening.holder;
        if (slot.opening.state != core::OpeningState::Booked || holder == 0) {
            return false;
        }
        switch (state.entries.state(holder)) {
        case core::EntryState::Accepted:
            return core::mark_of(state, holder).opening !=
                   core::OpeningNumber{core::number_of(slot.opening.id)};
        case core::EntryState::Attended:
        case core::EntryState::NoShow:
            return false;
        default:
            return true;
        }
    };
    const auto ended = calendar.slots.begin() + static_cast<std::ptrdiff_t>(calendar.live);
    calendar.slots.erase(std::remove_if(ended, calendar.slots.end(), is_given_back),
                         calendar.slots.end());
}

void cut(SlotCalendar& calendar) {
    std::ranges::sort(calendar.slots, [](const CalendarSlot& left, const CalendarSlot& right) {
        return std::pair(left.opening.slot.starts_at, left.opening.id) <
               std::pair(right.opening.slot.starts_at, right.opening.id);
    });
    if (calendar.slots.size() > calendar_limits::slots) {
        calendar.slots.resize(calendar_limits::slots);
        calendar.is_whole = false;
    }
}

void write_slot_calendar(JsonWriter& writer, const SlotCalendar& calendar) {
    writer.begin_object();
    writer.time("at", calendar.at);
    writer.time("from", calendar.from);
    writer.time("to", calendar.to);
    writer.array("items", calendar.slots, write_calendar_slot);
    writer.boolean("is_whole", calendar.is_whole);
    writer.end_object();
}

}  // namespace standby::interchange
