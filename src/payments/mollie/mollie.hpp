// Mollie: payments on its page that are authorised first and captured by us, and cards kept as
// mandates of customers. It calls out only an id, which says nothing by itself.
#pragma once

#include "payments/make_payment_provider.hpp"
#include "payments/provider_web.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace standby::payments {

class Mollie final : public engine::PaymentProvider {
public:
    explicit Mollie(const ProviderSettings& settings);

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
    engine::PaymentResult<ProviderAnswer> read(std::string_view path);
    engine::PaymentResult<ProviderAnswer> change(std::string_view method, std::string_view path,
                                                 std::string body, std::string_view key);
    engine::PaymentResult<std::string> customer_for(const engine::PaymentOrder& order);
    std::string body_of(const engine::PaymentOrder& order, const engine::KeptCard& card,
                        std::string_view sequence) const;
    engine::PaymentResult<engine::PaymentView> give_rest_back(const engine::PaymentView& payment,
                                                              std::string_view key);

    const std::string key_;
    const std::string callback_url_;
    ProviderWeb web_;
};

}  // namespace standby::payments
