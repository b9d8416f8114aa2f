// Every table that is moved, column by column. A column that is missing here would be missed when
// the rows are written, because none of them has a default in PostgreSQL.
#include "store/migrate/table.hpp"

namespace standby::store {
namespace {

using enum ColumnKind;

constexpr ColumnRule account_columns[] = {{"number", Big}, {"name", Text}, {"created_at", Big}};
constexpr ColumnRule key_columns[] = {{"number", Big},     {"account", Big},   {"role", Small},
                                      {"label", Text},     {"prefix", Text},   {"hash", Bytes},
                                      {"created_at", Big}, {"revoked_at", Big}};
constexpr ColumnRule signing_key_columns[] = {
    {"number", Big},  {"account", Big}, {"algorithm", Small}, {"name", Text},
    {"bytes", Bytes}, {"hash", Bytes},  {"created_at", Big},  {"revoked_at", Big}};
constexpr ColumnRule secret_columns[] = {
    {"id", Big}, {"purpose", Small}, {"bytes", Bytes}, {"created_at", Big}, {"retired_at", Big}};
constexpr ColumnRule house_columns[] = {{"account", Big},           {"name", Text},
                                        {"reply_to", Text},         {"staff_email", Text},
                                        {"address", Text},          {"locale", Text},
                                        {"consent_text", Text},     {"channels", Small},
                                        {"open_tracking", Truth},   {"monthly_summary", Truth},
                                        {"event_reminder", Big},    {"rate", Real},
                                        {"webhook_url", Text},      {"webhook_secret", Bytes},
                                        {"time_zone", Text},        {"widget_origins", Text},
                                        {"text_countries", Text},   {"captcha", Small},
                                        {"captcha_site_key", Text}, {"captcha_secret", Text},
                                        {"keep_people", Big},       {"keep_messages", Big},
                                        {"staff_phone", Text},      {"keep_histories", Big},
                                        {"phone_region", Text},     {"phone_messages", Small},
                                        {"webhook_format", Small},  {"saved_at", Big}};
constexpr ColumnRule voice_columns[] = {
    {"account", Big}, {"kind", Small},       {"channel", Small}, {"locale", Text},
    {"version", Big}, {"is_default", Truth}, {"subject", Text},  {"text", Text},
    {"button", Text}, {"made_at", Big},      {"made_by", Big},   {"made_by_member", Big}};
constexpr ColumnRule opt_out_columns[] = {{"address", Big}, {"source", Small}, {"at", Big}};
constexpr ColumnRule account_opt_out_columns[] = {
    {"address", Big}, {"account", Big}, {"source", Small}, {"at", Big}};
constexpr ColumnRule heard_columns[] = {{"id", Bytes}, {"at", Big}};
constexpr ColumnRule whatsapp_columns[] = {{"address", Big}, {"heard_at", Big}, {"absent_at", Big}};
constexpr ColumnRule member_columns[] = {
    {"number", Big},     {"account", Big},        {"name", Text},         {"email", Text},
    {"role", Small},     {"password_hash", Text}, {"totp_secret", Bytes}, {"totp_last_step", Big},
    {"created_at", Big}, {"last_seen_at", Big},   {"removed_at", Big}};
constexpr ColumnRule session_columns[] = {{"number", Big},       {"hash", Bytes},
                                          {"member", Big},       {"created_at", Big},
                                          {"last_seen_at", Big}, {"expires_at", Big}};
constexpr ColumnRule link_columns[] = {{"number", Big},     {"hash", Bytes}, {"purpose", Small},
                                       {"account", Big},    {"member", Big}, {"name", Text},
                                       {"email", Text},     {"role", Small}, {"created_at", Big},
                                       {"expires_at", Big}, {"used_at", Big}};
constexpr ColumnRule deed_columns[] = {{"account", Big}, {"number", Big}, {"at", Big},
                                       {"data", Bytes},  {"link", Bytes}, {"salt", Bytes},
                                       {"client", Text}};
constexpr ColumnRule recovery_columns[] = {{"member", Big}, {"hash", Bytes}};
constexpr ColumnRule notice_columns[] = {{"number", Big}, {"account", Big}, {"member", Big},
                                         {"kind", Small}, {"email", Text},  {"client", Text},
                                         {"at", Big}};
constexpr ColumnRule passkey_columns[] = {
    {"number", Big},     {"member", Big}, {"credential", Bytes}, {"public_key", Bytes},
    {"sign_count", Big}, {"name", Text},  {"created_at", Big},   {"last_used_at", Big}};
constexpr ColumnRule resource_columns[] = {
    {"number", Big},   {"account", Big},    {"name", Text},       {"status", Small},
    {"next_due", Big}, {"last_event", Big}, {"last_link", Bytes}, {"data", Bytes}};
constexpr ColumnRule entry_columns[] = {{"resource", Big},   {"number", Big}, {"state", Small},
                                        {"changed_at", Big}, {"data", Bytes}, {"contacts", Bytes}};
constexpr ColumnRule row_columns[] = {
    {"resource", Big}, {"number", Big}, {"state", Small}, {"changed_at", Big}, {"data", Bytes}};
constexpr ColumnRule people_columns[] = {
    {"resource", Big},       {"entry", Big},           {"name", Text},      {"email", Text},
    {"phone", Text},         {"user_id", Text},        {"time_zone", Text}, {"locale", Text},
    {"consent_text", Text},  {"consent_source", Text}, {"consent_at", Big}, {"pending_email", Text},
    {"former_contact", Text}};
constexpr ColumnRule fact_columns[] = {
    {"resource", Big}, {"kind", Small}, {"key", Big}, {"value", Big}};
constexpr ColumnRule event_columns[] = {
    {"resource", Big}, {"number", Big}, {"at", Big}, {"data", Bytes}, {"link", Bytes}};
constexpr ColumnRule start_columns[] = {
    {"resource", Big},       {"event", Big},    {"since", Big},
    {"link", Bytes},         {"made_at", Big},  {"previous", Bytes},
    {"state_digest", Bytes}, {"digest", Bytes}, {"state", Bytes}};
constexpr ColumnRule rollup_columns[] = {
    {"resource", Big}, {"version", Integer}, {"event", Big}, {"digest", Bytes}, {"data", Bytes}};
constexpr ColumnRule rollup_day_columns[] = {{"resource", Big}, {"day", Integer}, {"data", Bytes}};
constexpr ColumnRule answer_columns[] = {{"resource", Big},   {"number", Big}, {"key_high", Big},
                                         {"key_low", Big},    {"digest", Big}, {"made_at", Big},
                                         {"status", Integer}, {"body", Bytes}};
constexpr ColumnRule creation_columns[] = {
    {"key_high", Big}, {"key_low", Big}, {"resource", Big}, {"made_at", Big}};
constexpr ColumnRule outbox_columns[] = {{"id", Big},       {"resource", Big}, {"event", Big},
                                         {"kind", Small},   {"entry", Big},    {"offer", Big},
                                         {"opening", Big},  {"due_at", Big},   {"state", Small},
                                         {"attempts", Big}, {"note", Text}};
constexpr ColumnRule delivery_columns[] = {
    {"message", Big},      {"channel", Small},    {"state", Small},
    {"address", Big},      {"changed_at", Big},   {"sent_at", Big},
    {"delivered_at", Big}, {"provider_id", Text}, {"note", Text}};
constexpr ColumnRule words_columns[] = {
    {"message", Big}, {"channel", Small}, {"subject", Text}, {"text", Text}};

constexpr ColumnRule guest_note_columns[] = {{"resource", Big}, {"entry", Big},
                                             {"account", Big},  {"text", Text},
                                             {"tags", Text},    {"changed_at", Big}};

constexpr ColumnRule staff_message_columns[] = {
    {"number", Big},       {"account", Big},     {"resource", Big},       {"made_at", Big},
    {"request_high", Big}, {"request_low", Big}, {"request_digest", Big}, {"guests", Text},
    {"subject", Text},     {"text", Text}};

constexpr ColumnRule catalogue_columns[] = {
    {"number", Big},       {"account", Big},    {"kind", Small},       {"name", Text},
    {"other_names", Text}, {"duration", Big},   {"price_amount", Big}, {"price_currency", Text},
    {"buffer", Big},       {"services", Text},  {"hours", Text},       {"size_min", Integer},
    {"size_max", Integer}, {"created_at", Big}, {"removed_at", Big}};
constexpr ColumnRule late_look_columns[] = {
    {"resource", Big}, {"day", Integer}, {"span", Small}, {"looks", Big}};
constexpr ColumnRule suggestion_columns[] = {
    {"account", Big},       {"month", Integer},   {"made_at", Big},     {"resource", Big},
    {"rule_change", Small}, {"filled_now", Real}, {"filled_then", Real}};
constexpr ColumnRule delivery_settings_columns[] = {
    {"channel", Small}, {"sealed", Bytes}, {"changed_at", Big}};
constexpr ColumnRule connection_columns[] = {
    {"number", Big},     {"account", Big},  {"resource", Big},   {"kind", Small},
    {"settings", Text},  {"sealed", Bytes}, {"created_at", Big}, {"changed_at", Big},
    {"removed_at", Big}, {"mark", Big},     {"state", Text},     {"looked_at", Big}};
constexpr ColumnRule connection_item_columns[] = {
    {"connection", Big}, {"key", Text}, {"data", Text}};
constexpr ColumnRule connection_card_columns[] = {
    {"number", Big}, {"account", Big}, {"resource", Big},   {"connection", Big}, {"kind", Text},
    {"data", Text},  {"made_at", Big}, {"settled_at", Big}, {"outcome", Text}};
constexpr ColumnRule intake_mail_columns[] = {
    {"number", Big},       {"account", Big},     {"resource", Big}, {"connection", Big},
    {"uid_validity", Big}, {"uid", Big},         {"digest", Bytes}, {"state", Small},
    {"size", Big},         {"received_at", Big}, {"tries", Big},    {"card", Text},
    {"chosen", Text},      {"round", Big},       {"entry", Big},    {"settled_at", Big},
    {"told", Truth}};
constexpr ColumnRule intake_piece_columns[] = {
    {"mail", Big}, {"piece", Big}, {"kept_at", Big}, {"bytes", Bytes}};
constexpr ColumnRule payment_columns[] = {
    {"number", Big},     {"version", Big},    {"account", Big},       {"resource", Big},
    {"entry", Big},      {"offer", Big},      {"purpose", Small},     {"attempt", Big},
    {"provider", Small}, {"phase", Small},    {"provider_id", Text},  {"charge", Text},
    {"key", Big},        {"amount", Big},     {"currency", Text},     {"tax", Big},
    {"captured", Big},   {"refunded", Big},   {"refund_wanted", Big}, {"refund_told", Big},
    {"url", Text},       {"customer", Text},  {"method", Text},       {"is_test", Truth},
    {"told", Big},       {"expires_at", Big}, {"next_look", Big},     {"tries", Big},
    {"problem", Text},   {"created_at", Big}, {"changed_at", Big}};
constexpr ColumnRule refund_columns[] = {{"payment", Big}, {"key_high", Big}, {"key_low", Big},
                                         {"digest", Big},  {"amount", Big},   {"actor_kind", Small},
                                         {"actor", Big},   {"reason", Text},  {"made_at", Big}};
constexpr ColumnRule feed_columns[] = {{"account", Big}, {"position", Big}, {"mark", Big}};
constexpr ColumnRule feed_run_columns[] = {{"account", Big},
                                           {"position", Big},
                                           {"resource", Big},
                                           {"first_event", Big},
                                           {"last_event", Big}};
constexpr ColumnRule bus_cursor_columns[] = {{"bus", Text}, {"account", Big}, {"position", Big}};
constexpr ColumnRule bus_rejected_columns[] = {
    {"account", Big}, {"number", Big},   {"resource", Big},
    {"bus", Text},    {"subject", Text}, {"event_id", Text},
    {"reason", Text}, {"at", Big},       {"is_settled", Truth}};
constexpr ColumnRule feed_reach_columns[] = {{"account", Big}, {"resource", Big}, {"event", Big}};

using enum RowSharding;

constexpr TableRule tables[] = {
    {"accounts", None, account_columns,
     "SELECT number, name, created_at FROM accounts"
     " ORDER BY number"},
    {"api_keys", None, key_columns,
     "SELECT number, account, role, label, prefix, hash, created_at, revoked_at FROM api_keys"
     " ORDER BY number"},
    {"signing_keys", None, signing_key_columns,
     "SELECT number, account, algorithm, name, bytes, hash, created_at, revoked_at"
     " FROM signing_keys ORDER BY number"},
    {"secrets", None, secret_columns,
     "SELECT id, purpose, bytes, created_at, retired_at FROM secrets ORDER BY id"},
    {"houses", None, house_columns,
     "SELECT account, name, reply_to, staff_email, address, locale, consent_text, channels,"
     " open_tracking, monthly_summary, event_reminder, rate, webhook_url, webhook_secret,"
     " time_zone, widget_origins, text_countries, captcha, captcha_site_key, captcha_secret,"
     " keep_people, keep_messages, staff_phone, keep_histories, phone_region,"
     " phone_messages, webhook_format, saved_at FROM houses"
     " ORDER BY account"},
    {"voice", None, voice_columns,
     "SELECT account, kind, channel, locale, version, is_default, subject, text, button, made_at,"
     " made_by, made_by_member FROM voice ORDER BY account, kind, channel, locale, version"},
    {"opt_outs", None, opt_out_columns,
     "SELECT address, source, at FROM opt_outs"
     " ORDER BY address"},
    {"account_opt_outs", None, account_opt_out_columns,
     "SELECT address, account, source, at FROM account_opt_outs ORDER BY address, account"},
    {"heard_texts", None, heard_columns, "SELECT id, at FROM heard_texts ORDER BY id"},
    {"whatsapp_numbers", None, whatsapp_columns,
     "SELECT address, heard_at, absent_at FROM whatsapp_numbers ORDER BY address"},
    {"members", None, member_columns,
     "SELECT number, account, name, email, role, password_hash, totp_secret, totp_last_step,"
     " created_at, last_seen_at, removed_at FROM members ORDER BY number"},
    {"staff_sessions", None, session_columns,
     "SELECT number, hash, member, created_at, last_seen_at, expires_at FROM staff_sessions"
     " ORDER BY number"},
    {"one_time_links", None, link_columns,
     "SELECT number, hash, purpose, account, member, name, email, role, created_at, expires_at,"
     " used_at FROM one_time_links ORDER BY number"},
    {"staff_trail", None, deed_columns,
     "SELECT account, number, at, data, link, salt, client FROM staff_trail"
     " ORDER BY account, number"},
    {"recovery_codes", None, recovery_columns,
     "SELECT member, hash FROM recovery_codes ORDER BY member, hash"},
    {"staff_notices", None, notice_columns,
     "SELECT number, account, member, kind, email, client, at FROM staff_notices"
     " ORDER BY number"},
    {"passkeys", None, passkey_columns,
     "SELECT number, member, credential, public_key, sign_count, name, created_at, last_used_at"
     " FROM passkeys ORDER BY number"},
    {"guest_notes", None, guest_note_columns,
     "SELECT resource, entry, account, text, tags, changed_at FROM guest_notes"
     " ORDER BY resource, entry"},
    {"staff_messages", None, staff_message_columns,
     "SELECT number, account, resource, made_at, request_high, request_low, request_digest,"
     " guests, subject, text FROM staff_messages ORDER BY number"},
    {"catalogue_items", None, catalogue_columns,
     "SELECT number, account, kind, name, other_names, duration, price_amount, price_currency,"
     " buffer, services, hours, size_min, size_max, created_at, removed_at FROM catalogue_items"
     " ORDER BY number"},
    {"late_looks", None, late_look_columns,
     "SELECT resource, day, span, looks FROM late_looks ORDER BY resource, day, span"},
    {"month_suggestions", None, suggestion_columns,
     "SELECT account, month, made_at, resource, rule_change, filled_now, filled_then"
     " FROM month_suggestions ORDER BY account, month"},
    {"delivery_settings", None, delivery_settings_columns,
     "SELECT channel, sealed, changed_at FROM delivery_settings ORDER BY channel"},
    {"connections", None, connection_columns,
     "SELECT number, account, resource, kind, settings, sealed, created_at, changed_at, removed_at,"
     " mark, state, looked_at FROM connections ORDER BY number"},
    {"connection_items", None, connection_item_columns,
     "SELECT connection, key, data FROM connection_items ORDER BY connection, key"},
    {"connection_cards", None, connection_card_columns,
     "SELECT number, account, resource, connection, kind, data, made_at, settled_at, outcome"
     " FROM connection_cards ORDER BY number"},
    {"intake_mails", None, intake_mail_columns,
     "SELECT number, account, resource, connection, uid_validity, uid, digest, state, size,"
     " received_at, tries, card, chosen, round, entry, settled_at, told FROM intake_mails"
     " ORDER BY number"},
    {"intake_mail_pieces", None, intake_piece_columns,
     "SELECT mail, piece, kept_at, bytes FROM intake_mail_pieces ORDER BY mail, piece"},
    {"payments", None, payment_columns,
     "SELECT number, version, account, resource, entry, offer, purpose, attempt, provider, phase, "
     "provider_id, charge, key, amount, currency, tax, captured, refunded, refund_wanted, "
     "refund_told, url, "
     "customer, method, is_test, told, expires_at, next_look, tries, problem, created_at, "
     "changed_at FROM payments ORDER BY number"},
    {"payment_refunds", None, refund_columns,
     "SELECT payment, key_high, key_low, digest, amount, actor_kind, actor, reason, made_at"
     " FROM payment_refunds ORDER BY payment, key_high, key_low"},
    {"feeds", None, feed_columns, "SELECT account, position, mark FROM feeds ORDER BY account"},
    {"feed_runs", None, feed_run_columns,
     "SELECT account, position, resource, first_event, last_event FROM feed_runs"
     " ORDER BY account, position"},
    {"feed_reach", None, feed_reach_columns,
     "SELECT account, resource, event FROM feed_reach ORDER BY account, resource"},
    {"bus_cursors", None, bus_cursor_columns,
     "SELECT bus, account, position FROM bus_cursors ORDER BY bus, account"},
    {"bus_rejected", None, bus_rejected_columns,
     "SELECT account, number, resource, bus, subject, event_id, reason, at, is_settled"
     " FROM bus_rejected ORDER BY account, number"},
    {"resources", ByResource, resource_columns,
     "SELECT number, account, name, status, next_due, last_event, last_link, data FROM resources"
     " WHERE number = ?"},
    {"entries", ByResource, entry_columns,
     "SELECT resource, number, state, changed_at, data, contacts FROM entries WHERE resource = ?"
     " ORDER BY number",
     4, "SELECT data FROM entries WHERE resource = ? AND number = ?"},
    {"offers", ByResource, row_columns,
     "SELECT resource, number, state, changed_at, data FROM offers WHERE resource = ?"
     " ORDER BY number",
     4, "SELECT data FROM offers WHERE resource = ? AND number = ?"},
    {"openings", ByResource, row_columns,
     "SELECT resource, number, state, changed_at, data FROM openings WHERE resource = ?"
     " ORDER BY number",
     4, "SELECT data FROM openings WHERE resource = ? AND number = ?"},
    {"people", ByResource, people_columns,
     "SELECT resource, entry, name, email, phone, user_id, time_zone, locale, consent_text,"
     " consent_source, consent_at, pending_email, former_contact FROM people WHERE resource = ?"
     " ORDER BY entry"},
    {"facts", ByResource, fact_columns,
     "SELECT resource, kind, key, value FROM facts WHERE resource = ? ORDER BY kind, key"},
    {"events", ByResource, event_columns,
     "SELECT resource, number, at, data, link FROM events WHERE resource = ? ORDER BY number"},
    {"history_starts", ByResource, start_columns,
     "SELECT resource, event, since, link, made_at, previous, state_digest, digest, state"
     " FROM history_starts WHERE resource = ? ORDER BY event"},
    {"rollups", ByResource, rollup_columns,
     "SELECT resource, version, event, digest, data FROM rollups WHERE resource = ?"},
    {"rollup_days", ByResource, rollup_day_columns,
     "SELECT resource, day, data FROM rollup_days WHERE resource = ? ORDER BY day"},
    {"answers", ByResource, answer_columns,
     "SELECT resource, number, key_high, key_low, digest, made_at, status, body FROM answers"
     " WHERE resource = ? ORDER BY number"},
    {"creations", ByColumn, creation_columns,
     "SELECT key_high, key_low, resource, made_at, key_low FROM creations"
     " ORDER BY key_high, key_low"},
    {"outbox", ByColumn, outbox_columns,
     "SELECT id, resource, event, kind, entry, offer, opening, due_at, state, attempts, note,"
     " resource FROM outbox ORDER BY id"},
    {"deliveries", ByColumn, delivery_columns,
     "SELECT message, channel, state, address, changed_at, sent_at, delivered_at, provider_id,"
     " note, coalesce((SELECT resource FROM outbox WHERE id = message), 0) FROM deliveries"
     " ORDER BY message, channel"},
    {"message_words", ByColumn, words_columns,
     "SELECT message, channel, subject, text,"
     " coalesce((SELECT resource FROM outbox WHERE id = message), 0) FROM message_words"
     " ORDER BY message, channel"},
};

}  // namespace

std::span<const TableRule> moved_tables() {
    return tables;
}

}  // namespace standby::store
