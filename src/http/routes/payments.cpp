// Payments: those of an entry or a list, and refunds by staff. What is to be done with money is
// written into the book of payments; whoever keeps it does it.
#include "engine/ports/payments.hpp"

#include "base/sha256.hpp"
#include "http/api/entry_body.hpp"
#include "http/api/payment_body.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/live_or_stored.hpp"
#include "http/routes/wait_step.hpp"
#include "interchange/view/payment.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace standby::http {
namespace {

using engine::Payment;
using engine::PaymentPhase;

constexpr std::size_t exported_max = 100'000;
constexpr int tries_to_write = 5;

std::string list_text(std::span<const Payment> payments, Viewer viewer) {
    return json_object([&](JsonWriter& writer) {
        writer.array("items", payments, [&](JsonWriter& inner, const Payment& one) {
            interchange::write_payment(inner, one, viewer);
        });
    });
}

std::int64_t left_of(const Payment& payment) {
    return payment.captured - payment.refunded - payment.refund_wanted;
}

Result<Payment, Problem> taken_of(const std::vector<Payment>& payments) {
    const auto taken = std::ranges::find_if(payments.rbegin(), payments.rend(),
                                            [](const Payment& one) { return one.captured > 0; });
    if (taken == payments.rend()) {
        return refuse(ProblemType::NothingToRefund, "Nothing was taken for this.");
    }
    return *taken;
}

Result<std::int64_t, Problem> amount_of(const RefundBody& body, const Payment& payment) {
    const std::int64_t left = left_of(payment);
    if (!body.amount) {
        return left > 0 ? Result<std::int64_t, Problem>(left)
                        : refuse(ProblemType::NothingToRefund, "All of it was given back.");
    }
    if (body.amount->currency != payment.amount.currency) {
        return refuse_field("amount.currency", "must be that of the payment");
    }
    if (body.amount->amount > left) {
        return refuse_field("amount", "must not be more than what was taken and not given back: " +
                                          std::to_string(left));
    }
    return body.amount->amount;
}

// Without a key of its own a request is a refund of its own; each write of a row is another one.
engine::IdempotencyKey key_of_refund(const Call& call, const Payment& payment) {
    if (const auto key = call.key()) {
        return *key;
    }
    const std::string name =
        "refund " + std::to_string(payment.number) + " " + std::to_string(payment.version);
    const Sha256Digest digest = sha256(std::as_bytes(std::span{name}));
    engine::IdempotencyKey made;
    std::memcpy(&made.key, digest.data(), sizeof made.key);
    return made;
}

// Whether it was asked for before; a problem when the same key was used for something else.
Result<std::optional<std::uint64_t>, Problem>
refunded_before(const Call& call, engine::Registry& registry,
                const std::vector<Payment>& payments) {
    const auto key = call.key();
    if (!key) {
        return std::optional<std::uint64_t>{};
    }
    for (const Payment& one : payments) {
        for (const auto& refund : TRY(or_unavailable(registry.refunds_of(one.number)))) {
            if (refund.key == key->key && refund.request_digest != key->request_digest) {
                return refuse(ProblemType::IdempotencyKeyReused);
            }
            if (refund.key == key->key) {
                return std::optional(one.number);
            }
        }
    }
    return std::optional<std::uint64_t>{};
}

struct WrittenRefund {
    std::uint64_t payment = 0;
    bool is_repeated = false;
};

// As often as somebody else writes the same row just before.
Result<WrittenRefund, Problem> write_refund(const Call& call, engine::Registry& registry,
                                            const RefundBody& body) {
    for (int tries = 0; tries < tries_to_write; ++tries) {
        const std::vector<Payment> payments =
            TRY(or_unavailable(registry.payments_for(call.about.offer)));
        if (const auto before = TRY(refunded_before(call, registry, payments))) {
            return WrittenRefund{*before, true};
        }
        // A wish for more than there is, or for nothing, is told apart by what was asked for.
        if (body.amount &&
            std::ranges::none_of(payments, [](const Payment& one) { return one.captured > 0; })) {
            return refuse_field("amount", "must not be more than what was taken: 0");
        }
        Payment payment = TRY(taken_of(payments));
        const std::int64_t amount = TRY(amount_of(body, payment));
        const engine::IdempotencyKey key = key_of_refund(call, payment);
        payment.refund_wanted += amount;
        payment.next_look = call.now;
        payment.problem.clear();
        const engine::PaymentRefund refund{.payment = payment.number,
                                           .key = key.key,
                                           .request_digest = key.request_digest,
                                           .amount = amount,
                                           .actor = call.actor(),
                                           .reason = body.reason,
                                           .made_at = call.now};
        if (TRY(or_unavailable(registry.save_refund(payment, refund)))) {
            return WrittenRefund{payment.number, false};
        }
    }
    return std::unexpected(unavailable());
}

}  // namespace

