// How an account takes payments, set up by its owners; and what providers call out about them.
#include "engine/ports/payment_setup.hpp"
#include "engine/ports/payments.hpp"
#include "http/api/entry_body.hpp"
#include "http/api/payment_body.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/spending.hpp"
#include "http/routes/wait_step.hpp"
#include "interchange/view/payment.hpp"

#include <utility>

namespace standby::http {
namespace {

using engine::PaymentAccount;
using engine::PaymentKeys;
using engine::PaymentSetup;
using engine::SetupError;
using Source = PaymentAccount::Source;

constexpr std::size_t call_bytes_max = 256 * 1024;
constexpr std::size_t troubled_max = 50;

Result<PaymentSetup*, Problem> setup_of(const Call& call) {
    if (call.shared.services.payment_setup == nullptr) {
        return std::unexpected(unavailable());
    }
    return call.shared.services.payment_setup;
}

Problem payment_setup_problem(SetupError error) {
    switch (error) {
    case SetupError::SetByOption:
        return problem(ProblemType::SetAtStart,
                       "Payments are set up by --stripe-secret-key or --mollie-api-key (or "
                       "STANDBY_STRIPE_SECRET_KEY, or stripe_secret_key in standby.toml). Change "
                       "it there.");
    case SetupError::NoKey:
        return problem(ProblemType::SecretsKeyMissing,
                       "What is stored was sealed with another key than this server's. Bring its "
                       "key file back, or delete the settings and enter them again.");
    case SetupError::KeyNotShared:
        return problem(ProblemType::SecretsKeyMissing,
                       "Several nodes share this database. Give each of them the same "
                       "--secrets-key-file first, so that all of them can read what you enter.");
    case SetupError::KeyFile:
        return problem(ProblemType::SecretsKeyMissing,
                       "The key file couldn't be read or written. The server's log says why.");
    case SetupError::Unavailable:
        break;
    }
    return unavailable();
}

Result<std::string, Problem> payment_account_text(const Call& call, PaymentSetup& setup,
                                                  engine::Registry& registry) {
    const PaymentAccount account = TRY(or_unavailable(setup.setup(registry, call.about.account)));
    return json_text(interchange::write_payment_account, account);
}

Result<void, Problem> check_keys(const Call& call, PaymentSetup& setup, engine::Registry& registry,
                                 const PaymentKeys& keys) {
    if (keys.key.empty()) {
        const bool is_kept =
            TRY(or_unavailable(setup.has_key_for(registry, call.about.account, keys.provider)));
        return is_kept ? Result<void, Problem>{}
                       : refuse_field("key", "is required: none of this provider is kept");
    }
    const std::string_view wrong = setup.problem_of_key(keys.provider, keys.key);
    return wrong.empty() ? Result<void, Problem>{} : refuse_field("key", std::string(wrong));
}

}  // namespace

Task<Answer> get_payments(Call& call) {
    PaymentSetup* setup = CO_TRY(setup_of(call));
    auto read = co_await call.read([&](engine::Registry& registry) -> Result<std::string, Problem> {
        const PaymentAccount account =
            TRY(or_unavailable(setup->setup(registry, call.about.account)));
        const auto troubled = TRY(or_unavailable(registry.troubled_payments(
            call.about.account, engine::payment_tries_of_concern, troubled_max)));
        return json_object([&](JsonWriter& writer) {
            writer.text_or_null("provider", account.provider ? engine::name_of(*account.provider)
                                                             : std::string_view());
            writer.boolean("test", account.is_test);
            writer.boolean("locked", account.source == Source::Locked);
            writer.array("troubled", troubled, [&](const engine::Payment& one) {
                interchange::write_payment(writer, one, call.viewer());
            });
        });
    });
    co_return json_response(200, CO_TRY(std::move(read)));
}

Task<Answer> get_payment_settings(Call& call) {
    PaymentSetup* setup = CO_TRY(setup_of(call));
    auto read = co_await call.read(
        [&](engine::Registry& registry) { return payment_account_text(call, *setup, registry); });
    co_return json_response(200, CO_TRY(std::move(read)));
}

Task<Answer> put_payment_settings(Call& call) {
    PaymentSetup* setup = CO_TRY(setup_of(call));
    const PaymentKeys keys = CO_TRY(parse_payment_settings(call.request.body));
    auto read = co_await call.read([&](engine::Registry& registry) -> Result<std::string, Problem> {
        TRY(check_keys(call, *setup, registry, keys));
        if (const auto saved = setup->save(registry, call.about.account, keys, call.now); !saved) {
            return std::unexpected(payment_setup_problem(saved.error()));
        }
        call.report_staff(
            registry, call.about.account,
            {.act = "payments_changed", .detail = std::string(engine::name_of(keys.provider))});
        return payment_account_text(call, *setup, registry);
    });
    std::string text = CO_TRY(std::move(read));
    if (call.shared.services.payment_desk != nullptr) {
        call.shared.services.payment_desk->look_again();
    }
    co_return json_response(200, std::move(text));
}

Task<Answer> delete_payment_settings(Call& call) {
    PaymentSetup* setup = CO_TRY(setup_of(call));
    CO_TRY(parse_nothing(call.request.body));
    auto read = co_await call.read([&](engine::Registry& registry) -> Result<std::string, Problem> {
        const auto removed = setup->remove(registry, call.about.account, call.now);
        if (!removed) {
            return std::unexpected(payment_setup_problem(removed.error()));
        }
        if (*removed) {
            call.report_staff(registry, call.about.account, {.act = "payments_removed"});
        }
        return payment_account_text(call, *setup, registry);
    });
    co_return json_response(200, CO_TRY(std::move(read)));
}

Task<Answer> test_payment_settings(Call& call) {
    PaymentSetup* setup = CO_TRY(setup_of(call));
    const PaymentTestBody body = CO_TRY(parse_payment_test(call.request.body));
    PaymentKeys keys{.provider = engine::PaymentProviderKind::Stripe, .key = body.key};
    auto read = co_await call.read([&](engine::Registry& registry) -> Result<void, Problem> {
        if (body.provider) {
            keys.provider = *body.provider;
            return check_keys(call, *setup, registry, keys);
        }
        const PaymentAccount account =
            TRY(or_unavailable(setup->setup(registry, call.about.account)));
        if (!account.provider) {
            return refuse_field("provider", "is required: nothing is set up yet");
        }
        keys.provider = *account.provider;
        return {};
    });
    CO_TRY(std::move(read));
    const std::string account = "payments " + std::to_string(call.about.account.value());
    const auto too_many = [](Duration wait) {
        Problem later =
            problem(ProblemType::TooManyRequests, "Keys were tested too often. Wait a moment.");
        later.retry_after_seconds = retry_after_seconds(wait);
        return later;
    };
    if (const auto wait = call.shared.delivery_tests.try_take(account, Shared::running_time())) {
        co_return std::unexpected(too_many(*wait));
    }
    const auto tested = co_await WaitStep<std::optional<engine::TestedPayments>>(
        [&](std::function<void(std::optional<engine::TestedPayments>)> done) {
            setup->test(call.about.account, keys, std::move(done));
        });
    if (!tested) {
        co_return std::unexpected(too_many(std::chrono::seconds{5}));
    }
    co_return json_response(200, json_text(interchange::write_tested_payments, *tested));
}

// Whoever calls proves it by a signature, or says nothing that is believed. It only sets off a
// look.
Task<Answer> take_payment_callback(Call& call) {
    const Request& request = call.request;
    const ClientKey client = client_key(request.client);
    if (const auto wait = call.shared.budgets.callback(client, Shared::running_time())) {
        co_return std::unexpected(
            too_often("Too many reports from this address were nobody's.", *wait));
    }
    if (request.body.size() > call_bytes_max) {
        co_return refuse(ProblemType::BodyTooLarge);
    }
    engine::PaymentCallbacks* callbacks = call.shared.services.payment_callbacks;
    if (callbacks == nullptr) {
        co_return std::unexpected(unavailable());
    }
    const bool is_stripe = call.route->path.ends_with("/stripe");
    auto read = co_await call.read([&](engine::Registry& registry) {
        return is_stripe
                   ? callbacks->on_stripe(registry, request.body,
                                          request.header("stripe-signature"), call.shared.now())
                   : callbacks->on_mollie(request.body);
    });
    if (!CO_TRY(std::move(read))) {
        call.shared.budgets.count_bad_callback(client, Shared::running_time());
        co_return refuse(ProblemType::BadRequest,
                         is_stripe ? "The signature is missing, wrong, or not of now."
                                   : "It names no payment.");
    }
    co_return empty_response(200);
}

}  // namespace standby::http
