#include "payments/mollie/mollie.hpp"

#include "base/json/writer.hpp"
#include "base/text.hpp"
#include "payments/fields.hpp"
#include "payments/mollie/mollie_amount.hpp"
#include "payments/mollie/mollie_view.hpp"

#include <algorithm>

namespace standby::payments {
namespace {

using engine::KeptCard;
using engine::PaymentOrder;
using engine::PaymentProblem;
using engine::PaymentResult;
using engine::PaymentStage;
using engine::PaymentView;

constexpr Duration listing_margin = std::chrono::hours{1};  // between two clocks

std::string_view locale_of(std::string_view language) {
    const std::string_view two = language.substr(0, 2);
    return two == "de" ? "de_DE" : two == "fr" ? "fr_FR" : two == "es" ? "es_ES" : "en_GB";
}

void write_amount(JsonWriter& writer, const core::Money& money) {
    writer.begin_object("amount");
    writer.text("currency", std::string_view(money.currency.data(), money.currency.size()));
    writer.text("value", mollie_value(money));
    writer.end_object();
}

std::string amount_text(const PaymentView& payment, std::int64_t amount) {
    return json_object([&](JsonWriter& writer) {
        write_amount(writer, {.amount = amount, .currency = payment.amount.currency});
    });
}

bool is_plain_id(std::string_view id) {
    return id.size() > 3 && id.size() <= 255 &&
           std::ranges::all_of(id, [](char one) { return is_letter_or_digit(one) || one == '_'; });
}

std::string payment_path(std::string_view id) {
    return "/v2/payments/" + std::string(id);
}

PaymentResult<PaymentView> view_in(const ProviderAnswer& answer, Asking asking) {
    if (auto view = view_of_mollie(answer.said())) {
        return *std::move(view);
    }
    return std::unexpected(not_understood(asking));
}

// Too late is no error: what there is says what to do.
bool is_too_late(PaymentProblem problem) {
    return problem == PaymentProblem::WrongState || problem == PaymentProblem::NotFound ||
           problem == PaymentProblem::Refused;
}

}  // namespace

Mollie::Mollie(const ProviderSettings& settings)
    : key_(settings.key),
      callback_url_(settings.callback_url),
      web_(settings.base.empty() ? std::string(own_base(settings.kind)) : settings.base,
           !settings.base.empty(), settings.ca_file) {}

PaymentResult<ProviderAnswer> Mollie::read(std::string_view path) {
    ProviderAnswer answer =
        TRY(web_.ask({.login = {.user = {}, .password = {}, .bearer = key_}}, path, ""));
    if (!answer.is_fine() || !answer.document) {
        return std::unexpected(problem_of_mollie(answer, Asking::ToRead));
    }
    return answer;
}

PaymentResult<ProviderAnswer> Mollie::change(std::string_view method, std::string_view path,
                                             std::string body, std::string_view key) {
    ProviderAnswer answer = TRY(web_.ask({.method = std::string(method),
                                          .login = {.user = {}, .password = {}, .bearer = key_},
                                          .body = std::move(body),
                                          .content_type = "application/json"},
                                         path, key));
    // What is only noted (202) may say nothing.
    if (!answer.is_fine() || (!answer.document && answer.status == 200)) {
        return std::unexpected(problem_of_mollie(answer, Asking::ToChange));
    }
    return answer;
}

std::string Mollie::body_of(const PaymentOrder& order, const KeptCard& card,
                            std::string_view sequence) const {
    return json_object([&](JsonWriter& writer) {
        write_amount(writer, order.amount);
        writer.text("description", order.description);
        writer.begin_object("metadata");
        writer.text(reference_name(order.reference), order.reference);
        writer.end_object();
        if (order.amount.amount > 0) {
            writer.text("captureMode", "manual");
        }
        if (!callback_url_.empty()) {
            writer.text("webhookUrl", callback_url_);
        }
        writer.text("sequenceType", sequence);
        if (!card.customer.empty()) {
            writer.text("customerId", card.customer);
        }
        if (sequence == "recurring") {
            if (!card.method.empty()) {
                writer.text("mandateId", card.method);
            }
            return;
        }
        writer.text("method", "creditcard");  // others can't be captured by hand
        writer.text("redirectUrl", order.return_url);
        writer.text("cancelUrl", order.cancel_url);
        writer.text("locale", locale_of(order.locale));
    });
}

PaymentResult<std::string> Mollie::customer_for(const PaymentOrder& order) {
    if (!order.customer.empty()) {
        return order.customer;
    }
    const std::string body = json_object([&](JsonWriter& writer) {
        if (!order.email.empty()) {
            writer.text("email", order.email);
        }
        writer.begin_object("metadata");
        writer.text(reference_name(order.reference), order.reference);
        writer.end_object();
    });
    const ProviderAnswer answer =
        TRY(change("POST", "/v2/customers", body, order.key + ":customer"));
    std::string customer = text_at(answer.said(), "id");
    if (customer.empty()) {
        return std::unexpected(PaymentProblem::Unknown);
    }
    return customer;
}

PaymentResult<PaymentView> Mollie::begin(const PaymentOrder& order) {
    if (order.amount.amount <= 0) {
        return std::unexpected(PaymentProblem::BadAmount);
    }
    KeptCard card;
    if (order.keeps_card) {
        card.customer = TRY(customer_for(order));
    }
    return view_in(
        TRY(change("POST", "/v2/payments",
                   body_of(order, card, order.keeps_card ? "first" : "oneoff"), order.key)),
        Asking::ToChange);
}

PaymentResult<PaymentView> Mollie::keep_card(const PaymentOrder& order) {
    PaymentOrder nothing = order;
    nothing.amount.amount = 0;
    const KeptCard card{.customer = TRY(customer_for(order)), .method = {}};
    return view_in(TRY(change("POST", "/v2/payments", body_of(nothing, card, "first"), order.key)),
                   Asking::ToChange);
}

PaymentResult<PaymentView> Mollie::charge(const PaymentOrder& order, const KeptCard& card) {
    if (order.amount.amount <= 0) {
        return std::unexpected(PaymentProblem::BadAmount);
    }
    if (card.customer.empty()) {
        return std::unexpected(PaymentProblem::NotFound);  // mandates are its customers'
    }
    const ProviderAnswer answer =
        TRY(change("POST", "/v2/payments", body_of(order, card, "recurring"), order.key));
    const PaymentView view = TRY(view_in(answer, Asking::ToChange));
    if (view.stage == PaymentStage::Failed) {
        return std::unexpected(problem_of_failed(answer.said()));
    }
    return view;
}

PaymentResult<PaymentView> Mollie::state(std::string_view id) {
    if (!is_plain_id(id)) {
        return std::unexpected(PaymentProblem::NotFound);
    }
    return view_in(TRY(read(payment_path(id) + "?embed=captures")), Asking::ToRead);
}

PaymentResult<std::vector<PaymentView>> Mollie::find(std::string_view reference, Time since) {
    std::vector<PaymentView> found;
    std::string from;
    for (std::size_t page = 0; page < provider_pages_max; ++page) {
        const ProviderAnswer answer =
            TRY(read("/v2/payments?limit=100" + (from.empty() ? std::string() : "&from=" + from)));
        const JsonValue* payments = value_at(answer.said(), "_embedded.payments");
        if (payments == nullptr || payments->type != JsonType::Array) {
            return std::unexpected(PaymentProblem::NotUnderstood);
        }
        bool is_past = !payments->items.empty();
        for (const JsonValue& item : payments->items) {
            const auto view = view_of_mollie(item);
            if (view && view->reference == reference) {
                found.push_back(*view);
            }
            const auto created_at = parse_time(text_at(item, "createdAt"));
            is_past &= created_at && *created_at < since - listing_margin;
        }
        // The next page begins with the id at the end of its address.
        const std::string next = text_at(answer.said(), "_links.next.href");
        const std::size_t at = next.find("from=");
        from = at == next.npos ? std::string() : next.substr(at + 5, next.find('&', at) - at - 5);
        if (is_past || !is_plain_id(from)) {
            // A list does not say what was captured of a payment.
            for (PaymentView& one : found) {
                one = TRY(state(one.id));
            }
            return found;
        }
    }
    return std::unexpected(PaymentProblem::Busy);  // no house sells that much
}

// Mollie keeps holding what was not taken, until it is told.
PaymentResult<PaymentView> Mollie::give_rest_back(const PaymentView& payment,
                                                  std::string_view key) {
    const auto answer =
        change("POST", payment_path(payment.id) + "/release-authorization", {}, key);
    if (!answer && !is_too_late(answer.error())) {
        return std::unexpected(answer.error());
    }
    return state(payment.id);
}

PaymentResult<PaymentView> Mollie::capture(const PaymentView& payment, std::int64_t amount,
                                           std::string_view key) {
    if (amount <= 0) {
        return std::unexpected(PaymentProblem::BadAmount);
    }
    if (!is_plain_id(payment.id)) {
        return std::unexpected(PaymentProblem::WrongState);
    }
    const ProviderAnswer answer = TRY(
        change("POST", payment_path(payment.id) + "/captures", amount_text(payment, amount), key));
    if (text_at(answer.said(), "status") == "failed") {
        return std::unexpected(PaymentProblem::Declined);
    }
    if (amount < payment.amount.amount) {
        return give_rest_back(payment, std::string(key) + ":rest");
    }
    return state(payment.id);
}

PaymentResult<PaymentView> Mollie::release(const PaymentView& payment, std::string_view key) {
    if (!is_plain_id(payment.id)) {
        return std::unexpected(PaymentProblem::NotFound);
    }
    if (payment.stage == PaymentStage::Authorised || payment.stage == PaymentStage::Processing) {
        return give_rest_back(payment, std::string(key) + ":release");
    }
    // Some open payments can't be ended, for somebody may be paying; they expire by themselves.
    const auto answer =
        change("DELETE", payment_path(payment.id), {}, std::string(key) + ":cancel");
    if (!answer && !is_too_late(answer.error())) {
        return std::unexpected(answer.error());
    }
    return state(payment.id);
}

PaymentResult<PaymentView> Mollie::refund(const PaymentView& payment, std::int64_t amount,
                                          std::string_view key) {
    if (amount <= 0) {
        return std::unexpected(PaymentProblem::BadAmount);
    }
    if (!is_plain_id(payment.id)) {
        return std::unexpected(PaymentProblem::WrongState);
    }
    const ProviderAnswer answer = TRY(
        change("POST", payment_path(payment.id) + "/refunds", amount_text(payment, amount), key));
    const std::string status = text_at(answer.said(), "status");
    if (status == "failed" || status == "canceled") {
        return std::unexpected(PaymentProblem::Refused);
    }
    return state(payment.id);
}

PaymentResult<bool> Mollie::check() {
    TRY(read("/v2/payments?limit=1"));
    return is_test_key(engine::PaymentProviderKind::Mollie, key_);
}

}  // namespace standby::payments
