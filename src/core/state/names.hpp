// Texts that many wishes and openings share (services, staff, places, time zones), each kept once
// and known by a small number as long as somebody uses it. Number 0 is the empty text: "any".
// Numbers depend on what came before, so nothing may be decided by their order.
//
// Whether two names are the same is decided by their keys (base/name_key.hpp), which are numbered
// as well: to compare two names is to compare two numbers, and a text is looked at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace standby::core {

using NameNumber = std::uint32_t;
// Of the key that several names may share.
using KeyNumber = std::uint32_t;

// Texts and their numbers, which are given out again once nobody uses them.
class TextNumbers {
public:
    struct Held {
        NameNumber number = 0;
        bool is_new = false;
    };
    Held hold(std::string_view text);
    // True: it was the last use.
    bool release(NameNumber number);
    NameNumber find(std::string_view text) const;
    const std::string& text(NameNumber number) const;
    std::size_t size() const { return numbers_.size(); }
    // All numbers are below this.
    std::size_t reach() const { return slots_.size(); }
    std::size_t memory_bytes() const;

private:
    struct Slot {
        std::string text;
        std::uint32_t users = 0;
    };
    std::vector<Slot> slots_{Slot{}};
    std::vector<NameNumber> unused_;
    std::map<std::string, NameNumber, std::less<>> numbers_;
    std::size_t text_bytes_ = 0;
};

class Names {
public:
    // The text's number, given out at first sight; one more uses it.
    NameNumber hold(std::string_view text);
    // One fewer uses it; a text that nobody uses is forgotten, and its number given out again.
    void release(NameNumber number);

    // The number of a text, or nothing that any entry could have: `unknown`.
    NameNumber find(std::string_view text) const { return texts_.find(text); }

    // Of a number in use.
    const std::string& text(NameNumber number) const { return texts_.text(number); }
    // Of a number in use; `none` for the empty text.
    KeyNumber key(NameNumber number) const { return key_of_[number]; }
    // The key as a text. Equal in any two states in which the same names are used.
    const std::string& key_text(KeyNumber key) const { return keys_.text(key); }
    // The key of a text that nobody may use: `unknown` when no name in use has it.
    KeyNumber find_key(std::string_view text) const;

    // How many texts are in use, the empty one not counted.
    std::size_t size() const { return texts_.size(); }
    std::size_t memory_bytes() const;

    static constexpr NameNumber none = 0;
    static constexpr NameNumber unknown = 0xFFFF'FFFF;

private:
    TextNumbers texts_;
    TextNumbers keys_;
    std::vector<KeyNumber> key_of_{none};  // by name
};

}  // namespace standby::core
