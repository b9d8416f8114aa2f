#include "app/payments/payment_accounts.hpp"

#include "app/delivery/secrets_key.hpp"
#include "app/payments/payment_keys_text.hpp"
#include "engine/ports/payments.hpp"
#include "payments/mollie/mollie_call.hpp"
#include "payments/stripe/stripe_event.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace standby::app {
namespace {

using engine::AccountNumber;
using engine::Connection;
using engine::ConnectionKind;
using engine::PaymentAccount;
using engine::PaymentKeys;
using engine::PaymentProviderKind;
using engine::SetupError;
using engine::StoreError;
using payments::ProviderSettings;

}  // namespace

PaymentAccounts::PaymentAccounts(const ServeOptions& options, PaymentAccountServices services)
    : options_(options),
      services_(std::move(services)),
      workers_(std::make_unique<WorkerPool>(1, payment_tests_at_once)) {}

void PaymentAccounts::stop() {
    is_stopping_ = true;
    for (const auto& [which, provider] : tests_.copy()) {
        provider->stop();
    }
    workers_->stop();
}

bool PaymentAccounts::is_option() const {
    return !options_.stripe_secret_key.empty() || !options_.mollie_api_key.empty();
}

std::vector<PaymentAccounts::Kept> PaymentAccounts::of_options() const {
    std::vector<Kept> all;
    if (!options_.stripe_secret_key.empty()) {
        all.push_back({.connection = {},
                       .provider = PaymentProviderKind::Stripe,
                       .is_locked = false,
                       .key = options_.stripe_secret_key,
                       .webhook_secrets = options_.stripe_webhook_secrets});
    }
    if (!options_.mollie_api_key.empty()) {
        all.push_back({.connection = {},
                       .provider = PaymentProviderKind::Mollie,
                       .is_locked = false,
                       .key = options_.mollie_api_key,
                       .webhook_secrets = {}});
    }
    return all;
}

Result<std::vector<PaymentAccounts::Kept>, StoreError>
PaymentAccounts::kept(engine::Registry& registry, std::optional<AccountNumber> account) const {
    const auto key = SecretsKey::read(secrets_key_path(options_));
    std::vector<Kept> all;
    for (Connection& one : TRY(registry.connections(ConnectionKind::PaymentProvider))) {
        const auto provider = read_payment_provider(one.settings);
        if (!provider || (account && one.account != *account)) {
            continue;
        }
        const auto text = key && *key ? (*key)->open(one.sealed) : std::nullopt;
        auto secrets = text ? read_payment_secrets(*text) : std::nullopt;
        Kept found{.connection = std::move(one),
                   .provider = *provider,
                   .is_locked = !secrets,
                   .key = {},
                   .webhook_secrets = {}};
        if (secrets) {
            found.key = std::move(secrets->key);
            found.webhook_secrets = std::move(secrets->webhook_secrets);
        }
        all.push_back(std::move(found));
    }
    // What was typed in last is in use.
    std::ranges::stable_sort(all, std::greater{}, [](const Kept& one) {
        return std::tuple(one.connection.changed_at, one.connection.number);
    });
    return all;
}

std::string PaymentAccounts::callback_url(PaymentProviderKind provider) const {
    return services_.public_url() + "/v1/callbacks/" + std::string(engine::name_of(provider));
}

ProviderSettings PaymentAccounts::settings_for(const Kept& kept) const {
    const bool is_mollie = kept.provider == PaymentProviderKind::Mollie;
    ProviderSettings settings{.kind = kept.provider,
                              .key = kept.key,
                              .base =
                                  is_mollie ? options_.mollie_api_base : options_.stripe_api_base};
    // Mollie refuses an address that it cannot reach.
    if (is_mollie && !(settings.base.empty() && leads_to_loopback(services_.public_url()))) {
        settings.callback_url = callback_url(kept.provider);
    }
    return settings;
}

