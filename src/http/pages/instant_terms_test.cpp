// Tests of the terms of an instant yes, between the form and the API.
#include "http/pages/instant_terms.hpp"

#include "http/pages/week_times.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

using namespace std::chrono_literals;

core::WeeklyWindow whole_day(std::uint16_t day) {
    return {.from_minute = static_cast<std::uint16_t>(day * 1440), .length_minutes = 1440};
}

Form form_of(std::string_view body) {
    return parse_form(body).value();
}

TEST(InstantTerms, ReadAmountsAsPeopleTypeThem) {
    EXPECT_EQ(typed_amount("60", "EUR"), 6000);
    EXPECT_EQ(typed_amount("59.5", "EUR"), 5950);
    EXPECT_EQ(typed_amount("59,50", "EUR"), 5950);
    EXPECT_EQ(typed_amount("0", "EUR"), 0);
    EXPECT_EQ(typed_amount("500", "JPY"), 500);
    for (const char* wrong :
         {"", "lots", "-1", "1.234", "5.", ".5", "1 000", "1.0.0", "9999999999"}) {
        EXPECT_EQ(typed_amount(wrong, "EUR"), std::nullopt) << wrong;
    }
    EXPECT_EQ(typed_amount("5.0", "JPY"), std::nullopt) << "there are no hundredths of a yen";
}

TEST(InstantTerms, WriteAmountsSoThatTheyReadTheSame) {
    for (const std::int64_t amount : {0, 5, 50, 5950, 6000, 123456}) {
        const core::Money money{amount, {'E', 'U', 'R'}};
        EXPECT_EQ(typed_amount(amount_text(money), "EUR"), amount) << amount_text(money);
    }
    EXPECT_EQ(amount_text({6000, {'E', 'U', 'R'}}), "60");
    EXPECT_EQ(amount_text({5905, {'E', 'U', 'R'}}), "59.05");
}

TEST(InstantTerms, KnowTheDaysThatAreCoveredAsAWhole) {
    EXPECT_TRUE(whole_days({}).none()) << "no window means any day, and nothing is ticked";
    const auto canonical = core::canonical_weekly({whole_day(1), whole_day(2), whole_day(6)});
    EXPECT_EQ(whole_days(canonical).to_string(), "1000110");
    EXPECT_TRUE(whole_days({{.from_minute = 9 * 60, .length_minutes = 60}}).none());
}

TEST(InstantTerms, KeepWhatTheFormShowedAndNobodyChanged) {
    const core::InstantYes present{.min_notice = 90min,
                                   .max_price = core::Money{5905, {'E', 'U', 'R'}},
                                   .weekly = {{.from_minute = 9 * 60, .length_minutes = 60}}};
    const core::InstantYes said{.min_notice = 1h, .max_price = std::nullopt, .weekly = {}};
    EXPECT_EQ(changed_terms(present, said,
                            form_of("instant_yes=yes&instant_notice=1h&instant_price=59.05")),
              present)
        << "the form shows 90 minutes as an hour, and no part of a day";
    const core::InstantYes changed = changed_terms(
        present, {.min_notice = 4h, .max_price = std::nullopt, .weekly = {whole_day(0)}},
        form_of("instant_yes=yes&instant_notice=4h&instant_price=&instant_mon=yes"));
    EXPECT_EQ(changed.min_notice, 4h);
    EXPECT_EQ(changed.max_price, std::nullopt);
    EXPECT_EQ(changed.weekly, std::vector{whole_day(0)});
    EXPECT_EQ(changed_terms(present, said, form_of("instant_yes=yes&instant_notice=1h")), present)
        << "a form without a price says nothing about it";
}

}  // namespace
}  // namespace standby::http
