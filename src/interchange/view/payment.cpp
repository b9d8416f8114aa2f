#include "interchange/view/payment.hpp"

#include "interchange/view/ids.hpp"
#include "interchange/view/wants.hpp"

#include <array>

namespace standby::interchange {
namespace {

using engine::Payment;
using engine::PaymentPhase;
using engine::PaymentProblem;

core::Money of_same_currency(const Payment& payment, std::int64_t amount) {
    core::Money money = payment.amount;
    money.amount = amount;
    return money;
}

std::string_view sentence_of(std::string_view problem) {
    for (auto each = static_cast<unsigned>(PaymentProblem::Unknown);
         each <= static_cast<unsigned>(PaymentProblem::NotUnderstood); ++each) {
        const auto known = static_cast<PaymentProblem>(each);
        if (engine::name_of(known) == problem) {
            return engine::sentence_about(known);
        }
    }
    return {};
}

bool is_late(const Payment& payment) {
    return (payment.told & static_cast<std::uint32_t>(engine::PaymentTold::Late)) != 0;
}

std::string_view name_of_source(engine::PaymentAccount::Source source) {
    using Source = engine::PaymentAccount::Source;
    switch (source) {
    case Source::Option:
        return "option";
    case Source::Pages:
        return "pages";
    case Source::Locked:
        return "locked";
    default:
        return "none";
    }
}

std::string_view currency_of(const Payment& payment) {
    return {payment.amount.currency.data(), payment.amount.currency.size()};
}

void append_cells(std::string& text, std::span<const std::string> cells) {
    for (std::size_t index = 0; index < cells.size(); ++index) {
        text += index == 0 ? "" : ",";
        text += cells[index];  // ids, names and numbers: nothing in them needs quotes
    }
    text += "\r\n";
}

}  // namespace

std::string format_payment_id(std::uint64_t number) {
    return "pay_" + std::to_string(number);
}

void write_payment(JsonWriter& writer, const Payment& payment, Viewer viewer) {
    const bool is_staff = sees_exact_rank(viewer);
    writer.begin_object();
    writer.text("id", format_payment_id(payment.number));
    writer.text("resource_id", core::format_id(payment.resource));
    write_id(writer, "entry_id", payment.resource, payment.entry);
    write_id(writer, "offer_id", payment.resource, payment.offer);
    writer.text("purpose", engine::name_of(payment.purpose));
    writer.text("state", engine::name_of(payment.phase));
    write_money(writer, "amount", payment.amount);
    write_money(writer, "tax",
                payment.tax > 0 ? std::optional(of_same_currency(payment, payment.tax))
                                : std::nullopt);
    write_money(writer, "captured", of_same_currency(payment, payment.captured));
    write_money(writer, "refunded", of_same_currency(payment, payment.refunded));
    writer.boolean("late", is_late(payment));
    writer.boolean("test", payment.is_test);
    const bool is_open = payment.phase == PaymentPhase::Paying && gets_links(viewer);
    writer.text_or_null("payment_url", is_open ? payment.url : std::string());
    writer.time("expires_at", payment.expires_at);
    writer.text("provider", engine::name_of(payment.provider));
    const bool has_id = !payment.charge.empty() || !payment.provider_id.empty();
    writer.text_or_null("reference",
                        is_staff && has_id ? engine::reference_of(payment) : std::string());
    writer.text_or_null("problem", is_staff ? payment.problem : std::string());
    writer.text_or_null("problem_sentence",
                        is_staff ? sentence_of(payment.problem) : std::string_view());
    writer.time("created_at", payment.created_at);
    writer.time("changed_at", payment.changed_at);
    writer.end_object();
}

std::string payments_csv(std::span<const Payment> payments) {
    std::string text = "reference,provider,purpose,state,amount,currency,tax,captured,refunded,"
                       "entry_id,offer_id,created_at,changed_at,test\r\n";
    for (const Payment& one : payments) {
        const bool has_id = !one.charge.empty() || !one.provider_id.empty();
        const bool has_offer = one.offer != core::OfferNumber{};
        const std::array<std::string, 14> cells{
            has_id ? engine::reference_of(one) : std::string(),
            std::string(engine::name_of(one.provider)),
            std::string(engine::name_of(one.purpose)),
            std::string(engine::name_of(one.phase)),
            std::to_string(one.amount.amount),
            std::string(currency_of(one)),
            std::to_string(one.tax),
            std::to_string(one.captured),
            std::to_string(one.refunded),
            core::format_id(core::entry_id(one.resource, one.entry)),
            has_offer ? core::format_id(core::offer_id(one.resource, one.offer)) : std::string(),
            format_time(one.created_at),
            format_time(one.changed_at),
            one.is_test ? "yes" : "no"};
        append_cells(text, cells);
    }
    return text;
}

void write_payment_account(JsonWriter& writer, const engine::PaymentAccount& account) {
    writer.begin_object();
    writer.text("source", name_of_source(account.source));
    writer.text_or_null("provider",
                        account.provider ? engine::name_of(*account.provider) : std::string_view());
    writer.boolean("test", account.is_test);
    writer.boolean("has_webhook_secret", account.has_webhook_secret);
    writer.text_or_null("webhook_url", account.webhook_url);
    writer.time("changed_at", account.changed_at);
    writer.array("also", account.also, [&](engine::PaymentProviderKind provider) {
        writer.text(engine::name_of(provider));
    });
    writer.end_object();
}

void write_tested_payments(JsonWriter& writer, const engine::TestedPayments& tested) {
    writer.begin_object();
    writer.boolean("works", !tested.problem);
    writer.boolean("test", tested.is_test);
    writer.text_or_null("problem",
                        tested.problem ? engine::name_of(*tested.problem) : std::string_view());
    writer.text_or_null("sentence", tested.problem ? engine::sentence_about(*tested.problem)
                                                   : std::string_view());
    writer.end_object();
}

}  // namespace standby::interchange
