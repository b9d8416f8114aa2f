#include "payments/stripe/stripe_view.hpp"

#include "payments/fields.hpp"
#include "payments/stripe/stripe_amount.hpp"

#include <string>
#include <string_view>

namespace standby::payments {
namespace {

using engine::PaymentStage;
using engine::PaymentView;

std::optional<PaymentStage> stage_of_intent(std::string_view status) {
    if (status == "requires_payment_method" || status == "requires_confirmation" ||
        status == "requires_action") {
        return PaymentStage::Open;
    }
    if (status == "processing") {
        return PaymentStage::Processing;
    }
    if (status == "requires_capture") {
        return PaymentStage::Authorised;
    }
    if (status == "succeeded") {
        return PaymentStage::Captured;
    }
    return status == "canceled" ? std::optional(PaymentStage::Released) : std::nullopt;
}

std::string reference_in(const JsonValue& object) {
    std::string reference = text_at(object, "metadata.offer_id");
    return reference.empty() ? text_at(object, "metadata.entry_id") : reference;
}

engine::KeptCard card_of(const JsonValue& object) {
    engine::KeptCard card{.customer = id_at(object, "customer"),
                          .method = id_at(object, "payment_method")};
    return card.customer.empty() ? engine::KeptCard{} : card;
}

// What the session says once the payment in it has its say.
PaymentStage stage_of_session(std::string_view status, std::optional<PaymentStage> payment) {
    const bool is_certain = payment && *payment != PaymentStage::Open;
    if (status == "expired") {
        // A payment that was cancelled with its session was never made.
        return is_certain && *payment != PaymentStage::Released ? *payment : PaymentStage::Expired;
    }
    if (is_certain) {
        return *payment;
    }
    return status == "open" ? PaymentStage::Open : PaymentStage::Processing;
}

}  // namespace

std::optional<PaymentView> view_of_intent(const JsonValue& intent) {
    const std::string status = text_at(intent, "status");
    const auto stage = stage_of_intent(status);
    const std::int64_t amount =
        stage == PaymentStage::Authorised ? integer_at(intent, "amount_capturable")
        : stage == PaymentStage::Captured ? integer_at(intent, "amount_received")
                                          : integer_at(intent, "amount");
    const std::string currency = text_at(intent, "currency");
    const auto money = money_of_stripe(amount, currency);
    const auto refunded =
        money_of_stripe(integer_at(intent, "latest_charge.amount_refunded"), currency);
    PaymentView view{.id = text_at(intent, "id")};
    if (!stage || !money || !refunded || !view.id.starts_with("pi_")) {
        return std::nullopt;
    }
    view.charge = view.id;
    view.stage = *stage;
    view.reference = reference_in(intent);
    view.amount = *money;
    view.refunded = refunded->amount;
    view.card = card_of(intent);
    const JsonValue* is_live = intent.find("livemode");
    view.is_test = is_live != nullptr && !is_live->boolean;
    return view;
}

std::optional<PaymentView> view_of_session(const JsonValue& session) {
    PaymentView view{.id = text_at(session, "id")};
    const std::string status = text_at(session, "status");
    if (!view.id.starts_with("cs_") ||
        (status != "open" && status != "complete" && status != "expired")) {
        return std::nullopt;
    }
    const bool is_for_card = text_at(session, "mode") == "setup";
    std::optional<PaymentStage> payment;
    if (const JsonValue* intent = object_at(session, "payment_intent")) {
        const auto inner = view_of_intent(*intent);
        if (!inner) {
            return std::nullopt;
        }
        payment = inner->stage;
        view = *inner;
        view.id = text_at(session, "id");
    } else {
        view.charge = text_at(session, "payment_intent");
        const auto money = money_of_stripe(integer_at(session, "amount_total"),
                                           is_for_card && text_at(session, "currency").empty()
                                               ? "eur"
                                               : text_at(session, "currency"));
        if (!money) {
            return std::nullopt;
        }
        view.amount = *money;
    }
    view.stage = stage_of_session(status, payment);
    if (const JsonValue* setup = object_at(session, "setup_intent");
        setup != nullptr && is_for_card && status == "complete") {
        view.card = card_of(*setup);
        view.stage = text_at(*setup, "status") == "succeeded" && !view.card.method.empty()
                         ? PaymentStage::Authorised
                         : PaymentStage::Processing;
    }
    view.url = view.stage == PaymentStage::Open ? text_at(session, "url") : std::string();
    view.reference = text_at(session, "client_reference_id");
    if (view.reference.empty()) {
        view.reference = reference_in(session);
    }
    const JsonValue* is_live = session.find("livemode");
    view.is_test = is_live != nullptr && !is_live->boolean;
    return view;
}

std::optional<PaymentView> view_of_stripe(const JsonValue& object) {
    if (text_at(object, "object") == "checkout.session") {
        return view_of_session(object);
    }
    auto view = view_of_intent(object);
    if (view && view->stage == PaymentStage::Open) {
        view->stage =
            PaymentStage::Failed;  // a card was tried, and there is no page to try another
    }
    return view;
}

}  // namespace standby::payments
