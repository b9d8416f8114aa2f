// From rows to values, for statements of either database that select these columns in this order.
#pragma once

#include "engine/ports/messages.hpp"
#include "engine/ports/store.hpp"
#include "store/sql/row.hpp"

namespace standby::store {

const char* name_of(engine::RowTable table);

// number, state, changed_at, data
engine::StoredRow stored_row_from(SqlRow& row);
// number, at, data, link
engine::EventRow event_from(SqlRow& row);
// event, since, link, made_at, previous, state_digest, digest, state
engine::HistoryStart history_start_from(SqlRow& row);
// number, key_high, key_low, digest, made_at, status, body
engine::AnswerRow answer_from(SqlRow& row);
// number, key_high, key_low, made_at
engine::KnownAnswer known_answer_from(SqlRow& row);
// entry, name, email, phone, user_id, time_zone, locale, consent_text, consent_source, consent_at,
// pending_email, former_contact
engine::PersonChange person_from(SqlRow& row);
// number, account, name, status, next_due, last_event, last_link, data
engine::ResourceListing listing_from(SqlRow& row);
// id, resource, event, kind, entry, offer, opening, due_at, attempts
engine::OutboxRow message_from(SqlRow& row);
// The same, state, note
engine::OutboxListing message_listing_from(SqlRow& row);
// message, channel, state, address, changed_at, sent_at, delivered_at, provider_id, note
engine::Delivery delivery_from(SqlRow& row);
engine::KeptWords words_from(SqlRow& row);

}  // namespace standby::store
