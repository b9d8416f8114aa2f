// Writes down the entries that joins have made, so that a later run can ask about them.
#pragma once

#include "base/result.hpp"

#include <fstream>
#include <string>
#include <string_view>

namespace standby::bench::load {

class EntrySaver {
public:
    // Fails with a sentence when the file cannot be written.
    static Result<EntrySaver, std::string> create(const std::string& path);

    // Writes "entry id TAB token" of the answer to a join; nothing if it has no token, as when the
    // person was in line already.
    void save(std::string_view answer_body);

private:
    std::ofstream file_;
};

// The value of the first member of this name whose value is a text without escapes; empty if there
// is none.
std::string_view text_member(std::string_view json, std::string_view name);

}  // namespace standby::bench::load
