// Stripe: hosted pages (Checkout), cards kept and charged later, money held and captured by us.
// Answers are those of one version of its API, whatever the account's own is.
#pragma once

#include "payments/make_payment_provider.hpp"
#include "payments/provider_web.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::payments {

inline constexpr std::string_view stripe_version = "2026-10-28.endive";
// A page of its own lives at least so long; a minute more, since clocks differ.
inline constexpr Duration stripe_page_min = std::chrono::minutes{31};
inline constexpr Duration stripe_page_max = std::chrono::hours{24} - std::chrono::minutes{1};

class Stripe final : public engine::PaymentProvider {
public:
    explicit Stripe(const ProviderSettings& settings);

    engine::PaymentResult<engine::PaymentView> begin(const engine::PaymentOrder& order) override;
    engine::PaymentResult<engine::PaymentView> charge(const engine::PaymentOrder& order,
                                                      const engine::KeptCard& card) override;
    engine::PaymentResult<engine::PaymentView>
    keep_card(const engine::PaymentOrder& order) override;
    engine::PaymentResult<engine::PaymentView> state(std::string_view id) override;
    engine::PaymentResult<std::vector<engine::PaymentView>> find(std::string_view reference,
                                                                 Time since) override;
    engine::PaymentResult<engine::PaymentView>
    capture(const engine::PaymentView& payment, std::int64_t amount, std::string_view key) override;
    engine::PaymentResult<engine::PaymentView> release(const engine::PaymentView& payment,
                                                       std::string_view key) override;
    engine::PaymentResult<engine::PaymentView>
    refund(const engine::PaymentView& payment, std::int64_t amount, std::string_view key) override;
    engine::PaymentResult<bool> check() override;
    void stop() override { web_.stop(); }

private:
    using Fields = std::vector<std::pair<std::string, std::string>>;

    engine::PaymentResult<ProviderAnswer> read(std::string_view path);
    engine::PaymentResult<ProviderAnswer> change(std::string_view path, const Fields& fields,
                                                 std::string_view key);
    engine::PaymentResult<engine::PaymentView> open_session(Fields fields,
                                                            const engine::PaymentOrder& order);
    engine::PaymentResult<void> find_in(std::string_view path, std::string_view reference,
                                        Time since, std::vector<engine::PaymentView>& found);
    engine::PaymentResult<std::string> customer_of(const engine::KeptCard& card);

    const std::string key_;
    ProviderWeb web_;
};

}  // namespace standby::payments
