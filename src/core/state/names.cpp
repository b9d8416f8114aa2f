#include "core/state/names.hpp"

#include "base/assert.hpp"
#include "base/name_key.hpp"

#include <utility>

namespace standby::core {

TextNumbers::Held TextNumbers::hold(std::string_view text) {
    if (const auto at = numbers_.find(text); at != numbers_.end()) {
        ++slots_[at->second].users;
        return {.number = at->second, .is_new = false};
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
    return {.number = number, .is_new = true};
}

bool TextNumbers::release(NameNumber number) {
    ASSERT(number < slots_.size() && slots_[number].users > 0);
    Slot& slot = slots_[number];
    if (--slot.users > 0) {
        return false;
    }
    text_bytes_ -= slot.text.size();
    numbers_.erase(slot.text);
    slot.text = std::string{};
    unused_.push_back(number);
    return true;
}

NameNumber TextNumbers::find(std::string_view text) const {
    if (text.empty()) {
        return Names::none;
    }
    const auto at = numbers_.find(text);
    return at == numbers_.end() ? Names::unknown : at->second;
}

const std::string& TextNumbers::text(NameNumber number) const {
    ASSERT(number < slots_.size() && (number == Names::none || slots_[number].users > 0));
    return slots_[number].text;
}

std::size_t TextNumbers::memory_bytes() const {
    // A text is kept here and in the tree, whose nodes have three links and a colour.
    constexpr std::size_t node_bytes = sizeof(std::pair<std::string, NameNumber>) + 32;
    return slots_.capacity() * sizeof(Slot) + unused_.capacity() * sizeof(NameNumber) +
           numbers_.size() * node_bytes + 2 * text_bytes_;
}

NameNumber Names::hold(std::string_view text) {
    if (text.empty()) {
        return none;
    }
    const auto [number, is_new] = texts_.hold(text);
    if (is_new) {
        key_of_.resize(texts_.reach());
        key_of_[number] = keys_.hold(name_key(text)).number;
    }
    return number;
}

void Names::release(NameNumber number) {
    if (number != none && texts_.release(number)) {
        keys_.release(std::exchange(key_of_[number], none));
    }
}

KeyNumber Names::find_key(std::string_view text) const {
    return text.empty() ? none : keys_.find(name_key(text));
}

std::size_t Names::memory_bytes() const {
    return texts_.memory_bytes() + keys_.memory_bytes() + key_of_.capacity() * sizeof(KeyNumber);
}

}  // namespace standby::core
