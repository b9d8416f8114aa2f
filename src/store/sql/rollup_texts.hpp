// The statements for figures that are kept, and for what messages tell of offers.
#pragma once

#include <string>
#include <string_view>

namespace standby::store {

struct RollupTexts {
    // The column that a key begins with where rows are kept by shards, and its value for the
    // resource whose number is $1; both empty elsewhere.
    RollupTexts(std::string_view column, std::string_view value);

    std::string read;
    std::string insert;
    std::string update;
    std::string drop_days;
    std::string put_day;
    std::string offer_messages;  // of sixteen entries
};

}  // namespace standby::store
