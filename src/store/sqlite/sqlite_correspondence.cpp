// Houses, their wordings, and who must not be written to.
#include "store/codec/lines.hpp"
#include "store/sqlite/queries.hpp"
#include "store/sqlite/sqlite_store.hpp"

#include <algorithm>

namespace standby::store {
namespace {

using engine::AccountNumber;
using engine::House;
using engine::OptOut;
using engine::StoreError;
using engine::VoiceVersion;

House house_from(Query& row) {
    const AccountNumber account = row.id<AccountNumber>(0);
    if (row.is_null(1)) {
        return {.account = account};
    }
    const auto text = [&](int column) { return std::string(row.text(column)); };
    return {.account = account,
            .name = text(1),
            .reply_to = text(2),
            .staff_email = text(3),
            .address = text(4),
            .locale = text(5),
            .consent_text = text(6),
            .channels = row.choice(7, engine::ChannelRule::Both),
            .open_tracking = row.number<std::uint8_t>(8) != 0,
            .monthly_summary = row.number<std::uint8_t>(9) != 0,
            .event_reminder = row.duration(10),
            .rate = row.real(11),
            .webhook_url = text(12),
            .webhook_secret = row.bytes(13),
            .time_zone = text(14),
            .widget_origins = lines_of(row.text(15))};
}

VoiceVersion voice_from(Query& row) {
    const auto text = [&](int column) { return std::string(row.text(column)); };
    return {.draft = {.key = {.kind = row.choice(0, engine::MessageKind::ReplyStarted),
                              .channel = row.choice(1, engine::Channel::Webhook),
                              .locale = text(2)},
                      .subject = text(3),
                      .text = text(4),
                      .button = text(5)},
            .version = row.number<std::uint32_t>(6),
            .is_default = row.number<std::uint8_t>(7) != 0,
            .made_at = row.time(8),
            .made_by = row.number<std::uint64_t>(9),
            .made_by_member = row.number<std::uint64_t>(10)};
}

OptOut opt_out_from(Query& row) {
    return {.address = row.id<core::ContactKey>(0),
            .source = row.choice(1, engine::OptOutSource::Staff),
            .at = row.time(2)};
}

Result<void, std::string> insert_voice(Connection& connection, AccountNumber account,
                                       VoiceVersion& version) {
    const engine::VoiceDraft& draft = version.draft;
    std::optional<std::uint32_t> highest;
    Query query = connection.query("SELECT coalesce(max(version), 0) FROM voice WHERE account = ?"
                                   " AND kind = ? AND channel = ? AND locale = ?");
    TRY(pick(connection, query.bind(account, draft.key.kind, draft.key.channel, draft.key.locale),
             "voice", highest, [](Query& row) { return row.number<std::uint32_t>(0); }));
    version.version = highest.value_or(0) + 1;
    if (!connection.run("INSERT INTO voice (account, kind, channel, locale, version, is_default,"
                        " subject, text, button, made_at, made_by, made_by_member)"
                        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        account, draft.key.kind, draft.key.channel, draft.key.locale,
                        version.version, version.is_default, draft.subject, draft.text,
                        draft.button, version.made_at, version.made_by, version.made_by_member)) {
        return failure_of(connection);
    }
    return {};
}

}  // namespace

Result<House, StoreError> SqliteStore::house(AccountNumber account) {
    std::optional<House> found;
    TRY(database_->read([&](Connection& connection) {
        Query query = connection.query(
            "SELECT account, name, reply_to, staff_email, address, locale, consent_text, channels,"
            " open_tracking, monthly_summary, event_reminder, rate, webhook_url, webhook_secret,"
            " time_zone, widget_origins FROM houses WHERE account = ?");
        return pick(connection, query.bind(account), "houses", found, house_from);
    }));
    return found.value_or(House{.account = account});
}

Result<std::vector<House>, StoreError> SqliteStore::houses() {
    std::vector<House> found;
    TRY(database_->read([&](Connection& connection) {
        Query query = connection.query(
            "SELECT every.account, houses.name, reply_to, staff_email, address, locale,"
            " consent_text, channels, open_tracking, monthly_summary, event_reminder, rate,"
            " webhook_url, webhook_secret, time_zone, widget_origins"
            " FROM (SELECT number AS account FROM accounts UNION SELECT account FROM houses) every"
            " LEFT JOIN houses ON houses.account = every.account ORDER BY every.account");
        return collect(connection, query, "houses", found, house_from);
    }));
    return found;
}

Result<void, StoreError> SqliteStore::save_house(const House& house, Time now) {
    return database_->write([&](Connection& connection) -> Result<void, std::string> {
        if (!connection.run(
                "INSERT OR REPLACE INTO houses (account, name, reply_to, staff_email, address,"
                " locale, consent_text, channels, open_tracking, monthly_summary, event_reminder,"
                " rate, webhook_url, webhook_secret, time_zone, widget_origins, saved_at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                house.account, house.name, house.reply_to, house.staff_email, house.address,
                house.locale, house.consent_text, house.channels, house.open_tracking,
                house.monthly_summary, house.event_reminder, house.rate, house.webhook_url,
                house.webhook_secret, house.time_zone, joined(house.widget_origins), now)) {
            return failure_of(connection);
        }
        return {};
    });
}

Result<std::vector<VoiceVersion>, StoreError> SqliteStore::voice(AccountNumber account) {
    std::vector<VoiceVersion> found;
    TRY(database_->read([&](Connection& connection) {
        Query query = connection.query(
            "SELECT kind, channel, locale, subject, text, button, version, is_default, made_at,"
            " made_by, made_by_member FROM voice WHERE account = ?1 AND NOT is_default AND version "
            "="
            " (SELECT max(other.version) FROM voice other WHERE other.account = ?1"
            " AND other.kind = voice.kind AND other.channel = voice.channel"
            " AND other.locale = voice.locale) ORDER BY kind, channel, locale");
        return collect(connection, query.bind(account), "voice", found, voice_from);
    }));
    return found;
}

Result<std::vector<VoiceVersion>, StoreError>
SqliteStore::voice_versions(AccountNumber account, const engine::VoiceKey& key) {
    std::vector<VoiceVersion> found;
    TRY(database_->read([&](Connection& connection) {
        Query query = connection.query(
            "SELECT kind, channel, locale, subject, text, button, version, is_default, made_at,"
            " made_by, made_by_member FROM voice WHERE account = ? AND kind = ? AND channel = ? "
            "AND locale = ?"
            " ORDER BY version");
        return collect(connection, query.bind(account, key.kind, key.channel, key.locale), "voice",
                       found, voice_from);
    }));
    return found;
}

Result<VoiceVersion, StoreError> SqliteStore::save_voice(AccountNumber account,
                                                         const VoiceVersion& version) {
    VoiceVersion saved = version;
    TRY(database_->write(
        [&](Connection& connection) { return insert_voice(connection, account, saved); }));
    return saved;
}

Result<std::vector<OptOut>, StoreError>
SqliteStore::opt_outs(std::span<const core::ContactKey> addresses) {
    std::vector<core::ContactKey> wanted(addresses.begin(), addresses.end());
    std::ranges::sort(wanted);
    const auto repeated = std::ranges::unique(wanted);
    wanted.erase(repeated.begin(), repeated.end());
    std::vector<OptOut> found;
    TRY(database_->read([&](Connection& connection) -> Result<void, std::string> {
        const Snapshot snapshot(connection);
        for (const core::ContactKey address : wanted) {
            Query query =
                connection.query("SELECT address, source, at FROM opt_outs WHERE address = ?");
            TRY(collect(connection, query.bind(address), "opt_outs", found, opt_out_from));
        }
        return {};
    }));
    return found;
}

Result<bool, StoreError> SqliteStore::opt_out(const OptOut& opt_out) {
    bool is_new = false;
    TRY(database_->write([&](Connection& connection) -> Result<void, std::string> {
        if (!connection.run("INSERT INTO opt_outs (address, source, at) VALUES (?1, ?2, ?3)"
                            " ON CONFLICT (address) DO UPDATE SET source = ?2, at = ?3"
                            " WHERE source = ?4 AND ?2 <> ?4",
                            opt_out.address, opt_out.source, opt_out.at,
                            engine::OptOutSource::Unreachable)) {
            return failure_of(connection);
        }
        is_new = connection.changes() == 1;
        return {};
    }));
    return is_new;
}

Result<bool, StoreError> SqliteStore::opt_in(core::ContactKey address) {
    bool was_there = false;
    TRY(database_->write([&](Connection& connection) -> Result<void, std::string> {
        if (!connection.run("DELETE FROM opt_outs WHERE address = ?", address)) {
            return failure_of(connection);
        }
        was_there = connection.changes() == 1;
        return {};
    }));
    return was_there;
}

}  // namespace standby::store
