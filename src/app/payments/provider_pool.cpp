#include "app/payments/provider_pool.hpp"

#include <algorithm>
#include <utility>

namespace standby::app {

namespace {
constexpr std::size_t idle_max = 8;  // connections are kept open by them
}  // namespace

ProviderPool::Lent ProviderPool::lend(const payments::ProviderSettings& settings) {
    std::shared_ptr<engine::PaymentProvider> provider = all_.with([&](All& all) {
        const auto found = std::ranges::find(all.idle, settings, &Kept::settings);
        std::shared_ptr<engine::PaymentProvider> taken;
        if (found != all.idle.end()) {
            taken = std::move(found->provider);
            all.idle.erase(found);
        } else {
            taken = payments::make_payment_provider(settings);
        }
        if (all.is_stopping) {
            taken->stop();
        }
        all.lent.push_back(taken);
        return taken;
    });
    return {*this, settings, std::move(provider)};
}

void ProviderPool::give_back(const payments::ProviderSettings& settings,
                             std::shared_ptr<engine::PaymentProvider> provider) {
    all_.with([&](All& all) {
        std::erase(all.lent, provider);
        if (all.idle.size() >= idle_max) {
            all.idle.erase(all.idle.begin());
        }
        all.idle.push_back({.settings = settings, .provider = std::move(provider)});
    });
}

void ProviderPool::stop() {
    all_.with([](All& all) {
        all.is_stopping = true;
        for (const auto& provider : all.lent) {
            provider->stop();
        }
    });
}

}  // namespace standby::app
