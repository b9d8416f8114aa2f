// How each account takes money, as its owners set it up in the pages or the operator did when the
// server was started. Keys are write-only: nobody reads them back.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "engine/ports/delivery_settings.hpp"
#include "engine/ports/payment_provider.hpp"
#include "engine/ports/registry.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::engine {

inline constexpr std::size_t payment_key_bytes_max = 255;
inline constexpr std::size_t webhook_secrets_max = 5;

// What is typed in.
struct PaymentKeys {
    PaymentProviderKind provider = PaymentProviderKind::Stripe;
    std::string key;  // empty: the one that is kept
    // Stripe alone; several while one takes over from another. Nothing: those that are kept.
    std::optional<std::vector<std::string>> webhook_secrets;
};

struct PaymentAccount {
    using Source = ChannelSetup::Source;
    Source source = Source::None;
    std::optional<PaymentProviderKind> provider;  // that new payments are made with
    bool is_test = false;                         // no real money
    bool has_webhook_secret = false;
    std::string webhook_url;         // what the provider is told to call; empty while there is none
    std::optional<Time> changed_at;  // in the pages
    // Whose keys are kept as well, for payments that were made with them.
    std::vector<PaymentProviderKind> also;
};

struct TestedPayments {
    std::optional<PaymentProblem> problem;  // none: it works
    bool is_test = false;
};

// All calls may come from any thread; those with a registry wait for the store.
class PaymentSetup {
public:
    virtual ~PaymentSetup() = default;

    virtual Result<PaymentAccount, StoreError> setup(Registry& registry, AccountNumber account) = 0;
    // In force when this returns; new payments are made with this provider from now on.
    virtual Result<void, SetupError> save(Registry& registry, AccountNumber account,
                                          const PaymentKeys& keys, Time now) = 0;
    // Of all providers. False when there were none.
    virtual Result<bool, SetupError> remove(Registry& registry, AccountNumber account,
                                            Time now) = 0;
    // Whether a key of that provider is kept, and can be read here.
    virtual Result<bool, StoreError> has_key_for(Registry& registry, AccountNumber account,
                                                 PaymentProviderKind provider) = 0;
    // The end of a sentence that begins with "key", in which way it cannot be one; empty: it may.
    virtual std::string_view problem_of_key(PaymentProviderKind provider,
                                            std::string_view key) const = 0;
    // Asks the provider whether it knows the key, or the one that is kept where it is empty. `done`
    // is called exactly once, inside this call or later on another thread, where it must be quick;
    // with nothing when too many tests are under way.
    virtual void test(AccountNumber account, PaymentKeys keys,
                      std::function<void(std::optional<TestedPayments>)> done) = 0;
};

}  // namespace standby::engine
