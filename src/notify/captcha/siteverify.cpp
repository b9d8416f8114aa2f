#include "notify/captcha/siteverify.hpp"

#include "base/json/reader.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <string>

namespace standby::notify {
namespace {

std::string_view own_server(engine::CaptchaKind kind) {
    return kind == engine::CaptchaKind::HCaptcha ? "https://api.hcaptcha.com"
                                                 : "https://challenges.cloudflare.com";
}

std::string_view path_of(engine::CaptchaKind kind) {
    return kind == engine::CaptchaKind::HCaptcha ? "/siteverify" : "/turnstile/v0/siteverify";
}

// What the business has to mend; a guest can do nothing about it.
bool is_about_secret(const JsonValue& codes) {
    return std::ranges::any_of(codes.items, [](const JsonValue& code) {
        return code.type == JsonType::Text && code.text.contains("secret");
    });
}

}  // namespace

HttpTransfer siteverify_transfer(const engine::CaptchaQuestion& question, std::string_view server) {
    HttpTransfer transfer;
    transfer.url = std::string(server.empty() ? own_server(question.kind) : server);
    transfer.url += path_of(question.kind);
    transfer.headers = {"Content-Type: application/x-www-form-urlencoded"};
    transfer.body = "secret=" + percent_encode(question.secret) +
                    "&response=" + percent_encode(question.response) +
                    "&remoteip=" + percent_encode(question.client);
    return transfer;
}

engine::CaptchaVerdict siteverify_verdict(const TransferResult& result) {
    const auto answer = read_json(result.status == 200 ? result.text : std::string_view{});
    const JsonValue* success = answer ? answer->root().find("success") : nullptr;
    if (success == nullptr || success->type != JsonType::Boolean) {
        return engine::CaptchaVerdict::Unavailable;
    }
    if (success->boolean) {
        return engine::CaptchaVerdict::Passed;
    }
    const JsonValue* codes = answer->root().find("error-codes");
    const bool is_ours = codes != nullptr && is_about_secret(*codes);
    return is_ours ? engine::CaptchaVerdict::Unavailable : engine::CaptchaVerdict::Refused;
}

}  // namespace standby::notify
