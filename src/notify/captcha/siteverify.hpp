// The protocol that hCaptcha and Turnstile share: a form is posted, a JSON object says whether the
// test was passed.
#pragma once

#include "engine/ports/captcha.hpp"
#include "notify/transport/transport.hpp"

#include <string_view>

namespace standby::notify {

// `server` stands in for the provider's own when it is not empty: "http://127.0.0.1:4000".
HttpTransfer siteverify_transfer(const engine::CaptchaQuestion& question, std::string_view server);
engine::CaptchaVerdict siteverify_verdict(const TransferResult& result);

}  // namespace standby::notify