Task<Answer> list_entry_payments(Call& call) {
    if (call.link()) {
        auto opened = co_await state_by_link(call);
        CO_TRY(opened);
    }
    auto read = co_await call.read(
        [&](engine::Registry& registry) { return registry.payments_of(call.about.entry); });
    const std::vector<Payment> payments = CO_TRY(std::move(read));
    co_return json_response(200, list_text(payments, call.viewer()));
}

Task<Answer> list_payments(Call& call) {
    const std::string list = "payments of " + core::format_id(call.about.resource);
    const PageRequest page = CO_TRY(call.page_of(list));
    auto read = co_await call.read([&](engine::Registry& registry) {
        return registry.payments_of_list(call.about.resource, page.after, page.limit + 1);
    });
    std::vector<Payment> payments = CO_TRY(std::move(read));
    const bool has_more = payments.size() > page.limit;
    payments.resize(std::min(payments.size(), page.limit));
    std::string body;
    JsonWriter writer{body};
    begin_page(writer);
    for (const Payment& one : payments) {
        interchange::write_payment(writer, one, call.viewer());
    }
    end_page(writer, list, has_more ? std::optional(payments.back().number) : std::nullopt);
    co_return json_response(200, std::move(body));
}

Task<Answer> export_payments(Call& call) {
    auto read = co_await call.read(
        [&](engine::Registry& registry) -> Result<std::string, engine::StoreError> {
            std::vector<Payment> all;
            std::uint64_t after = 0;
            for (;;) {
                const std::vector<Payment> some = TRY(registry.payments_of_list(
                    call.about.resource, after, engine::payments_at_once_max));
                all.insert(all.end(), some.begin(), some.end());
                if (some.size() < engine::payments_at_once_max || all.size() >= exported_max) {
                    break;
                }
                after = some.back().number;
            }
            std::ranges::stable_sort(all, {}, &Payment::created_at);
            return interchange::payments_csv(all);
        },
        engine::Effort::Long);
    Response response = json_response(200, CO_TRY(std::move(read)));
    response.content_type = "text/csv; charset=utf-8";
    response.headers.emplace_back("Content-Disposition", "attachment; filename=\"payments.csv\"");
    co_return response;
}

// Where a place has to be paid for, a yes in advance needs a card.
Task<Answer> keep_card(Call& call) {
    CO_TRY(parse_nothing(call.request.body));
    engine::PaymentDesk* desk = call.shared.services.payment_desk;
    if (desk == nullptr) {
        co_return std::unexpected(unavailable());
    }
    if (call.link()) {
        auto opened = co_await state_by_link(call);
        CO_TRY(opened);
    }
    const std::uint64_t number =
        co_await WaitStep<std::uint64_t>([&](std::function<void(std::uint64_t)> done) {
            desk->keep_card(call.about.entry, std::move(done));
        });
    if (number == 0) {
        co_return refuse(ProblemType::NoCardNeeded,
                         "Nothing has to be paid here, or no provider is set up for it.");
    }
    auto read =
        co_await call.read([&](engine::Registry& registry) { return registry.payment(number); });
    const std::optional<Payment> payment = CO_TRY(std::move(read));
    if (!payment) {
        co_return std::unexpected(unavailable());
    }
    co_return json_response(200, json_text(interchange::write_payment, *payment, call.viewer()));
}

// What was asked for is kept with the payment, for good; the answer itself for as long as others.
Task<Answer> refund_offer(Call& call) {
    const RefundBody body = CO_TRY(parse_refund(call.request.body));
    engine::PaymentDesk* desk = call.shared.services.payment_desk;
    if (desk == nullptr) {
        co_return std::unexpected(unavailable());
    }
    ControlPlane& control = call.shared.control;
    auto known =
        co_await call.read([&](engine::Registry&) { return control.kept(call.key(), call.now); });
    if (auto before = CO_TRY(std::move(known))) {
        co_return response_of(call, *std::move(before));
    }
    auto wrote = co_await call.read(
        [&](engine::Registry& registry) { return write_refund(call, registry, body); });
    if (!wrote) {
        const Problem& problem = wrote.error();
        const std::string_view reused = kind_of(ProblemType::IdempotencyKeyReused).code;
        if (problem.status < 500 && problem.code != reused) {
            control.keep(call.key(), call.now,
                         {.status = problem.status, .body = problem_body(problem)});
        }
        co_return std::unexpected(std::move(wrote).error());
    }
    const WrittenRefund written = *wrote;
    co_await WaitStep<bool>(
        [&](std::function<void(bool)> done) { desk->hurry(written.payment, std::move(done)); });
    auto read = co_await call.read(
        [&](engine::Registry& registry) { return registry.payment(written.payment); });
    const std::optional<Payment> payment = CO_TRY(std::move(read));
    if (!payment) {
        co_return std::unexpected(unavailable());
    }
    ControlPlane::Made made{.body = json_text(interchange::write_payment, *payment, call.viewer()),
                            .is_replayed = written.is_repeated};
    control.keep(call.key(), call.now, made);
    co_return response_of(call, std::move(made));
}

}  // namespace standby::http
