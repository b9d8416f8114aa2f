#include "core/state/names.hpp"

#include "base/assert.hpp"
#include "core/model/limits.hpp"

namespace standby::core {

NameNumber Names::intern(std::string_view text) {
    if (const auto at = numbers_.find(text); at != numbers_.end()) {
        return at->second;
    }
    ASSERT(texts_.size() < limits::names_max);
    const auto number = static_cast<NameNumber>(texts_.size());
    texts_.emplace_back(text);
    numbers_.emplace(std::string{text}, number);
    return number;
}

NameNumber Names::find(std::string_view text) const {
    const auto at = numbers_.find(text);
    return at == numbers_.end() ? unknown : at->second;
}

const std::string& Names::text(NameNumber number) const {
    ASSERT(number < texts_.size());
    return texts_[number];
}

}  // namespace standby::core
