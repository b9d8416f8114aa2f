// Houses, their wordings, and who must not be written to.
#include "store/codec/lines.hpp"
#include "store/postgres/postgres_rows.hpp"
#include "store/postgres/postgres_store.hpp"

#include <array>

namespace standby::store {
namespace {

using engine::AccountNumber;
using engine::House;
using engine::OptOut;
using engine::StoreError;
using engine::VoiceVersion;

House house_from(PgRow& row) {
    const AccountNumber account = row.id<AccountNumber>(0);
    if (row.is_null(1)) {
        return {.account = account};
    }
    return {.account = account,
            .name = row.text(1),
            .reply_to = row.text(2),
            .staff_email = row.text(3),
            .address = row.text(4),
            .locale = row.text(5),
            .consent_text = row.text(6),
            .channels = row.choice(7, engine::ChannelRule::Both),
            .open_tracking = row.truth(8),
            .monthly_summary = row.truth(9),
            .event_reminder = row.duration(10),
            .rate = row.real(11),
            .webhook_url = row.text(12),
            .webhook_secret = row.bytes(13),
            .time_zone = row.text(14),
            .widget_origins = lines_of(row.view(15))};
}

VoiceVersion voice_from(PgRow& row) {
    return {.draft = {.key = {.kind = row.choice(0, engine::MessageKind::ReplyStarted),
                              .channel = row.choice(1, engine::Channel::Webhook),
                              .locale = row.text(2)},
                      .subject = row.text(3),
                      .text = row.text(4),
                      .button = row.text(5)},
            .version = row.number<std::uint32_t>(6),
            .is_default = row.truth(7),
            .made_at = row.time(8),
            .made_by = row.number<std::uint64_t>(9),
            .made_by_member = row.number<std::uint64_t>(10)};
}

OptOut opt_out_from(PgRow& row) {
    return {.address = row.contact(0),
            .source = row.choice(1, engine::OptOutSource::Staff),
            .at = row.time(2)};
}

// Runs one statement beside the control plane, and tells whether it changed a row.
Result<bool, StoreError> changes_a_row(PgDatabase& database, PgStatement statement) {
    const std::array<PgStatement, 1> statements{std::move(statement)};
    const std::vector<PgRows> rows = TRY(database.write(statements));
    return rows.front().changed() == 1;
}

}  // namespace

Result<House, StoreError> PostgresStore::house(AccountNumber account) {
    const std::optional<House> found = TRY(read_first(
        *database_,
        statement("SELECT account, name, reply_to, staff_email, address, locale, consent_text,"
                  " channels, open_tracking, monthly_summary, event_reminder, rate, webhook_url,"
                  " webhook_secret, time_zone, widget_origins FROM houses WHERE account = $1",
                  account),
        "houses", house_from));
    return found.value_or(House{.account = account});
}

Result<std::vector<House>, StoreError> PostgresStore::houses() {
    return read_all(
        *database_,
        statement("SELECT known.account, houses.name, reply_to, staff_email, address, locale,"
                  " consent_text, channels, open_tracking, monthly_summary, event_reminder, rate,"
                  " webhook_url, webhook_secret, time_zone, widget_origins"
                  " FROM (SELECT number AS account FROM accounts"
                  " UNION SELECT account FROM houses) AS known"
                  " LEFT JOIN houses ON houses.account = known.account ORDER BY known.account"),
        "houses", house_from);
}

Result<void, StoreError> PostgresStore::save_house(const House& house, Time now) {
    const PgStatement save = statement(
        "INSERT INTO houses (account, name, reply_to, staff_email, address, locale, consent_text,"
        " channels, open_tracking, monthly_summary, event_reminder, rate, webhook_url,"
        " webhook_secret, time_zone, widget_origins, saved_at)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)"
        " ON CONFLICT (account) DO UPDATE SET name = excluded.name, reply_to = excluded.reply_to,"
        " staff_email = excluded.staff_email, address = excluded.address,"
        " locale = excluded.locale, consent_text = excluded.consent_text,"
        " channels = excluded.channels, open_tracking = excluded.open_tracking,"
        " monthly_summary = excluded.monthly_summary, event_reminder = excluded.event_reminder,"
        " rate = excluded.rate, webhook_url = excluded.webhook_url,"
        " webhook_secret = excluded.webhook_secret, time_zone = excluded.time_zone,"
        " widget_origins = excluded.widget_origins, saved_at = excluded.saved_at",
        house.account, house.name, house.reply_to, house.staff_email, house.address, house.locale,
        house.consent_text, house.channels, house.open_tracking, house.monthly_summary,
        house.event_reminder, house.rate, house.webhook_url, house.webhook_secret, house.time_zone,
        joined(house.widget_origins), now);
    return database_->change(
        [&](PgConnection& connection, Deadline deadline) -> Result<void, PgError> {
            TRY(connection.run(save, deadline));
            return {};
        });
}

Result<std::vector<VoiceVersion>, StoreError> PostgresStore::voice(AccountNumber account) {
    return read_all(
        *database_,
        statement("SELECT kind, channel, locale, subject, text, button, version, is_default,"
                  " made_at, made_by, made_by_member FROM voice WHERE account = $1"
                  " AND NOT is_default AND version ="
                  " (SELECT max(other.version) FROM voice other WHERE other.account = $1"
                  " AND other.kind = voice.kind AND other.channel = voice.channel"
                  " AND other.locale = voice.locale) ORDER BY kind, channel, locale COLLATE \"C\"",
                  account),
        "voice", voice_from);
}

Result<std::vector<VoiceVersion>, StoreError>
PostgresStore::voice_versions(AccountNumber account, const engine::VoiceKey& key) {
    return read_all(
        *database_,
        statement("SELECT kind, channel, locale, subject, text, button, version, is_default,"
                  " made_at, made_by, made_by_member FROM voice WHERE account = $1 AND kind = $2"
                  " AND channel = $3 AND locale = $4 ORDER BY version",
                  account, key.kind, key.channel, key.locale),
        "voice", voice_from);
}

Result<VoiceVersion, StoreError> PostgresStore::save_voice(AccountNumber account,
                                                           const VoiceVersion& version) {
    const engine::VoiceDraft& draft = version.draft;
    const PgStatement insert = statement(
        "INSERT INTO voice (account, kind, channel, locale, version, is_default, subject, text,"
        " button, made_at, made_by, made_by_member) SELECT $1, $2, $3, $4,"
        " coalesce(max(version), 0) + 1, $5, $6, $7, $8, $9, $10, $11 FROM voice"
        " WHERE account = $1 AND kind = $2 AND channel = $3 AND locale = $4 RETURNING version",
        account, draft.key.kind, draft.key.channel, draft.key.locale, version.is_default,
        draft.subject, draft.text, draft.button, version.made_at, version.made_by,
        version.made_by_member);
    VoiceVersion saved = version;
    TRY(database_->change(
        [&](PgConnection& connection, Deadline deadline) -> Result<void, PgError> {
            const PgRows rows = TRY(connection.run(insert, deadline));
            const auto number =
                TRY(pick(rows, "voice", [](PgRow& row) { return row.number<std::uint32_t>(0); }));
            saved.version = number.value_or(0);
            return {};
        }));
    return saved;
}

Result<std::vector<OptOut>, StoreError>
PostgresStore::opt_outs(std::span<const core::ContactKey> addresses) {
    if (addresses.empty()) {
        return std::vector<OptOut>{};
    }
    std::vector<std::int64_t> wanted;
    for (const core::ContactKey address : addresses) {
        wanted.push_back(static_cast<std::int64_t>(address.value()));
    }
    auto found = TRY(read_all(
        *database_,
        statement("SELECT address, source, at FROM opt_outs WHERE address = ANY($1)", wanted),
        "opt_outs", opt_out_from));
    std::ranges::sort(found, {}, &OptOut::address);
    return found;
}

Result<bool, StoreError> PostgresStore::opt_out(const OptOut& opt_out) {
    return changes_a_row(
        *database_,
        statement("INSERT INTO opt_outs (address, source, at) VALUES ($1, $2, $3)"
                  " ON CONFLICT (address) DO UPDATE SET source = excluded.source, at = excluded.at"
                  " WHERE opt_outs.source = $4 AND excluded.source <> $4",
                  opt_out.address, opt_out.source, opt_out.at, engine::OptOutSource::Unreachable));
}

Result<bool, StoreError> PostgresStore::opt_in(core::ContactKey address) {
    return changes_a_row(*database_, statement("DELETE FROM opt_outs WHERE address = $1", address));
}

}  // namespace standby::store