Result<std::optional<ProviderSettings>, StoreError>
PaymentAccounts::provider_for(AccountNumber account) {
    const std::vector<Kept> all =
        is_option() ? of_options() : TRY(kept(services_.registry, account));
    if (all.empty() || all.front().is_locked) {
        return std::optional<ProviderSettings>{};
    }
    return std::optional(settings_for(all.front()));
}

Result<std::optional<ProviderSettings>, StoreError>
PaymentAccounts::provider_for(AccountNumber account, PaymentProviderKind kind) {
    // What was made before the operator decided is still under the account's own key.
    std::vector<Kept> all = of_options();
    if (std::ranges::find(all, kind, &Kept::provider) == all.end()) {
        all = TRY(kept(services_.registry, account));
    }
    const auto found = std::ranges::find(all, kind, &Kept::provider);
    if (found == all.end() || found->is_locked) {
        return std::optional<ProviderSettings>{};
    }
    return std::optional(settings_for(*found));
}

Result<PaymentAccount, StoreError> PaymentAccounts::setup(engine::Registry& registry,
                                                          AccountNumber account) {
    using Source = PaymentAccount::Source;
    const std::vector<Kept> all = is_option() ? of_options() : TRY(kept(registry, account));
    if (all.empty()) {
        return PaymentAccount{};
    }
    const Kept& used = all.front();
    PaymentAccount setup{.source = is_option()      ? Source::Option
                                   : used.is_locked ? Source::Locked
                                                    : Source::Pages,
                         .provider = used.provider,
                         .is_test = payments::is_test_key(used.provider, used.key),
                         .has_webhook_secret = !used.webhook_secrets.empty(),
                         .webhook_url = callback_url(used.provider),
                         .changed_at = std::nullopt,
                         .also = {}};
    if (!is_option()) {
        setup.changed_at = used.connection.changed_at;
    }
    for (std::size_t index = 1; index < all.size(); ++index) {
        setup.also.push_back(all[index].provider);
    }
    return setup;
}

Result<void, SetupError> PaymentAccounts::save(engine::Registry& registry, AccountNumber account,
                                               const PaymentKeys& keys, Time now) {
    if (is_option()) {
        return std::unexpected(SetupError::SetByOption);
    }
    const auto all = kept(registry, account);
    if (!all) {
        return std::unexpected(SetupError::Unavailable);
    }
    const auto before = std::ranges::find(*all, keys.provider, &Kept::provider);
    if (before != all->end() && before->is_locked) {
        return std::unexpected(SetupError::NoKey);
    }
    if (options_.secrets_key_file.empty() && services_.count_nodes() > 1) {
        return std::unexpected(SetupError::KeyNotShared);
    }
    const auto key = SecretsKey::read_or_make(secrets_key_path(options_));
    if (!key) {
        services_.log.write(LogLevel::Error, "secrets_key_unusable", {{"problem", key.error()}});
        return std::unexpected(SetupError::KeyFile);
    }
    PaymentSecrets secrets{.key = keys.key,
                           .webhook_secrets =
                               keys.webhook_secrets.value_or(std::vector<std::string>{})};
    if (before != all->end()) {
        secrets.key = keys.key.empty() ? before->key : keys.key;
        secrets.webhook_secrets = keys.webhook_secrets.value_or(before->webhook_secrets);
    }
    Connection connection{.number = before == all->end() ? 0 : before->connection.number,
                          .account = account,
                          .resource = {},
                          .kind = ConnectionKind::PaymentProvider,
                          .settings = write_payment_provider(keys.provider),
                          .sealed = key->seal(write_payment_secrets(secrets)),
                          .created_at = now,
                          .changed_at = now};
    if (before == all->end()) {
        return registry.add_connection(connection) ? Result<void, SetupError>{}
                                                   : std::unexpected(SetupError::Unavailable);
    }
    connection.created_at = before->connection.created_at;
    const auto changed = registry.change_connection(connection);
    return changed && *changed ? Result<void, SetupError>{}
                               : std::unexpected(SetupError::Unavailable);
}

