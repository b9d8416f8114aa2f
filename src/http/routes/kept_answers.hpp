// The answers to changes of the control plane that came with an Idempotency-Key, so that a repeated
// one is answered alike. Kept in memory only: such changes are few, and none of them does harm when
// it is repeated after a restart.
#pragma once

#include "base/time.hpp"
#include "engine/ports/store.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>

namespace standby::http {

struct KeptAnswer {
    std::uint64_t request_digest = 0;
    Time made_at{};
    std::uint16_t status = 0;
    std::string body;
};

class KeptAnswers {
public:
    static constexpr std::size_t count_max = 1'000;
    static constexpr Duration lifetime = std::chrono::hours{24};

    // Null when there is none, or it is too old.
    const KeptAnswer* find(engine::RequestKey key, Time now) const {
        const auto found = answers_.find(key);
        const bool is_kept = found != answers_.end() && now - found->second.made_at < lifetime;
        return is_kept ? &found->second : nullptr;
    }
    // Beyond the maximum the oldest one goes.
    void keep(engine::RequestKey key, KeptAnswer answer) {
        const bool is_new = answers_.insert_or_assign(key, std::move(answer)).second;
        if (is_new) {
            in_order_.push_back(key);
        }
        if (in_order_.size() > count_max) {
            answers_.erase(in_order_.front());
            in_order_.pop_front();
        }
    }

private:
    std::map<engine::RequestKey, KeptAnswer> answers_;
    std::deque<engine::RequestKey> in_order_;
};

}  // namespace standby::http
