// Both alphabets are counted in one pass; which one counts is known at its end.
#include "notify/voice/segments.hpp"

#include "base/utf8.hpp"

#include <array>

namespace standby::notify {
namespace {

constexpr std::u32string_view gsm_beyond_ascii = U"£¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà";
constexpr std::u32string_view gsm_extension = U"\f^{}\\[~]|€";
// Printable characters of ASCII that are in neither table.
constexpr std::u32string_view not_gsm = U"`";

// How many septets a character takes; 0: it has none.
constexpr std::uint32_t look_up(char32_t one) {
    if (gsm_extension.find(one) != std::u32string_view::npos) {
        return 2;
    }
    if (one == U'\n' || one == U'\r') {
        return 1;
    }
    if (one >= 0x20 && one < 0x7F) {
        return not_gsm.find(one) == std::u32string_view::npos ? 1 : 0;
    }
    return gsm_beyond_ascii.find(one) != std::u32string_view::npos ? 1 : 0;
}

constexpr auto septets_of_low = [] {
    std::array<std::uint8_t, 256> table{};
    for (char32_t one = 0; one < table.size(); ++one) {
        table[one] = static_cast<std::uint8_t>(look_up(one));
    }
    return table;
}();

// Fills parts of a fixed size one after the other.
class Parts {
public:
    Parts(std::uint32_t alone, std::uint32_t joined) : alone_(alone), joined_(joined) {}

    void add(std::uint32_t units) {
        total_ += units;
        used_ += units;
        if (used_ > joined_) {
            ++full_;
            used_ = units;
        }
    }
    std::uint32_t count() const { return total_ <= alone_ ? 1 : full_ + 1; }

private:
    std::uint32_t alone_;
    std::uint32_t joined_;
    std::uint32_t total_ = 0;
    std::uint32_t full_ = 0;
    std::uint32_t used_ = 0;
};

}  // namespace

SmsSize sms_segments(std::string_view text) {
    Parts gsm(160, 153);
    Parts unicode(70, 67);
    bool is_unicode = false;
    while (!text.empty()) {
        const std::size_t size_before = text.size();
        const char32_t one = take_code_point(text).value_or(0xFFFD);
        if (text.size() == size_before) {
            text.remove_prefix(1);
        }
        const std::uint32_t septets = one < 256 ? septets_of_low[one] : look_up(one);
        is_unicode = is_unicode || septets == 0;
        gsm.add(septets);
        unicode.add(one >= 0x10000 ? 2 : 1);
    }
    return {.segments = is_unicode ? unicode.count() : gsm.count(), .is_unicode = is_unicode};
}

}  // namespace standby::notify
