// The exceptions; all other currencies have two digits.
#include "base/currency.hpp"

#include <algorithm>
#include <iterator>

namespace standby {

unsigned currency_decimals(std::string_view code) {
    constexpr std::string_view none[] = {"BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW",
                                         "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF"};
    constexpr std::string_view three[] = {"BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"};
    if (std::ranges::find(none, code) != std::end(none)) {
        return 0;
    }
    return std::ranges::find(three, code) != std::end(three) ? 3 : 2;
}

}  // namespace standby
