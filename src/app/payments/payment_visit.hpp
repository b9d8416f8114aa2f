// One visit to a payment: what plan_payment says is done, step by step, until there is nothing more
// to do now. Several threads may visit different payments at a time.
#pragma once

#include "app/payments/payment_accounts.hpp"
#include "app/payments/payment_place.hpp"
#include "app/payments/payment_step.hpp"
#include "app/payments/provider_pool.hpp"
#include "app/service/log.hpp"
#include "core/rules/zone_book.hpp"
#include "engine/ports/clock.hpp"
#include "engine/ports/gateway.hpp"
#include "engine/ports/guest_links.hpp"
#include "engine/ports/payments.hpp"

#include <atomic>
#include <functional>
#include <optional>
#include <string>

namespace standby::app {

// A place that was paid for is looked at so often, in case word of its end was lost.
inline constexpr Duration paid_place_look_every = std::chrono::hours{6};

struct PaymentServices {
    engine::Store& store;
    engine::Registry& registry;
    engine::Gateway& gateway;
    const engine::Clock& clock;
    const core::ZoneBook& zones;
    const engine::GuestLinks& links;
    PaymentAccounts& accounts;
    Log& log;
};

// Why a payment is visited: it is due, something happened to its place, or to its money.
enum class PaymentWhy : std::uint8_t { Due, Place, Money };

struct PaymentVisit {
    const PaymentServices& services;
    ProviderPool& providers;
    const std::atomic<bool>& is_stopping;
    // Called with each row that was written.
    std::function<void(const engine::Payment&)> on_saved;

    // False: something is out of reach now, and it is to be visited again in a moment.
    bool visit(std::uint64_t number, PaymentWhy why);

private:
    enum class Went : std::uint8_t { On, Over, Out };
    Went step(std::uint64_t number, PaymentWhy why);
    bool save(engine::Payment row, const PlaceSight& sight);
    bool add_end(const engine::Payment& row, PlaceSight& sight);
    std::optional<engine::Payment> carry_out(PaymentMove move, const engine::Payment& row,
                                             const PlaceSight& sight);
    std::optional<engine::Payment> ask_provider(PaymentMove move, const engine::Payment& row,
                                                const PlaceSight& sight);
    engine::Payment begin(engine::PaymentProvider& provider, const engine::Payment& row,
                          const PlaceSight& sight);
    std::optional<engine::PaymentOrder> order_for(const engine::Payment& row,
                                                  const PlaceSight& sight);
    std::optional<engine::Payment> book(const engine::Payment& row, const PlaceSight& sight);
    std::optional<engine::Payment> give_up(const engine::Payment& row);
    std::optional<engine::Payment> tell(const engine::Payment& row);
    std::optional<std::vector<engine::PaymentRefund>> untold_refunds(const engine::Payment& row);
    Patience patience() const;
};

// The public name of what is paid for, which stands in the provider's books.
std::string reference_for(const engine::Payment& row);

}  // namespace standby::app
