// A bounded table; the oldest answers go first.
#include "http/routes/kept_answers.hpp"

#include <utility>

namespace standby::http {

const KeptAnswer* KeptAnswers::find(engine::RequestKey key, Time now) const {
    const auto found = answers_.find(key);
    const bool is_kept = found != answers_.end() && now - found->second.made_at < lifetime;
    return is_kept ? &found->second : nullptr;
}

void KeptAnswers::keep(engine::RequestKey key, KeptAnswer answer) {
    const bool is_new = answers_.insert_or_assign(key, std::move(answer)).second;
    if (is_new) {
        in_order_.push_back(key);
    }
    if (in_order_.size() > count_max) {
        answers_.erase(in_order_.front());
        in_order_.pop_front();
    }
}

}  // namespace standby::http
