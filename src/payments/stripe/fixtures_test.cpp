// Stripe's own samples of its objects. They don't belong to this project and aren't part of it:
// where they are is said by STANDBY_CORPORA, and without it these tests say that they are missing.
#include "base/json/reader.hpp"
#include "payments/fields.hpp"
#include "payments/stripe/stripe_event.hpp"
#include "payments/stripe/stripe_view.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace standby::payments {
namespace {

namespace files = std::filesystem;

// The object under this name, cut out of a text that has more values than we would ever read.
std::string object_named(const std::string& text, std::string_view name) {
    const std::size_t at = text.find("\n    \"" + std::string(name) + "\": {");
    const std::size_t begin = at == text.npos ? at : text.find('{', at);
    if (begin == text.npos) {
        return {};
    }
    int depth = 0;
    bool is_text = false;
    for (std::size_t index = begin; index < text.size(); ++index) {
        const char one = text[index];
        if (is_text) {
            index += one == '\\' ? 1 : 0;
            is_text = one != '"';
        } else if (one == '"') {
            is_text = true;
        } else {
            depth += one == '{' ? 1 : one == '}' ? -1 : 0;
            if (depth == 0) {
                return text.substr(begin, index + 1 - begin);
            }
        }
    }
    return {};
}

class StripeFixtures : public ::testing::Test {
protected:
    void SetUp() override {
        const char* named = std::getenv("STANDBY_CORPORA");
        // Beside the repository, or where it says.
        const files::path path = files::path(named != nullptr ? named : "../shared/corpora") /
                                 "payments" / "stripe-fixtures3.json";
        if (!files::is_regular_file(path)) {
            GTEST_SKIP() << "Stripe's samples are not here: set STANDBY_CORPORA to the folder that "
                            "has payments/stripe-fixtures3.json";
        }
        std::ifstream file(path, std::ios::binary);
        text_ = std::string(std::istreambuf_iterator<char>(file), {});
    }

    std::string sample(std::string_view name) const {
        std::string found = object_named(text_, name);
        EXPECT_FALSE(found.empty()) << name;
        return found;
    }

private:
    std::string text_;
};

TEST_F(StripeFixtures, APageIsRead) {
    const std::string text = sample("checkout.session");
    const auto document = read_json(text);
    ASSERT_TRUE(document) << document.error().text();
    EXPECT_EQ(text_at(document->root(), "object"), "checkout.session");
    // The sample is a page for a payment without an amount, which none of ours is.
    EXPECT_FALSE(view_of_session(document->root()));
}

TEST_F(StripeFixtures, APaymentIsRead) {
    const std::string text = sample("payment_intent");
    const auto document = read_json(text);
    ASSERT_TRUE(document) << document.error().text();
    const auto view = view_of_intent(document->root());
    ASSERT_TRUE(view);
    EXPECT_TRUE(view->id.starts_with("pi_"));
    EXPECT_EQ(view->stage, engine::PaymentStage::Open);
    EXPECT_EQ(view->amount.amount, 1099);
    EXPECT_TRUE(view->is_test);
    EXPECT_EQ(view->reference, "") << "none of ours";
}

TEST_F(StripeFixtures, EventsAreHintsWhereTheyAreAboutPayments) {
    for (const std::string_view name : {"checkout.session", "payment_intent", "setup_intent"}) {
        const std::string event = R"({"type":"x","data":{"object":)" + sample(name) + "}}";
        const auto hint = hint_of_stripe(event);
        ASSERT_TRUE(hint) << name;
        EXPECT_FALSE(hint->id.empty()) << name;
    }
    for (const std::string_view name : {"customer", "balance", "payment_method", "product"}) {
        EXPECT_FALSE(hint_of_stripe(R"({"type":"x","data":{"object":)" + sample(name) + "}}"))
            << name;
    }
    EXPECT_FALSE(hint_of_stripe(sample("event"))) << "about a plan";
}

}  // namespace
}  // namespace standby::payments
