#include "store/sql/rows.hpp"

namespace standby::store {

const char* name_of(engine::RowTable table) {
    switch (table) {
    case engine::RowTable::Entries:
        return "entries";
    case engine::RowTable::Offers:
        return "offers";
    case engine::RowTable::Openings:
        break;
    }
    return "openings";
}

engine::StoredRow stored_row_from(SqlRow& row) {
    return {.number = row.number<std::uint32_t>(0),
            .state = row.number<std::uint8_t>(1),
            .changed_at = row.time(2),
            .data = row.bytes(3)};
}

engine::EventRow event_from(SqlRow& row) {
    return {.number = row.number<std::uint64_t>(0),
            .at = row.time(1),
            .data = row.bytes(2),
            .link = row.digest(3)};
}

engine::HistoryStart history_start_from(SqlRow& row) {
    return {.event = row.number<std::uint64_t>(0),
            .since = row.time(1),
            .link = row.digest(2),
            .made_at = row.time(3),
            .previous = row.digest(4),
            .state_digest = row.digest(5),
            .digest = row.digest(6),
            .state = row.bytes(7)};
}

engine::AnswerRow answer_from(SqlRow& row) {
    return {.number = row.number<std::uint64_t>(0),
            .key = {.high = row.hash(1), .low = row.hash(2)},
            .request_digest = row.hash(3),
            .made_at = row.time(4),
            .status = row.number<std::uint16_t>(5),
            .body = row.text(6)};
}

engine::KnownAnswer known_answer_from(SqlRow& row) {
    return {.key = {.high = row.hash(1), .low = row.hash(2)},
            .number = row.number<std::uint64_t>(0),
            .made_at = row.time(3)};
}

engine::PersonChange person_from(SqlRow& row) {
    return {.entry = row.number<core::Ticket>(0),
            .person = {.name = row.text(1),
                       .email = row.text(2),
                       .phone = row.text(3),
                       .user_id = row.text(4),
                       .time_zone = row.text(5),
                       .locale = row.text(6),
                       .consent_text = row.text(7),
                       .consent_source = row.text(8),
                       .consent_at = row.optional_time(9),
                       .pending_email = row.text(10),
                       .former_contact = row.text(11)}};
}

engine::ResourceListing listing_from(SqlRow& row) {
    return {.number = row.id<core::ResourceNumber>(0),
            .account = row.id<engine::AccountNumber>(1),
            .name = row.text(2),
            .status = row.choice(3, core::ResourceStatus::Cancelled),
            .next_due = row.optional_time(4),
            .last_event = row.number<std::uint64_t>(5),
            .last_link = row.digest(6),
            .data = row.bytes(7)};
}

engine::OutboxRow message_from(SqlRow& row) {
    return {.id = row.number<std::uint64_t>(0),
            .resource = row.id<core::ResourceNumber>(1),
            .event = row.number<std::uint64_t>(2),
            .kind = row.choice(3, engine::last_in_outbox),
            .entry = row.number<core::Ticket>(4),
            .offer = row.id<core::OfferNumber>(5),
            .opening = row.id<core::OpeningNumber>(6),
            .due_at = row.time(7),
            .attempts = row.number<std::uint32_t>(8)};
}

engine::OutboxListing message_listing_from(SqlRow& row) {
    return {.row = message_from(row),
            .state = row.choice(9, engine::OutboxState::Dead),
            .note = row.text(10)};
}

engine::Delivery delivery_from(SqlRow& row) {
    return {.message = row.number<std::uint64_t>(0),
            .channel = row.choice(1, engine::last_channel),
            .state = row.choice(2, engine::DeliveryState::Failed),
            .address = row.contact(3),
            .changed_at = row.time(4),
            .sent_at = row.optional_time(5),
            .delivered_at = row.optional_time(6),
            .provider_id = row.text(7),
            .note = row.text(8)};
}

engine::KeptWords words_from(SqlRow& row) {
    return {.message = row.number<std::uint64_t>(0),
            .channel = row.choice(1, engine::last_channel),
            .subject = row.text(2),
            .text = row.text(3)};
}

}  // namespace standby::store
