#include "payments/stripe/stripe.hpp"

#include "base/text.hpp"
#include "payments/fields.hpp"
#include "payments/stripe/stripe_amount.hpp"
#include "payments/stripe/stripe_problem.hpp"
#include "payments/stripe/stripe_view.hpp"

#include <algorithm>

namespace standby::payments {
namespace {

using engine::PaymentOrder;
using engine::PaymentProblem;
using engine::PaymentResult;
using engine::PaymentStage;
using engine::PaymentView;

// A page of objects with others inside them stays far below what our reader of JSON takes.
constexpr std::string_view listed_at_once = "40";
constexpr Duration listing_margin = std::chrono::hours{1};  // between two clocks

std::int64_t seconds_of(Time time) {
    return time.time_since_epoch() / std::chrono::seconds{1};
}

// Stripe's pages come in these words; anything else is the browser's own language.
std::string locale_of(std::string_view language) {
    const std::string_view two = language.substr(0, 2);
    return two == "de" || two == "en" || two == "fr" || two == "es" ? std::string(two) : "auto";
}

std::string shortened(std::string_view text, std::size_t bytes_max) {
    if (text.size() <= bytes_max) {
        return std::string(text);
    }
    while (bytes_max > 0 && (static_cast<unsigned char>(text[bytes_max]) & 0xc0U) == 0x80) {
        --bytes_max;  // not inside a character
    }
    return std::string(text.substr(0, bytes_max));
}

PaymentResult<PaymentView> view_in(const ProviderAnswer& answer, Asking asking) {
    if (auto view = view_of_stripe(answer.said())) {
        return *std::move(view);
    }
    return std::unexpected(not_understood(asking));
}

bool is_session(std::string_view id) {
    return id.starts_with("cs_");
}

bool is_plain_id(std::string_view id) {
    return !id.empty() && id.size() <= 255 &&
           std::ranges::all_of(id, [](char one) { return is_letter_or_digit(one) || one == '_'; });
}

}  // namespace

Stripe::Stripe(const ProviderSettings& settings)
    : key_(settings.key),
      web_(settings.base.empty() ? std::string(own_base(settings.kind)) : settings.base,
           !settings.base.empty(), settings.ca_file) {}

PaymentResult<ProviderAnswer> Stripe::read(std::string_view path) {
    ProviderAnswer answer =
        TRY(web_.ask({.login = {.user = {}, .password = {}, .bearer = key_},
                      .headers = {{"Stripe-Version", std::string(stripe_version)}}},
                     path, ""));
    if (!answer.is_fine() || !answer.document) {
        return std::unexpected(problem_of_stripe(answer, Asking::ToRead));
    }
    return answer;
}

PaymentResult<ProviderAnswer> Stripe::change(std::string_view path, const Fields& fields,
                                             std::string_view key) {
    std::string body;
    for (const auto& [name, value] : fields) {
        body += (body.empty() ? "" : "&") + percent_encode(name) + "=" + percent_encode(value);
    }
    ProviderAnswer answer =
        TRY(web_.ask({.method = "POST",
                      .login = {.user = {}, .password = {}, .bearer = key_},
                      .body = std::move(body),
                      .content_type = "application/x-www-form-urlencoded",
                      .headers = {{"Stripe-Version", std::string(stripe_version)}}},
                     path, key));
    if (!answer.is_fine() || !answer.document) {
        return std::unexpected(problem_of_stripe(answer, Asking::ToChange));
    }
    return answer;
}

PaymentResult<PaymentView> Stripe::open_session(Fields fields, const PaymentOrder& order) {
    const std::string name(reference_name(order.reference));
    const Time ends_at =
        std::clamp(order.expires_at, order.now + stripe_page_min, order.now + stripe_page_max);
    const Fields common{{"client_reference_id", order.reference},
                        {"metadata[" + name + "]", order.reference},
                        {"success_url", order.return_url},
                        {"cancel_url", order.cancel_url},
                        {"expires_at", std::to_string(seconds_of(ends_at))},
                        {"locale", locale_of(order.locale)},
                        // Cards, and the wallets that are cards: others can't be captured by hand.
                        {"payment_method_types[0]", "card"}};
    fields.insert(fields.end(), common.begin(), common.end());
    if (!order.customer.empty()) {
        fields.emplace_back("customer", order.customer);
    } else {
        if (!order.email.empty()) {
            fields.emplace_back("customer_email", order.email);
        }
        if (order.keeps_card) {
            fields.emplace_back("customer_creation", "always");
        }
    }
    return view_in(TRY(change("/v1/checkout/sessions", fields, order.key)), Asking::ToChange);
}

PaymentResult<PaymentView> Stripe::begin(const PaymentOrder& order) {
    const auto amount = stripe_amount(order.amount);
    if (!amount || *amount <= 0) {
        return std::unexpected(PaymentProblem::BadAmount);
    }
    Fields fields{
        {"mode", "payment"},
        {"line_items[0][quantity]", "1"},
        {"line_items[0][price_data][currency]", stripe_currency(order.amount)},
        {"line_items[0][price_data][unit_amount]", std::to_string(*amount)},
        {"line_items[0][price_data][product_data][name]", shortened(order.description, 250)},
        {"payment_intent_data[capture_method]", "manual"},
        {"payment_intent_data[description]", shortened(order.description, 1'000)},
        {"payment_intent_data[metadata][" + std::string(reference_name(order.reference)) + "]",
         order.reference}};
    if (order.keeps_card) {
        fields.emplace_back("payment_intent_data[setup_future_usage]", "off_session");
    }
    return open_session(std::move(fields), order);
}

PaymentResult<PaymentView> Stripe::keep_card(const PaymentOrder& order) {
    PaymentOrder keeping = order;
    keeping.keeps_card = true;
    return open_session(
        {{"mode", "setup"},
         {"setup_intent_data[metadata][" + std::string(reference_name(order.reference)) + "]",
          order.reference}},
        keeping);
}

// A card that belongs to a customer is only charged in that customer's name.
PaymentResult<std::string> Stripe::customer_of(const engine::KeptCard& card) {
    if (!card.customer.empty()) {
        return card.customer;
    }
    if (!is_plain_id(card.method)) {
        return std::unexpected(PaymentProblem::NotFound);
    }
    const ProviderAnswer answer = TRY(read("/v1/payment_methods/" + card.method));
    return id_at(answer.said(), "customer");
}

PaymentResult<PaymentView> Stripe::charge(const PaymentOrder& order, const engine::KeptCard& card) {
    const auto amount = stripe_amount(order.amount);
    if (!amount || *amount <= 0) {
        return std::unexpected(PaymentProblem::BadAmount);
    }
    const std::string customer = TRY(customer_of(card));
    Fields fields{
        {"amount", std::to_string(*amount)},
        {"currency", stripe_currency(order.amount)},
        {"payment_method", card.method},
        {"payment_method_types[0]", "card"},
        {"capture_method", "manual"},
        {"confirm", "true"},
        {"off_session", "true"},
        {"description", shortened(order.description, 1'000)},
        {"metadata[" + std::string(reference_name(order.reference)) + "]", order.reference},
        {"expand[0]", "latest_charge"}};
    if (!customer.empty()) {
        fields.emplace_back("customer", customer);
    }
    const ProviderAnswer answer = TRY(change("/v1/payment_intents", fields, order.key));
    const PaymentView view = TRY(view_in(answer, Asking::ToChange));
    if (text_at(answer.said(), "status") == "requires_action") {
        // Nobody is there who could; it is taken back so that nobody can later.
        static_cast<void>(
            change("/v1/payment_intents/" + view.charge + "/cancel", {}, order.key + ":cancel"));
        return std::unexpected(PaymentProblem::AuthenticationRequired);
    }
    if (view.stage == PaymentStage::Failed) {
        return std::unexpected(PaymentProblem::Declined);
    }
    return view;
}

PaymentResult<PaymentView> Stripe::state(std::string_view id) {
    if (!is_plain_id(id)) {
        return std::unexpected(PaymentProblem::NotFound);
    }
    const std::string path =
        is_session(id) ? "/v1/checkout/sessions/" + std::string(id) +
                             "?expand%5B0%5D=payment_intent.latest_charge"
                             "&expand%5B1%5D=setup_intent"
                       : "/v1/payment_intents/" + std::string(id) + "?expand%5B0%5D=latest_charge";
    return view_in(TRY(read(path)), Asking::ToRead);
}

// Lists are complete at once; the search for metadata lags behind by up to a minute, and what is
// looked for here has just happened.
PaymentResult<void> Stripe::find_in(std::string_view path, std::string_view reference, Time since,
                                    std::vector<PaymentView>& found) {
    std::string after;
    for (std::size_t page = 0; page < provider_pages_max; ++page) {
        const ProviderAnswer answer = TRY(read(std::string(path) + std::string(listed_at_once) +
                                               (after.empty() ? "" : "&starting_after=" + after)));
        const JsonValue* data = answer.said().find("data");
        if (data == nullptr || data->type != JsonType::Array) {
            return std::unexpected(PaymentProblem::NotUnderstood);
        }
        bool is_past = !data->items.empty();
        for (const JsonValue& item : data->items) {
            const auto view = view_of_stripe(item);
            if (view && view->reference == reference) {
                found.push_back(*view);
            }
            is_past &= integer_at(item, "created") < seconds_of(since - listing_margin);
            after = text_at(item, "id");
        }
        if (is_past || !truth_at(answer.said(), "has_more") || !is_plain_id(after)) {
            return {};
        }
    }
    return std::unexpected(PaymentProblem::Busy);  // no house sells that much
}

PaymentResult<std::vector<PaymentView>> Stripe::find(std::string_view reference, Time since) {
    std::vector<PaymentView> found;
    TRY(find_in("/v1/checkout/sessions?expand%5B0%5D=data.payment_intent"
                "&expand%5B1%5D=data.setup_intent&limit=",
                reference, since, found));
    std::vector<PaymentView> charged;
    TRY(find_in("/v1/payment_intents?expand%5B0%5D=data.latest_charge&limit=", reference, since,
                charged));
    for (PaymentView& one : charged) {
        // Those that belong to a session are known already.
        const auto known = std::ranges::find(found, one.charge, &PaymentView::charge);
        if (known == found.end()) {
            found.push_back(std::move(one));
        } else {
            known->refunded = one.refunded;
        }
    }
    return found;
}

PaymentResult<PaymentView> Stripe::capture(const PaymentView& payment, std::int64_t amount,
                                           std::string_view key) {
    const auto units = stripe_amount({.amount = amount, .currency = payment.amount.currency});
    if (!units || *units <= 0) {
        return std::unexpected(PaymentProblem::BadAmount);
    }
    if (!is_plain_id(payment.charge)) {
        return std::unexpected(PaymentProblem::WrongState);
    }
    const ProviderAnswer answer = TRY(change(
        "/v1/payment_intents/" + payment.charge + "/capture",
        {{"amount_to_capture", std::to_string(*units)}, {"expand[0]", "latest_charge"}}, key));
    PaymentView view = TRY(view_in(answer, Asking::ToChange));
    view.id = payment.id;
    return view;
}

PaymentResult<PaymentView> Stripe::release(const PaymentView& payment, std::string_view key) {
    const bool is_paid =
        payment.stage != PaymentStage::Open && payment.stage != PaymentStage::Expired;
    const bool is_page = is_session(payment.id) && (payment.charge.empty() || !is_paid);
    const std::string& id = is_page ? payment.id : payment.charge;
    if (!is_plain_id(id)) {
        return std::unexpected(PaymentProblem::NotFound);
    }
    const auto answer =
        is_page
            ? change("/v1/checkout/sessions/" + id + "/expire", {}, std::string(key) + ":expire")
            : change("/v1/payment_intents/" + id + "/cancel", {}, std::string(key) + ":cancel");
    // A page that was paid a moment ago can't be ended, and a hold that is gone not given back:
    // what there is says what to do.
    const bool is_too_late = !answer && (answer.error() == PaymentProblem::WrongState ||
                                         answer.error() == PaymentProblem::Refused);
    if (!answer && !is_too_late) {
        return std::unexpected(answer.error());
    }
    return state(payment.id);
}

PaymentResult<PaymentView> Stripe::refund(const PaymentView& payment, std::int64_t amount,
                                          std::string_view key) {
    const auto units = stripe_amount({.amount = amount, .currency = payment.amount.currency});
    if (!units || *units <= 0) {
        return std::unexpected(PaymentProblem::BadAmount);
    }
    if (!is_plain_id(payment.charge)) {
        return std::unexpected(PaymentProblem::WrongState);
    }
    const ProviderAnswer answer =
        TRY(change("/v1/refunds",
                   {{"payment_intent", payment.charge}, {"amount", std::to_string(*units)}}, key));
    const std::string status = text_at(answer.said(), "status");
    if (status == "failed" || status == "canceled") {
        return std::unexpected(PaymentProblem::Refused);
    }
    return state(payment.id);
}

PaymentResult<bool> Stripe::check() {
    auto answer = read("/v1/balance");
    if (!answer) {
        if (answer.error() != PaymentProblem::WrongKey &&
            answer.error() != PaymentProblem::NotFound) {
            return std::unexpected(answer.error());
        }
        // A restricted key needn't see the balance.
        answer = read("/v1/payment_intents?limit=1");
        if (!answer) {
            return std::unexpected(answer.error());
        }
        return is_test_key(engine::PaymentProviderKind::Stripe, key_);
    }
    const JsonValue* is_live = answer->said().find("livemode");
    return is_live != nullptr && is_live->type == JsonType::Boolean
               ? !is_live->boolean
               : is_test_key(engine::PaymentProviderKind::Stripe, key_);
}

}  // namespace standby::payments
