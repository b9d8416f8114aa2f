// The book of payments. Rows are written often and concern one node, so these are plain
// transactions and no change of the control plane; what was read decides, by its version, whether a
// write has an effect.
#include "store/control/control_plane.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

namespace standby::store {

using engine::AccountNumber;
using engine::Payment;
using engine::PaymentPhase;
using engine::PaymentProviderKind;
using engine::PaymentPurpose;
using engine::PaymentRefund;
using engine::StoreError;

namespace {

// One text of several, at compile time.
template <const std::string_view&... parts>
struct Joined {
    static constexpr auto letters = [] {
        std::array<char, (parts.size() + ...)> all{};
        char* at = all.data();
        ((at = std::ranges::copy(parts, at).out), ...);
        return all;
    }();
    static constexpr std::string_view text{letters.data(), letters.size()};
};

constexpr std::string_view select =
    "SELECT number, version, account, resource, entry, offer, purpose, attempt, provider, phase,"
    " provider_id, charge, key, amount, currency, tax, captured, refunded, refund_wanted, url,"
    " customer, method, is_test, told, expires_at, next_look, tries, problem, created_at,"
    " changed_at, refund_told FROM payments WHERE ";
constexpr std::string_view has_number = "number = $1";
constexpr std::string_view is_of_entry =
    "resource = $1 AND entry = $2 ORDER BY offer, purpose, attempt";
constexpr std::string_view is_of_offer = "resource = $1 AND offer = $2 ORDER BY purpose, attempt";
constexpr std::string_view is_page = "provider_id <> '' AND provider_id = $1 UNION ";
constexpr std::string_view is_charge = "charge <> '' AND charge = $1 ORDER BY 1";
constexpr std::string_view is_due =
    "next_look IS NOT NULL AND next_look <= $1 ORDER BY next_look, number LIMIT $2";
constexpr std::string_view is_in_trouble =
    "account = $1 AND tries > 0 AND tries >= $2 ORDER BY number LIMIT $3";
constexpr std::string_view is_of_list = "resource = $1 AND number > $2 ORDER BY number LIMIT $3";

constexpr std::string_view by_number = Joined<select, has_number>::text;
constexpr std::string_view by_entry = Joined<select, is_of_entry>::text;
constexpr std::string_view by_offer = Joined<select, is_of_offer>::text;
constexpr std::string_view by_provider_id = Joined<select, is_page, select, is_charge>::text;
constexpr std::string_view by_due = Joined<select, is_due>::text;
constexpr std::string_view by_trouble = Joined<select, is_in_trouble>::text;
constexpr std::string_view by_list = Joined<select, is_of_list>::text;

core::Money money_from(SqlRow& row, std::size_t amount, std::size_t currency) {
    core::Money money{.amount = row.integer(amount)};
    const std::string_view letters = row.view(currency);
    std::ranges::copy(letters.substr(0, money.currency.size()), money.currency.begin());
    return money;
}

Payment payment_from(SqlRow& row) {
    return {.number = row.number<std::uint64_t>(0),
            .version = row.number<std::uint64_t>(1),
            .account = row.id<AccountNumber>(2),
            .resource = row.id<core::ResourceNumber>(3),
            .entry = row.number<core::Ticket>(4),
            .offer = row.id<core::OfferNumber>(5),
            .purpose = row.choice(6, PaymentPurpose::KeptCard),
            .attempt = row.number<std::uint32_t>(7),
            .provider = row.choice(8, PaymentProviderKind::Mollie),
            .phase = row.choice(9, PaymentPhase::Kept),
            .provider_id = row.text(10),
            .charge = row.text(11),
            .key = row.number<std::uint32_t>(12),
            .amount = money_from(row, 13, 14),
            .tax = row.integer(15),
            .captured = row.integer(16),
            .refunded = row.integer(17),
            .refund_wanted = row.integer(18),
            .refund_told = row.integer(30),
            .url = row.text(19),
            .card = {.customer = row.text(20), .method = row.text(21)},
            .is_test = row.truth(22),
            .told = row.number<std::uint32_t>(23),
            .expires_at = row.optional_time(24),
            .next_look = row.optional_time(25),
            .tries = row.number<std::uint32_t>(26),
            .problem = row.text(27),
            .created_at = row.time(28),
            .changed_at = row.time(29)};
}

std::string_view currency_of(const Payment& payment) {
    return {payment.amount.currency.data(), payment.amount.currency.size()};
}

// Databases know no other integers.
std::int64_t signed_of(std::uint64_t bits) {
    return std::bit_cast<std::int64_t>(bits);
}

SqlStatement update_of(const Payment& one) {
    return sql("UPDATE payments SET version = version + 1, provider = $3, phase = $4,"
               " provider_id = $5, charge = $6, key = $7, amount = $8, currency = $9, tax = $10,"
               " captured = $11, refunded = $12, refund_wanted = $13, url = $14, customer = $15,"
               " method = $16, is_test = $17, told = $18, expires_at = $19, next_look = $20,"
               " tries = $21, problem = $22, changed_at = $23, refund_told = $24 WHERE number = $1 "
               "AND version = $2",
               one.number, one.version, one.provider, one.phase, one.provider_id, one.charge,
               one.key, one.amount.amount, currency_of(one), one.tax, one.captured, one.refunded,
               one.refund_wanted, one.url, one.card.customer, one.card.method, one.is_test,
               one.told, one.expires_at, one.next_look, one.tries, one.problem, one.changed_at,
               one.refund_told);
}

}  // namespace

Result<bool, StoreError> ControlPlane::add_payment(const Payment& one) {
    const SqlStatement statement = sql(
        "INSERT INTO payments (number, version, account, resource, entry, offer, purpose,"
        " attempt, provider, phase, provider_id, charge, key, amount, currency, tax, captured,"
        " refunded, refund_wanted, url, customer, method, is_test, told, expires_at, next_look,"
        " tries, problem, created_at, changed_at, refund_told) VALUES ($1, $2, $3, $4, $5, $6, $7, "
        "$8, $9,"
        " $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26,"
        " $27, $28, $29, $30, $31) ON CONFLICT DO NOTHING",
        one.number, one.version, one.account, one.resource, one.entry, one.offer, one.purpose,
        one.attempt, one.provider, one.phase, one.provider_id, one.charge, one.key,
        one.amount.amount, currency_of(one), one.tax, one.captured, one.refunded, one.refund_wanted,
        one.url, one.card.customer, one.card.method, one.is_test, one.told, one.expires_at,
        one.next_look, one.tries, one.problem, one.created_at, one.changed_at, one.refund_told);
    return TRY(sql_.put(std::span(&statement, 1))) == 1;
}

Result<bool, StoreError> ControlPlane::save_payment(const Payment& one) {
    const SqlStatement statement = update_of(one);
    return TRY(sql_.put(std::span(&statement, 1))) == 1;
}

Result<bool, StoreError> ControlPlane::save_refund(const Payment& one,
                                                   const PaymentRefund& refund) {
    bool is_saved = false;
    const auto job = [&](SqlSession& session) -> Result<Change, std::string> {
        is_saved = false;
        const std::int64_t high = signed_of(refund.key.high);
        const std::int64_t low = signed_of(refund.key.low);
        const auto known = TRY(session.first(
            sql("SELECT made_at FROM payment_refunds WHERE payment = $1 AND key_high = $2"
                " AND key_low = $3",
                one.number, high, low),
            [](SqlRow& row) { return row.time(0); }));
        if (known || TRY(session.run(update_of(one))) != 1) {
            return Change::None;
        }
        TRY(session.run(
            sql("INSERT INTO payment_refunds (payment, key_high, key_low, digest, amount,"
                " actor_kind, actor, reason, made_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                one.number, high, low, signed_of(refund.request_digest), refund.amount,
                refund.actor.kind, signed_of(refund.actor.id), refund.reason, refund.made_at)));
        is_saved = true;
        return Change::Made;
    };
    TRY(sql_.change(job));
    return is_saved;
}

Result<std::vector<PaymentRefund>, StoreError> ControlPlane::refunds_of(std::uint64_t payment) {
    return sql_.all(sql("SELECT payment, key_high, key_low, digest, amount, actor_kind, actor,"
                        " reason, made_at FROM payment_refunds WHERE payment = $1"
                        " ORDER BY made_at, key_high, key_low",
                        payment),
                    [](SqlRow& row) {
                        return PaymentRefund{
                            .payment = row.number<std::uint64_t>(0),
                            .key = {.high = std::bit_cast<std::uint64_t>(row.integer(1)),
                                    .low = std::bit_cast<std::uint64_t>(row.integer(2))},
                            .request_digest = std::bit_cast<std::uint64_t>(row.integer(3)),
                            .amount = row.integer(4),
                            .actor = {row.choice(5, core::ActorKind::Member),
                                      std::bit_cast<std::uint64_t>(row.integer(6))},
                            .reason = row.text(7),
                            .made_at = row.time(8)};
                    });
}

Result<void, StoreError> ControlPlane::note_refund_told(const PaymentRefund& refund) {
    const SqlStatement statement =
        sql("UPDATE payment_refunds SET reason = '' WHERE payment = $1 AND key_high = $2 AND"
            " key_low = $3",
            refund.payment, signed_of(refund.key.high), signed_of(refund.key.low));
    TRY(sql_.put(std::span(&statement, 1)));
    return {};
}

Result<std::optional<Payment>, StoreError> ControlPlane::payment(std::uint64_t number) {
    return sql_.first(sql(by_number, number), payment_from);
}

Result<std::vector<Payment>, StoreError> ControlPlane::payments_of(core::EntryId entry) {
    return sql_.all(sql(by_entry, core::resource_of(entry), core::number_of(entry)), payment_from);
}

Result<std::vector<Payment>, StoreError> ControlPlane::payments_for(core::OfferId offer) {
    return sql_.all(sql(by_offer, core::resource_of(offer), core::number_of(offer)), payment_from);
}

Result<std::vector<Payment>, StoreError>
ControlPlane::payments_known_as(std::string_view provider_id) {
    return sql_.all(sql(by_provider_id, provider_id), payment_from);
}

Result<std::vector<Payment>, StoreError> ControlPlane::due_payments(Time now, std::size_t limit) {
    return sql_.all(sql(by_due, now, limit_of(limit)), payment_from);
}

Result<std::vector<Payment>, StoreError>
ControlPlane::troubled_payments(AccountNumber account, std::uint32_t tries_min, std::size_t limit) {
    return sql_.all(sql(by_trouble, account, tries_min, limit_of(limit)), payment_from);
}

Result<std::vector<Payment>, StoreError>
ControlPlane::payments_of_list(core::ResourceNumber resource, std::uint64_t after,
                               std::size_t limit) {
    return sql_.all(sql(by_list, resource, after, limit_of(limit)), payment_from);
}

}  // namespace standby::store
