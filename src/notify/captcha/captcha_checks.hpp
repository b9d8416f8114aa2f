// Asks captcha providers on a thread of its own, so that guests who join never wait behind
// messages.
#pragma once

#include "base/guarded.hpp"
#include "engine/ports/captcha.hpp"
#include "notify/transport/transport.hpp"

#include <cstddef>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace standby::notify {

struct CaptchaOptions {
    std::string server;  // instead of the providers' own; empty: those
    Duration patience = std::chrono::seconds{5};
    std::size_t waiting_max = 500;  // more are told that the provider is unavailable
};

class CaptchaChecks final : public engine::CaptchaChecker {
public:
    explicit CaptchaChecks(CaptchaOptions options);
    // Waits for what was asked; that takes no longer than the patience.
    ~CaptchaChecks() override;

    void check(engine::CaptchaQuestion question,
               std::function<void(engine::CaptchaVerdict)> done) override;
    void stop();

private:
    using Done = std::function<void(engine::CaptchaVerdict)>;
    struct Asked {
        std::vector<std::pair<engine::CaptchaQuestion, Done>> fresh;
        std::size_t waiting = 0;
        bool is_over = false;
    };
    void work();

    const CaptchaOptions options_;
    Transport transport_;
    Guarded<Asked> asked_;
    std::thread thread_;
};

}  // namespace standby::notify
