// A provider that a test plays: it remembers every message, and answers what and when it is told.
#pragma once

#include "notify/relay/provider.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace standby::notify {

struct Answer {
    SendResult result;
    Duration after{0};  // how long it takes
    bool is_never = false;
};
inline Answer says(SendOutcome outcome, std::optional<Duration> retry_after = std::nullopt) {
    return {.result = {.outcome = outcome,
                       .note = std::string(name_of(outcome)),
                       .retry_after = retry_after}};
}
inline Answer takes(Duration after) {
    return {.result = {.outcome = SendOutcome::Sent, .provider_id = "p"}, .after = after};
}

class ScriptedProvider final : public Provider {
public:
    struct Receipt {
        std::string id;
        std::string to;
        std::string from;
        std::string content;  // only if `keeps_content`
        std::string form;     // the template's name; empty: none
        Time at{};
        SendOutcome outcome = SendOutcome::Sent;  // or what would have been answered
    };

    // Reads the test's own clock, which must outlive the provider.
    explicit ScriptedProvider(const Time& now) : now_(now) {}

    void send(const OutgoingMessage& message, Transport&,
              std::function<void(SendResult)> done) override {
        const Answer answer = script ? script(message) : takes({});
        receipts.push_back({.id = message.id,
                            .to = message.to,
                            .from = message.from,
                            .content = keeps_content ? message.content : "",
                            .form = message.form ? message.form->name : "",
                            .at = now_,
                            .outcome = answer.result.outcome});
        if (answer.is_never) {
            return;
        }
        if (answer.after <= Duration{0}) {
            done(answer.result);
        } else {
            pending_.push_back({now_ + answer.after, answer.result, std::move(done)});
        }
    }

    // Gives the answers that are due. True: there was one.
    bool give_answers() {
        bool has_given = false;
        for (std::size_t index = 0; index < pending_.size();) {
            if (pending_[index].at > now_) {
                ++index;
                continue;
            }
            const Pending one = std::move(pending_[index]);
            pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(index));
            one.done(one.result);
            has_given = true;
        }
        return has_given;
    }
    // Whoever waited for answers is gone.
    void forget_pending() { pending_.clear(); }

    // Those that were taken.
    std::vector<Receipt> sent() const {
        std::vector<Receipt> taken;
        for (const Receipt& receipt : receipts) {
            if (receipt.outcome == SendOutcome::Sent) {
                taken.push_back(receipt);
            }
        }
        return taken;
    }

    std::function<Answer(const OutgoingMessage&)> script;  // empty: everything is taken at once
    bool keeps_content = false;
    std::vector<Receipt> receipts;

private:
    struct Pending {
        Time at{};
        SendResult result;
        std::function<void(SendResult)> done;
    };
    const Time& now_;
    std::vector<Pending> pending_;
};

}  // namespace standby::notify
