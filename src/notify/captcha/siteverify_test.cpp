// Tests of what providers are asked, and what their answers mean.
#include "notify/captcha/siteverify.hpp"

#include <gtest/gtest.h>

namespace standby::notify {
namespace {

using engine::CaptchaKind;
using engine::CaptchaVerdict;

engine::CaptchaQuestion question(CaptchaKind kind) {
    return {.kind = kind, .secret = "0x&=", .response = "a b+c", .client = "2001:db8::1"};
}

CaptchaVerdict verdict(std::uint16_t status, std::string text) {
    return siteverify_verdict({.status = status, .text = std::move(text)});
}

TEST(Siteverify, AsksEachProviderAtItsOwnAddress) {
    const HttpTransfer hcaptcha = siteverify_transfer(question(CaptchaKind::HCaptcha), "");
    EXPECT_EQ(hcaptcha.url, "https://api.hcaptcha.com/siteverify");
    EXPECT_EQ(hcaptcha.method, "POST");
    EXPECT_EQ(hcaptcha.body, "secret=0x%26%3D&response=a%20b%2Bc&remoteip=2001%3Adb8%3A%3A1");
    EXPECT_EQ(siteverify_transfer(question(CaptchaKind::Turnstile), "").url,
              "https://challenges.cloudflare.com/turnstile/v0/siteverify");
    EXPECT_EQ(siteverify_transfer(question(CaptchaKind::Turnstile), "http://127.0.0.1:9").url,
              "http://127.0.0.1:9/turnstile/v0/siteverify");
}

TEST(Siteverify, UnderstandsYesAndNo) {
    EXPECT_EQ(verdict(200, R"({"success":true,"hostname":"a"})"), CaptchaVerdict::Passed);
    EXPECT_EQ(verdict(200, R"({"success":false,"error-codes":["timeout-or-duplicate"]})"),
              CaptchaVerdict::Refused);
    EXPECT_EQ(verdict(200, R"({"success":false})"), CaptchaVerdict::Refused);
}

TEST(Siteverify, BlamesNoGuestForWhatIsNotTheirs) {
    EXPECT_EQ(verdict(200, R"({"success":false,"error-codes":["invalid-input-secret"]})"),
              CaptchaVerdict::Unavailable);
    EXPECT_EQ(verdict(500, R"({"success":true})"), CaptchaVerdict::Unavailable);
    EXPECT_EQ(verdict(200, "<html>"), CaptchaVerdict::Unavailable);
    EXPECT_EQ(verdict(200, R"({"success":"true"})"), CaptchaVerdict::Unavailable);
    EXPECT_EQ(verdict(0, ""), CaptchaVerdict::Unavailable);
}

}  // namespace
}  // namespace standby::notify
