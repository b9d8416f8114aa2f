// Tests of secrets that wait to be confirmed.
#include "http/routes/staff/pending_totp.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

TEST(PendingTotp, WaitsAQuarterOfAnHour) {
    PendingTotp pending;
    const std::vector<std::byte> secret{std::byte{7}};
    EXPECT_EQ(pending.find(1, Time{}), std::nullopt);
    pending.begin(1, secret, Time{});
    EXPECT_EQ(pending.find(1, Time{} + totp_pending_for - Duration{1}), secret);
    EXPECT_EQ(pending.find(1, Time{} + totp_pending_for), std::nullopt);
    EXPECT_EQ(pending.find(2, Time{}), std::nullopt);
    pending.begin(1, {std::byte{8}}, Time{});
    EXPECT_EQ(pending.find(1, Time{})->front(), std::byte{8}) << "the newest one counts";
    pending.end(1);
    EXPECT_EQ(pending.find(1, Time{}), std::nullopt);
}

}  // namespace
}  // namespace standby::http
