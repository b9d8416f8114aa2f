// Asking a provider: one exchange, and what it means when none came about. Nothing of an answer is
// logged or shown, since it may name people.
#pragma once

#include "base/json/reader.hpp"
#include "engine/ports/payment_provider.hpp"
#include "interchange/web/web_client.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace standby::payments {

inline constexpr std::size_t provider_answer_max = 8UZ << 20U;
inline constexpr Duration provider_wait_max = std::chrono::seconds{20};
inline constexpr std::size_t provider_pages_max = 200;

// An answer and what it says; the texts in `said` point into `body`.
struct ProviderAnswer {
    unsigned status = 0;
    std::unique_ptr<std::string> body;
    std::optional<JsonDocument> document;  // nothing: no JSON

    const JsonValue& said() const;
    bool is_fine() const { return status >= 200 && status < 300; }
};

// Whether asking twice is the same as asking once. Whatever may have changed something, and did not
// answer so that we understand it, is Unknown.
enum class Asking : std::uint8_t { ToRead, ToChange };

class ProviderWeb {
public:
    // Of one provider; `ca_file` as in WebOptions.
    ProviderWeb(std::string base, bool may_be_private, std::string ca_file);

    // Any answer. `path` begins with a slash, `key` may be empty.
    engine::PaymentResult<ProviderAnswer> ask(interchange::WebRequest request,
                                              std::string_view path, std::string_view key);
    void stop() { web_.stop(); }

private:
    std::string base_;
    interchange::WebClient web_;
};

// What a status means, where the provider's own words have not said more.
engine::PaymentProblem problem_of_answer(const ProviderAnswer& answer, Asking asking);
// Of an answer that should say something and does not.
engine::PaymentProblem not_understood(Asking asking);

// "offer_id", or "entry_id": what the reference is called over there.
std::string_view reference_name(std::string_view reference);

// An amount in units that have another number of decimals than ours; nothing where it does not
// come out even, or does not fit.
std::optional<std::int64_t> rescaled(std::int64_t amount, unsigned decimals, unsigned wanted);

}  // namespace standby::payments
