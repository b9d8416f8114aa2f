#include "core/state/names.hpp"

#include "base/assert.hpp"

#include <utility>

namespace standby::core {

NameNumber Names::hold(std::string_view text) {
    if (text.empty()) {
        return none;
    }
    if (const auto at = numbers_.find(text); at != numbers_.end()) {
        ++slots_[at->second].users;
        return at->second;
    }
    NameNumber number = 0;
    if (unused_.empty()) {
        number = static_cast<NameNumber>(slots_.size());
        slots_.emplace_back();
    } else {
        number = unused_.back();
        unused_.pop_back();
    }
    slots_[number] = {.text = std::string{text}, .users = 1};
    numbers_.emplace(text, number);
    text_bytes_ += text.size();
    return number;
}

void Names::release(NameNumber number) {
    if (number == none) {
        return;
    }
    ASSERT(number < slots_.size() && slots_[number].users > 0);
    Slot& slot = slots_[number];
    if (--slot.users > 0) {
        return;
    }
    text_bytes_ -= slot.text.size();
    numbers_.erase(slot.text);
    slot.text = std::string{};
    unused_.push_back(number);
}

NameNumber Names::find(std::string_view text) const {
    if (text.empty()) {
        return none;
    }
    const auto at = numbers_.find(text);
    return at == numbers_.end() ? unknown : at->second;
}

const std::string& Names::text(NameNumber number) const {
    ASSERT(number < slots_.size() && (number == none || slots_[number].users > 0));
    return slots_[number].text;
}

std::size_t Names::memory_bytes() const {
    // A text is kept here and in the tree, whose nodes have three links and a colour.
    constexpr std::size_t node_bytes = sizeof(std::pair<std::string, NameNumber>) + 32;
    return slots_.capacity() * sizeof(Slot) + unused_.capacity() * sizeof(NameNumber) +
           numbers_.size() * node_bytes + 2 * text_bytes_;
}

}  // namespace standby::core
