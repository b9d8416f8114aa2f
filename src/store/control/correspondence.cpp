// Houses, their wordings, and who must not be written to.
#include "store/control/control_plane.hpp"

#include <algorithm>
#include <utility>

namespace standby::store {

using engine::AccountNumber;
using engine::House;
using engine::OptOut;
using engine::StoreError;
using engine::VoiceVersion;

namespace {

// Lists of texts, such as the origins that may show the widget, stand in one column, one on each
// line.
std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) {
        text += text.empty() ? line : '\n' + line;
    }
    return text;
}

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

// Of one account, or of all.
SqlStatement known_houses(std::optional<AccountNumber> account) {
    return sql("SELECT known.account, houses.name, reply_to, staff_email, address, locale,"
               " consent_text, channels, open_tracking, monthly_summary, event_reminder, rate,"
               " webhook_url, webhook_secret, time_zone, widget_origins, text_countries, captcha,"
               " captcha_site_key, captcha_secret, keep_people, keep_messages, staff_phone,"
               " keep_histories, phone_region, phone_messages, webhook_format"
               " FROM (SELECT number AS account FROM accounts"
               " UNION SELECT account FROM houses) AS known"
               " LEFT JOIN houses ON houses.account = known.account"
               " WHERE $1 IS NULL OR known.account = $1 ORDER BY known.account",
               account);
}

House house_from(SqlRow& row) {
    const AccountNumber account = row.id<AccountNumber>(0);
    if (row.is_null(1)) {
        return {.account = account};
    }
    return {.account = account,
            .name = row.text(1),
            .reply_to = row.text(2),
            .staff_email = row.text(3),
            .staff_phone = row.text(22),
            .address = row.text(4),
            .locale = row.text(5),
            .consent_text = row.text(6),
            .channels = row.choice(7, engine::ChannelRule::Both),
            .phone_messages = row.choice(25, engine::PhoneRule::WhatsAppOnly),
            .open_tracking = row.truth(8),
            .monthly_summary = row.truth(9),
            .event_reminder = row.duration(10),
            .rate = row.real(11),
            .webhook_url = row.text(12),
            .webhook_secret = row.bytes(13),
            .webhook_format = row.choice(26, engine::WebhookFormat::CloudEvents),
            .time_zone = row.text(14),
            .widget_origins = lines_of(row.view(15)),
            .text_countries = lines_of(row.view(16)),
            .phone_region = row.text(24),
            .captcha = row.choice(17, engine::CaptchaKind::Turnstile),
            .captcha_site_key = row.text(18),
            .captcha_secret = row.text(19),
            .keep_people = row.duration(20),
            .keep_messages = row.duration(21),
            .keep_histories = row.duration(23)};
}

VoiceVersion voice_from(SqlRow& row) {
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

OptOut opt_out_from(SqlRow& row) {
    return {.address = row.contact(0),
            .source = row.choice(1, engine::OptOutSource::Staff),
            .at = row.time(2),
            .account = row.id<AccountNumber>(3)};
}

// Those that count for every account have a table of their own, which an older version on the same
// database goes on using.
SqlStatement put_opt_out(const OptOut& opt_out) {
    constexpr auto unreachable = engine::OptOutSource::Unreachable;
    if (opt_out.account == AccountNumber{}) {
        return sql("INSERT INTO opt_outs (address, source, at) VALUES ($1, $2, $3)"
                   " ON CONFLICT (address) DO UPDATE SET source = excluded.source, at = excluded.at"
                   " WHERE opt_outs.source = $4 AND excluded.source <> $4",
                   opt_out.address, opt_out.source, opt_out.at, unreachable);
    }
    return sql("INSERT INTO account_opt_outs (address, account, source, at)"
               " VALUES ($1, $2, $3, $4) ON CONFLICT (address, account)"
               " DO UPDATE SET source = excluded.source, at = excluded.at"
               " WHERE account_opt_outs.source = $5 AND excluded.source <> $5",
               opt_out.address, opt_out.account, opt_out.source, opt_out.at, unreachable);
}

}  // namespace

Result<House, StoreError> ControlPlane::house(AccountNumber account) {
    return TRY(sql_.first(known_houses(account), house_from)).value_or(House{.account = account});
}

Result<std::vector<House>, StoreError> ControlPlane::houses() {
    return sql_.all(known_houses(std::nullopt), house_from);
}

Result<void, StoreError> ControlPlane::save_house(const House& house, Time now) {
    const std::string origins = joined(house.widget_origins);
    const std::string countries = joined(house.text_countries);
    TRY(change(sql(
        "INSERT INTO houses (account, name, reply_to, staff_email, address, locale, consent_text,"
        " channels, open_tracking, monthly_summary, event_reminder, rate, webhook_url,"
        " webhook_secret, time_zone, widget_origins, text_countries, captcha, captcha_site_key,"
        " captcha_secret, keep_people, keep_messages, staff_phone, keep_histories, phone_region,"
        " phone_messages, webhook_format, saved_at)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,"
        " $19, $20, $21, $22, $23, $24, $25, $26, $27, $28)"
        " ON CONFLICT (account) DO UPDATE SET name = excluded.name, reply_to = excluded.reply_to,"
        " staff_email = excluded.staff_email, address = excluded.address,"
        " locale = excluded.locale, consent_text = excluded.consent_text,"
        " channels = excluded.channels, open_tracking = excluded.open_tracking,"
        " monthly_summary = excluded.monthly_summary, event_reminder = excluded.event_reminder,"
        " rate = excluded.rate, webhook_url = excluded.webhook_url,"
        " webhook_secret = excluded.webhook_secret, time_zone = excluded.time_zone,"
        " widget_origins = excluded.widget_origins,"
        " text_countries = excluded.text_countries, captcha = excluded.captcha,"
        " captcha_site_key = excluded.captcha_site_key, captcha_secret = excluded.captcha_secret,"
        " keep_people = excluded.keep_people, keep_messages = excluded.keep_messages,"
        " staff_phone = excluded.staff_phone, keep_histories = excluded.keep_histories,"
        " phone_region = excluded.phone_region,"
        " phone_messages = excluded.phone_messages,"
        " webhook_format = excluded.webhook_format, saved_at = excluded.saved_at",
        house.account, house.name, house.reply_to, house.staff_email, house.address, house.locale,
        house.consent_text, house.channels, house.open_tracking, house.monthly_summary,
        house.event_reminder, house.rate, house.webhook_url, house.webhook_secret, house.time_zone,
        origins, countries, house.captcha, house.captcha_site_key, house.captcha_secret,
        house.keep_people, house.keep_messages, house.staff_phone, house.keep_histories,
        house.phone_region, house.phone_messages, house.webhook_format, now)));
    return {};
}

