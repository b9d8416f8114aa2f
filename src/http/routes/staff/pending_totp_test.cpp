// Tests of secrets that wait to be confirmed.
#include "http/routes/staff/pending_totp.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

TEST(PendingTotp, WaitsAQuarterOfAnHour) {
    PendingTotp pending;
    const std::vector<std::byte> secret{std::byte{7}};
    const Sha256Digest session{std::byte{1}};
    EXPECT_EQ(pending.find(1, session, Time{}), std::nullopt);
    pending.begin(1, session, secret, Time{});
    EXPECT_EQ(pending.find(1, session, Time{} + totp_pending_for - Duration{1}), secret);
    EXPECT_EQ(pending.find(1, session, Time{} + totp_pending_for), std::nullopt);
    EXPECT_EQ(pending.find(2, session, Time{}), std::nullopt);
    pending.begin(1, session, {std::byte{8}}, Time{});
    EXPECT_EQ(pending.find(1, session, Time{})->front(), std::byte{8}) << "the newest one counts";
    pending.end(1);
    EXPECT_EQ(pending.find(1, session, Time{}), std::nullopt);
}

TEST(PendingTotp, IsOfTheSessionThatBeganIt) {
    PendingTotp pending;
    pending.begin(1, Sha256Digest{std::byte{1}}, {std::byte{7}}, Time{});
    EXPECT_EQ(pending.find(1, Sha256Digest{std::byte{2}}, Time{}), std::nullopt);
    EXPECT_TRUE(pending.find(1, Sha256Digest{std::byte{1}}, Time{}));
}

}  // namespace
}  // namespace standby::http