Result<bool, SetupError> PaymentAccounts::remove(engine::Registry& registry, AccountNumber account,
                                                 Time now) {
    if (is_option()) {
        return std::unexpected(SetupError::SetByOption);
    }
    const auto all = kept(registry, account);
    if (!all) {
        return std::unexpected(SetupError::Unavailable);
    }
    for (const Kept& one : *all) {
        if (!registry.remove_connection(account, one.connection.number, now)) {
            return std::unexpected(SetupError::Unavailable);
        }
    }
    return !all->empty();
}

Result<bool, StoreError> PaymentAccounts::has_key_for(engine::Registry& registry,
                                                      AccountNumber account,
                                                      PaymentProviderKind provider) {
    const std::vector<Kept> all = is_option() ? of_options() : TRY(kept(registry, account));
    return std::ranges::any_of(
        all, [&](const Kept& one) { return one.provider == provider && !one.is_locked; });
}

std::string_view PaymentAccounts::problem_of_key(PaymentProviderKind provider,
                                                 std::string_view key) const {
    return payments::problem_of_key(provider, key);
}

engine::TestedPayments PaymentAccounts::try_out(const ProviderSettings& settings) {
    const std::shared_ptr<engine::PaymentProvider> provider =
        payments::make_payment_provider(settings);
    tests_.with([&](Providers& all) { all[provider.get()] = provider; });
    if (is_stopping_) {
        provider->stop();
    }
    const auto checked = provider->check();
    tests_.with([&](Providers& all) { all.erase(provider.get()); });
    if (!checked) {
        return {.problem = checked.error(),
                .is_test = payments::is_test_key(settings.kind, settings.key)};
    }
    return {.problem = std::nullopt, .is_test = *checked};
}

void PaymentAccounts::test(AccountNumber account, PaymentKeys keys,
                           std::function<void(std::optional<engine::TestedPayments>)> done) {
    const auto shared =
        std::make_shared<std::function<void(std::optional<engine::TestedPayments>)>>(
            std::move(done));
    const bool is_posted = workers_->post([this, account, keys = std::move(keys), shared] {
        ProviderSettings settings = settings_for({.connection = {},
                                                  .provider = keys.provider,
                                                  .is_locked = false,
                                                  .key = keys.key,
                                                  .webhook_secrets = {}});
        if (keys.key.empty()) {
            const auto there = provider_for(account, keys.provider);
            if (!there || !*there) {
                (*shared)(engine::TestedPayments{.problem = engine::PaymentProblem::WrongKey});
                return;
            }
            settings = **there;
        }
        (*shared)(try_out(settings));
    });
    if (!is_posted) {
        (*shared)(std::nullopt);
    }
}

bool PaymentAccounts::on_stripe(engine::Registry& registry, std::string_view body,
                                std::string_view signature, Time now) {
    const auto signs = [&](const Kept& one) {
        return std::ranges::any_of(one.webhook_secrets, [&](const std::string& secret) {
            return payments::is_signed_by_stripe(body, signature, secret, now);
        });
    };
    // The operator's secrets are every account's; the others say whose payment it is.
    const std::vector<Kept> given = of_options();
    std::optional<AccountNumber> account;
    if (!std::ranges::any_of(given, signs)) {
        const auto all = kept(registry, std::nullopt);
        const auto signer =
            all ? std::ranges::find_if(*all, signs) : std::vector<Kept>::const_iterator{};
        if (!all || signer == all->end()) {
            return false;
        }
        account = signer->connection.account;
    }
    if (auto hint = payments::hint_of_stripe(body)) {
        hint->account = account;
        if (engine::PaymentHints* hints = hints_) {
            hints->hint(*hint);
        }
    }
    return true;
}

bool PaymentAccounts::on_mollie(std::string_view form) {
    const auto hint = payments::hint_of_mollie(form);
    if (!hint) {
        return false;
    }
    if (engine::PaymentHints* hints = hints_) {
        hints->hint(*hint);
    }
    return true;
}

}  // namespace standby::app
