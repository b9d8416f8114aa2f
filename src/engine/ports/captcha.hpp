// Asking a captcha provider whether somebody passed its test, where a business prefers that to the
// puzzle of our own.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace standby::engine {

// The numbers are stored.
enum class CaptchaKind : std::uint8_t { None = 0, HCaptcha = 1, Turnstile = 2 };

constexpr std::string_view name_of(CaptchaKind kind) {
    return kind == CaptchaKind::HCaptcha    ? "hcaptcha"
           : kind == CaptchaKind::Turnstile ? "turnstile"
                                            : "none";
}

struct CaptchaQuestion {
    CaptchaKind kind = CaptchaKind::None;
    std::string secret;    // of the business
    std::string response;  // what the page got from the provider
    std::string client;    // the address of whoever passed it
};

enum class CaptchaVerdict : std::uint8_t {
    Passed,
    Refused,      // the provider says no: wrong, too old or used before
    Unavailable,  // the provider doesn't answer, or doesn't know the secret
};

class CaptchaChecker {
public:
    virtual ~CaptchaChecker() = default;
    // `done` is called exactly once, inside this call or later on another thread, where it must be
    // quick. Any thread may call.
    virtual void check(CaptchaQuestion question, std::function<void(CaptchaVerdict)> done) = 0;
};

}  // namespace standby::engine
