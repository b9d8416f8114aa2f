// How someone wants a table to be taken.
#pragma once

#include "base/result.hpp"
#include "intake/headings/mapping.hpp"
#include "intake/people/people.hpp"

#include <string>
#include <string_view>

namespace standby::app {

struct ImportSettings {
    std::string sheet;  // the tab; empty: the first that can be seen
    intake::ByHand by_hand;
    intake::TableOrder order = intake::TableOrder::Chosen;
};

// "Nummer 2=phone,Wer=": headings and the fields that they are, with commas between; nothing behind
// the sign leaves the column alone. The error is a sentence.
Result<intake::ByHand, std::string> parse_by_hand(std::string_view text);

}  // namespace standby::app
