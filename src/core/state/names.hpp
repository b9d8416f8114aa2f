// Texts that many entries share (services, staff, places, time zones), each kept once and known by
// a small number. Number 0 is the empty text: "any".
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace standby::core {

using NameNumber = std::uint16_t;

class Names {
public:
    // The number of a text, given out at first sight. At most limits::names_max texts.
    NameNumber intern(std::string_view text);

    // The number of a text, or nothing that any entry could have: `unknown`.
    NameNumber find(std::string_view text) const;

    const std::string& text(NameNumber number) const;
    std::size_t size() const { return texts_.size(); }

    static constexpr NameNumber none = 0;
    static constexpr NameNumber unknown = 0xFFFF;

private:
    std::vector<std::string> texts_{""};
    std::map<std::string, NameNumber, std::less<>> numbers_{{"", none}};
};

}  // namespace standby::core
