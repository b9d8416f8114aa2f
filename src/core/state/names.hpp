// Texts that many wishes and openings share (services, staff, places, time zones), each kept once
// and known by a small number as long as somebody uses it. Number 0 is the empty text: "any".
// Numbers depend on what came before, so nothing may be decided by their order.
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

class Names {
public:
    // The text's number, given out at first sight; one more uses it.
    NameNumber hold(std::string_view text);
    // One fewer uses it; a text that nobody uses is forgotten, and its number given out again.
    void release(NameNumber number);

    // The number of a text, or nothing that any entry could have: `unknown`.
    NameNumber find(std::string_view text) const;

    // Of a number in use.
    const std::string& text(NameNumber number) const;
    // How many texts are in use, the empty one not counted.
    std::size_t size() const { return numbers_.size(); }
    std::size_t memory_bytes() const;

    static constexpr NameNumber none = 0;
    static constexpr NameNumber unknown = 0xFFFF'FFFF;

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

}  // namespace standby::core
