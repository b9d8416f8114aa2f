// With which provider each account takes money: what the operator said when the server was started,
// or else what owners typed into the pages, sealed in the store and opened with the key file. What
// a provider calls out is checked here, and passed on as a hint.
#pragma once

#include "app/runtime/worker.hpp"
#include "app/service/log.hpp"
#include "app/service/options.hpp"
#include "base/guarded.hpp"
#include "engine/ports/payment_hints.hpp"
#include "engine/ports/payment_setup.hpp"
#include "payments/make_payment_provider.hpp"

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::app {

inline constexpr std::size_t payment_tests_at_once = 4;

struct PaymentAccountServices {
    engine::Registry& registry;
    std::function<std::size_t()> count_nodes;  // that share the store
    std::function<std::string()> public_url;   // without a slash at its end
    Log& log;
};

class PaymentAccounts final : public engine::PaymentSetup, public engine::PaymentCallbacks {
public:
    PaymentAccounts(const ServeOptions& options, PaymentAccountServices services);
    ~PaymentAccounts() override { stop(); }
    // Ends the tests that are under way.
    void stop();

    // Who hears the hints; null: nobody. It must outlive the calls, or be taken away first.
    void tell(engine::PaymentHints* hints) { hints_ = hints; }

    // For whoever makes and looks after payments. Equal settings can share a provider. Nothing: the
    // account takes no money, or its keys are sealed with another key than this server's.
    Result<std::optional<payments::ProviderSettings>, engine::StoreError>
    provider_for(engine::AccountNumber account);
    // The same, for payments that were made with that provider.
    Result<std::optional<payments::ProviderSettings>, engine::StoreError>
    provider_for(engine::AccountNumber account, engine::PaymentProviderKind kind);

    Result<engine::PaymentAccount, engine::StoreError>
    setup(engine::Registry& registry, engine::AccountNumber account) override;
    Result<void, engine::SetupError> save(engine::Registry& registry, engine::AccountNumber account,
                                          const engine::PaymentKeys& keys, Time now) override;
    Result<bool, engine::SetupError> remove(engine::Registry& registry,
                                            engine::AccountNumber account, Time now) override;
    Result<bool, engine::StoreError> has_key_for(engine::Registry& registry,
                                                 engine::AccountNumber account,
                                                 engine::PaymentProviderKind provider) override;
    std::string_view problem_of_key(engine::PaymentProviderKind provider,
                                    std::string_view key) const override;
    void test(engine::AccountNumber account, engine::PaymentKeys keys,
              std::function<void(std::optional<engine::TestedPayments>)> done) override;

    bool on_stripe(engine::Registry& registry, std::string_view body, std::string_view signature,
                   Time now) override;
    bool on_mollie(std::string_view form) override;

private:
    // The keys of one account with one provider.
    struct Kept {
        engine::Connection connection;
        engine::PaymentProviderKind provider = engine::PaymentProviderKind::Stripe;
        bool is_locked = false;
        std::string key;
        std::vector<std::string> webhook_secrets;
    };
    using Providers = std::map<const void*, std::shared_ptr<engine::PaymentProvider>>;

    bool is_option() const;
    std::vector<Kept> of_options() const;
    // Of one account, the one in use first; of all without an account.
    Result<std::vector<Kept>, engine::StoreError>
    kept(engine::Registry& registry, std::optional<engine::AccountNumber> account) const;
    payments::ProviderSettings settings_for(const Kept& kept) const;
    std::string callback_url(engine::PaymentProviderKind provider) const;
    engine::TestedPayments try_out(const payments::ProviderSettings& settings);

    const ServeOptions options_;
    const PaymentAccountServices services_;
    std::atomic<engine::PaymentHints*> hints_ = nullptr;
    Guarded<Providers> tests_;  // under way
    std::atomic<bool> is_stopping_ = false;
    std::unique_ptr<WorkerPool> workers_;
};

}  // namespace standby::app
