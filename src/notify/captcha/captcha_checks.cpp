#include "notify/captcha/captcha_checks.hpp"

#include "notify/captcha/siteverify.hpp"

#include <utility>

namespace standby::notify {
namespace {

using engine::CaptchaVerdict;

// How long the thread sleeps when nothing happens; whoever asks wakes it.
constexpr Duration idle_patience = std::chrono::seconds{1};

TransportOptions transport_options(Duration patience) {
    TransportOptions options;
    options.connect_timeout = patience;
    options.transfer_timeout = patience;
    return options;
}

}  // namespace

CaptchaChecks::CaptchaChecks(CaptchaOptions options)
    : options_(std::move(options)),
      transport_(transport_options(options_.patience)),
      thread_([this] { work(); }) {}

CaptchaChecks::~CaptchaChecks() {
    stop();
}

void CaptchaChecks::check(engine::CaptchaQuestion question,
                          std::function<void(CaptchaVerdict)> done) {
    const bool is_taken = asked_.with([&](Asked& asked) {
        if (asked.is_over || asked.waiting >= options_.waiting_max) {
            return false;
        }
        ++asked.waiting;
        asked.fresh.emplace_back(std::move(question), std::move(done));
        return true;
    });
    if (!is_taken) {
        done(CaptchaVerdict::Unavailable);
        return;
    }
    transport_.wake();
}

void CaptchaChecks::stop() {
    asked_.with([](Asked& asked) { asked.is_over = true; });
    transport_.wake();
    if (thread_.joinable()) {
        thread_.join();
    }
}

// What is under way when this ends has its time limit to be answered in.
void CaptchaChecks::work() {
    while (true) {
        auto [fresh, is_over] = asked_.with(
            [](Asked& asked) { return std::pair(std::exchange(asked.fresh, {}), asked.is_over); });
        for (auto& [question, done] : fresh) {
            transport_.start(siteverify_transfer(question, options_.server),
                             [this, done = std::move(done)](const TransferResult& result) {
                                 asked_.with([](Asked& asked) { --asked.waiting; });
                                 done(siteverify_verdict(result));
                             });
        }
        if (is_over && transport_.active() == 0) {
            return;
        }
        transport_.poll(idle_patience);
    }
}

}  // namespace standby::notify
