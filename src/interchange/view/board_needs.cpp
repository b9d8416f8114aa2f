#include "interchange/view/board_needs.hpp"

#include "interchange/view/board_words.hpp"
#include "interchange/view/ids.hpp"
#include "interchange/view/placeholders.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::interchange {
namespace {

// What the sentence says, as far as it applies. Without personal data.
struct NeedFacts {
    std::optional<core::Slot> slot = {};
    std::optional<std::uint64_t> places = {};  // free, offered or claimed
    std::optional<std::uint64_t> offers_made = {};
    std::optional<bool> asks_newcomers = {};
    std::optional<bool> is_left_to_staff = {};
    core::Undeliverable unreached = core::Undeliverable::None;
    std::optional<Time> next_asked_at = {};
    std::optional<Time> due_at = {};  // of a booking or a payment
    std::optional<engine::MessageKind> message_kind = {};
    std::optional<engine::Channel> channel = {};
    std::string note = {};  // what a provider said
};

struct Need {
    std::string_view kind;
    Time since{};
    core::Ticket entry = 0;
    core::OfferNumber offer;
    core::OpeningNumber opening;
    std::uint64_t message = 0;
    NeedFacts facts;
    std::string detail;
};

constexpr std::string_view unreached_kind = "not_reachable";
constexpr std::string_view dead_message_kind = "dead_letter";

std::optional<core::Slot> slot_of(const BoardTask& task) {
    return task.opening ? std::optional{task.opening->slot} : std::nullopt;
}

// Of an offer whose guest cannot be told.
Need unreached_need(const BoardTask& task, const Zone& zone, Time now) {
    const OfferFacts& offer = *task.offer;
    const bool has_patience = offer.patience_until && *offer.patience_until > now;
    return {.kind = unreached_kind,
            .since = task.since,
            .entry = offer.entry,
            .offer = core::OfferNumber{core::number_of(offer.id)},
            .opening = offer.opening,
            .facts = {.slot = slot_of(task),
                      .places = offer.places,
                      .unreached = offer.unreached,
                      .next_asked_at = has_patience ? offer.patience_until : std::nullopt},
            .detail = unreached_words(offer, task.opening ? &*task.opening : nullptr, zone, now)};
}

// Of an offer that was claimed, and awaits something.
Need confirming_need(const BoardTask& task, const Zone& zone, Time now) {
    const OfferFacts& offer = *task.offer;
    return {.kind = offer.awaiting == core::Awaiting::Payment ? "payment" : "approval",
            .since = task.since,
            .entry = offer.entry,
            .offer = core::OfferNumber{core::number_of(offer.id)},
            .opening = offer.opening,
            .facts = {.slot = slot_of(task), .places = offer.places, .due_at = offer.expires_at},
            .detail = confirming_words(offer, task.opening ? &*task.opening : nullptr, zone, now)};
}

Need need_of(const BoardTask& task, const Zone& zone, Time now) {
    if (task.offer && task.offer->state == core::OfferState::Live) {
        return unreached_need(task, zone, now);
    }
    if (task.offer) {
        return confirming_need(task, zone, now);
    }
    if (task.places) {
        return {.kind = task.places->is_left_to_staff ? "handed_back" : "nobody_fits",
                .since = task.since,
                .facts = {.places = task.places->free,
                          .is_left_to_staff = task.places->is_left_to_staff},
                .detail = idle_places_words(*task.places)};
    }
    const bool is_open = task.opening->state == core::OpeningState::Open;
    return {.kind = is_open ? "nobody_fits" : "handed_back",
            .since = task.since,
            .opening = core::OpeningNumber{core::number_of(task.opening->id)},
            .facts = {.slot = task.opening->slot,
                      .offers_made = task.opening->offers_made,
                      .asks_newcomers = task.opening->asks_newcomers},
            .detail = is_open ? nobody_fits_words(*task.opening, zone, now)
                              : handed_back_words(*task.opening, zone, now)};
}

// Why nothing carried it; nothing where a provider said why.
core::Undeliverable cause_of(const engine::OutboxListing& message) {
    if (message.note == engine::note_opted_out) {
        return core::Undeliverable::Blocked;
    }
    const bool has_no_way =
        message.note == engine::note_no_carrier || message.note == engine::note_no_address;
    return has_no_way ? core::Undeliverable::NoChannel : core::Undeliverable::None;
}

Need need_of(const engine::OutboxListing& message) {
    const core::Undeliverable cause = cause_of(message);
    return {.kind = dead_message_kind,
            .since = message.row.due_at,
            .entry = message.row.entry,
            .offer = message.row.offer,
            .opening = message.row.opening,
            .message = message.row.id,
            .facts = {.unreached = cause,
                      .message_kind = message.row.kind,
                      .note = cause == core::Undeliverable::None ? message.note : std::string{}},
            .detail = dead_message_words(message)};
}

Need need_of(const engine::ChannelTrouble& trouble) {
    return {.kind = "channel_down",
            .since = trouble.since,
            .facts = {.channel = trouble.channel, .note = trouble.note},
            .detail = trouble_words(trouble)};
}

void boolean_or_null(JsonWriter& writer, std::string_view name, const std::optional<bool>& value) {
    if (value) {
        writer.boolean(name, *value);
    } else {
        writer.null(name);
    }
}

void write_facts(JsonWriter& writer, const NeedFacts& facts) {
    writer.begin_object("facts");
    if (facts.slot) {
        writer.begin_object("slot");
        writer.text_or_null("service", facts.slot->service);
        writer.text_or_null("staff", facts.slot->staff);
        writer.time("starts_at", facts.slot->starts_at);
        writer.end_object();
    } else {
        writer.null("slot");
    }
    writer.natural("places", facts.places);
    writer.natural("offers_made", facts.offers_made);
    boolean_or_null(writer, "asks_newcomers", facts.asks_newcomers);
    boolean_or_null(writer, "left_to_staff", facts.is_left_to_staff);
    write_name(writer, "unreached", facts.unreached, core::Undeliverable::None);
    writer.time("next_asked_at", facts.next_asked_at);
    writer.time("due_at", facts.due_at);
    writer.text_or_null("message_kind",
                        facts.message_kind ? engine::name_of(*facts.message_kind) : "");
    writer.text_or_null("channel", facts.channel ? engine::name_of(*facts.channel) : "");
    writer.text_or_null("note", facts.note);
    writer.end_object();
}

void write_need(JsonWriter& writer, core::ResourceNumber resource, const Need& need) {
    writer.begin_object();
    writer.text("kind", need.kind);
    writer.time("since", need.since);
    write_id(writer, "entry_id", resource, need.entry);
    if (need.entry == 0) {
        writer.null("name");
    } else {
        write_mark(writer, "name", EntryMark::Name, core::entry_id(resource, need.entry));
    }
    // Somebody may want to call them.
    const bool is_untold = need.kind == unreached_kind || need.kind == dead_message_kind;
    if (is_untold && need.entry != 0) {
        write_mark(writer, "email", EntryMark::Email, core::entry_id(resource, need.entry));
        write_mark(writer, "phone", EntryMark::Phone, core::entry_id(resource, need.entry));
    } else {
        writer.null("email");
        writer.null("phone");
    }
    write_id(writer, "offer_id", resource, need.offer);
    write_id(writer, "opening_id", resource, need.opening);
    writer.text_or_null("message_id", need.message == 0 ? std::string{}
                                                        : engine::format_message_id(need.message));
    writer.text("detail", need.detail);
    write_facts(writer, need.facts);
    writer.end_object();
}

}  // namespace

void write_needs(JsonWriter& writer, const Board& board, const Zone& zone) {
    std::vector<Need> needs;
    for (const BoardTask& task : board.tasks) {
        needs.push_back(need_of(task, zone, board.at));
    }
    for (const engine::OutboxListing& message : board.dead_messages) {
        needs.push_back(need_of(message));
    }
    std::ranges::stable_sort(needs, {}, &Need::since);
    // What concerns everybody comes first.
    std::vector<Need> troubles;
    for (const engine::ChannelTrouble& trouble : board.troubles) {
        troubles.push_back(need_of(trouble));
    }
    needs.insert(needs.begin(), std::make_move_iterator(troubles.begin()),
                 std::make_move_iterator(troubles.end()));
    needs.resize(std::min(needs.size(), board_limits::needs_hand));
    for (const Need& need : needs) {
        write_need(writer, board.resource.number, need);
    }
}

}  // namespace standby::interchange