Result<std::vector<VoiceVersion>, StoreError> ControlPlane::voice(AccountNumber account) {
    auto found =
        TRY(sql_.all(sql("SELECT kind, channel, locale, subject, text, button, version, is_default,"
                         " made_at, made_by, made_by_member FROM voice WHERE account = $1"
                         " AND NOT is_default AND version ="
                         " (SELECT max(other.version) FROM voice AS other WHERE other.account = $1"
                         " AND other.kind = voice.kind AND other.channel = voice.channel"
                         " AND other.locale = voice.locale)",
                         account),
                     voice_from));
    // Here, because databases differ on the order of texts.
    std::ranges::sort(found, {}, [](const VoiceVersion& version) { return version.draft.key; });
    return found;
}

Result<std::vector<VoiceVersion>, StoreError>
ControlPlane::voice_versions(AccountNumber account, const engine::VoiceKey& key) {
    return sql_.all(
        sql("SELECT kind, channel, locale, subject, text, button, version, is_default,"
            " made_at, made_by, made_by_member FROM voice WHERE account = $1 AND kind = $2"
            " AND channel = $3 AND locale = $4 ORDER BY version",
            account, key.kind, key.channel, key.locale),
        voice_from);
}

Result<VoiceVersion, StoreError> ControlPlane::save_voice(AccountNumber account,
                                                          const VoiceVersion& version) {
    const engine::VoiceDraft& draft = version.draft;
    const Done done = TRY(change(
        sql("INSERT INTO voice (account, kind, channel, locale, version, is_default, subject, text,"
            " button, made_at, made_by, made_by_member) SELECT $1, $2, $3, $4,"
            " coalesce(max(version), 0) + 1, $5, $6, $7, $8, $9, $10, $11 FROM voice"
            " WHERE account = $1 AND kind = $2 AND channel = $3 AND locale = $4 RETURNING version",
            account, draft.key.kind, draft.key.channel, draft.key.locale, version.is_default,
            draft.subject, draft.text, draft.button, version.made_at, version.made_by,
            version.made_by_member)));
    VoiceVersion saved = version;
    saved.version = static_cast<std::uint32_t>(done.number);
    return saved;
}

Result<std::vector<OptOut>, StoreError>
ControlPlane::opt_outs(std::span<const core::ContactKey> addresses) {
    auto found = TRY(sql_.all(
        in_sixteens(sql("SELECT address, source, at, 0 FROM opt_outs WHERE address IN ($1, $2, $3,"
                        " $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) UNION ALL"
                        " SELECT address, source, at, account FROM account_opt_outs WHERE address"
                        " IN ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,"
                        " $16)"),
                    each_once(addresses)),
        opt_out_from));
    std::ranges::sort(found, {},
                      [](const OptOut& one) { return std::pair(one.address, one.account); });
    return found;
}

// Opt-outs come and go beside the control plane: no node keeps them in mind.
Result<bool, StoreError> ControlPlane::opt_out(const OptOut& opt_out) {
    const SqlStatement statement = put_opt_out(opt_out);
    return TRY(sql_.put(std::span(&statement, 1))) == 1;
}

Result<bool, StoreError> ControlPlane::opt_in(core::ContactKey address, AccountNumber account) {
    const SqlStatement statement =
        account == AccountNumber{}
            ? sql("DELETE FROM opt_outs WHERE address = $1", address)
            : sql("DELETE FROM account_opt_outs WHERE address = $1 AND account = $2", address,
                  account);
    return TRY(sql_.put(std::span(&statement, 1))) == 1;
}

Result<bool, StoreError> ControlPlane::hear_text(const Sha256Digest& id, Time now) {
    const SqlStatement statement = sql(
        "INSERT INTO heard_texts (id, at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING", id, now);
    return TRY(sql_.put(std::span(&statement, 1))) == 1;
}

Result<void, StoreError> ControlPlane::unhear_text(const Sha256Digest& id) {
    const SqlStatement statement = sql("DELETE FROM heard_texts WHERE id = $1", id);
    TRY(sql_.put(std::span(&statement, 1)));
    return {};
}

Result<std::uint64_t, StoreError> ControlPlane::drop_heard_texts(Time before) {
    const SqlStatement statement = sql("DELETE FROM heard_texts WHERE at < $1", before);
    return sql_.put(std::span(&statement, 1));
}

}  // namespace standby::store
