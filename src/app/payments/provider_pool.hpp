// Providers for several threads: each belongs to one thread at a time, and is kept for the next.
#pragma once

#include "base/guarded.hpp"
#include "engine/ports/payment_provider.hpp"
#include "payments/make_payment_provider.hpp"

#include <memory>
#include <vector>

namespace standby::app {

class ProviderPool {
public:
    // One that nobody else uses, until it is given back.
    class Lent {
    public:
        Lent(ProviderPool& pool, payments::ProviderSettings settings,
             std::shared_ptr<engine::PaymentProvider> provider)
            : pool_(pool), settings_(std::move(settings)), provider_(std::move(provider)) {}
        ~Lent() { pool_.give_back(settings_, std::move(provider_)); }
        Lent(const Lent&) = delete;
        Lent& operator=(const Lent&) = delete;
        engine::PaymentProvider& operator*() const { return *provider_; }
        engine::PaymentProvider* operator->() const { return provider_.get(); }

    private:
        ProviderPool& pool_;
        payments::ProviderSettings settings_;
        std::shared_ptr<engine::PaymentProvider> provider_;
    };

    Lent lend(const payments::ProviderSettings& settings);
    // What is under way ends within about a second, and nothing begins any more.
    void stop();

private:
    struct Kept {
        payments::ProviderSettings settings;
        std::shared_ptr<engine::PaymentProvider> provider;
    };
    struct All {
        std::vector<Kept> idle;
        std::vector<std::shared_ptr<engine::PaymentProvider>> lent;
        bool is_stopping = false;
    };
    void give_back(const payments::ProviderSettings& settings,
                   std::shared_ptr<engine::PaymentProvider> provider);

    Guarded<All> all_;
};

}  // namespace standby::app
