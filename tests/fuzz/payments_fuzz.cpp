// What payment providers answer and call out: whatever it is, it is read or refused, and what is
// read makes sense: no money below nothing, a page only while it can be paid, and nothing that a
// stranger sent is taken for signed.
#include "base/json/reader.hpp"
#include "payments/mollie/mollie_call.hpp"
#include "payments/mollie/mollie_view.hpp"
#include "payments/provider_web.hpp"
#include "payments/stripe/stripe_event.hpp"
#include "payments/stripe/stripe_problem.hpp"
#include "payments/stripe/stripe_view.hpp"
#include "tests/fuzz/support/check.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace standby::fuzz {
namespace {

using payments::Asking;

constexpr Time now{std::chrono::seconds{1'800'000'000}};

void check_view(const std::optional<engine::PaymentView>& view) {
    if (!view) {
        return;
    }
    expect(view->amount.amount >= 0, "nobody pays less than nothing");
    expect(view->refunded >= 0, "nobody gets less than nothing back");
    expect(!view->id.empty(), "a payment has an id");
    expect(view->url.empty() || view->stage == engine::PaymentStage::Open,
           "only what is open can be paid");
    for (const char one : view->amount.currency) {
        expect(one >= 'A' && one <= 'Z', "a currency has letters");
    }
}

void check_answer(unsigned status, std::string_view text) {
    payments::ProviderAnswer answer{
        .status = status, .body = std::make_unique<std::string>(text), .document = std::nullopt};
    if (auto document = read_json(*answer.body);
        document && document->root().type == JsonType::Object) {
        answer.document = *std::move(document);
        check_view(payments::view_of_stripe(answer.said()));
        check_view(payments::view_of_session(answer.said()));
        check_view(payments::view_of_mollie(answer.said()));
        (void)payments::problem_of_failed(answer.said());
    }
    for (const Asking asking : {Asking::ToRead, Asking::ToChange}) {
        (void)payments::problem_of_stripe(answer, asking);
        (void)payments::problem_of_mollie(answer, asking);
    }
}

void check_calls(std::string_view text) {
    if (const auto hint = payments::hint_of_stripe(text)) {
        expect(!hint->id.empty(), "a hint names a payment");
    }
    if (const auto hint = payments::hint_of_mollie(text)) {
        expect(hint->id.starts_with("tr_") && hint->id.size() <= 64, "an id is one");
    }
    expect(!payments::is_signed_by_stripe("{}", text, "whsec_aster", now),
           "nobody signs by chance");
    expect(!payments::is_signed_by_stripe(text, "t=1800000000,v1=" + std::string(64, 'a'),
                                          "whsec_aster", now),
           "nobody signs by chance");
}

void check(std::string_view text) {
    for (const unsigned status : {200U, 402U, 422U, 500U}) {
        check_answer(status, text);
    }
    check_calls(text);
    // The same inside the frames, which are hard to hit by chance.
    const std::string inner(text);
    check_answer(200, R"({"object":"payment_intent","id":"pi_1","currency":"eur",)" + inner + "}");
    check_answer(200,
                 R"({"object":"checkout.session","id":"cs_1","status":"complete",)" + inner + "}");
    check_answer(200, R"({"id":"tr_1","amount":{"value":"1.00","currency":"EUR"},)" + inner + "}");
    check_answer(400, R"({"error":{)" + inner + "}}");
    check_calls(R"({"data":{"object":{)" + inner + "}}}");
    check_calls("id=tr_" + inner);
}

}  // namespace
}  // namespace standby::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    standby::fuzz::check({reinterpret_cast<const char*>(data), size});
    return 0;
}
