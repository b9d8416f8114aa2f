// Only where the lines begin is kept beside the text, so a file of a million lines stays small.
#include "bench/load/lines.hpp"

#include "base/assert.hpp"

#include <fmt/core.h>

#include <fstream>
#include <sstream>
#include <utility>

namespace standby::bench::load {
namespace {

std::string_view take_field(std::string_view& line) {
    const std::size_t tab = line.find('\t');
    const std::string_view field = line.substr(0, tab);
    line = tab == std::string_view::npos ? std::string_view{} : line.substr(tab + 1);
    return field;
}

}  // namespace

Lines::Lines(std::string text) : text_(std::move(text)) {
    for (std::size_t begin = 0; begin < text_.size();) {
        std::size_t end = text_.find('\n', begin);
        end = end == std::string::npos ? text_.size() : end;
        if (end > begin) {
            offsets_.push_back(begin);
        }
        begin = end + 1;
    }
}

Result<Lines, std::string> Lines::read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file) {
        return std::unexpected(fmt::format("{} cannot be read or is empty", path));
    }
    Lines lines(std::move(text).str());
    if (lines.size() == 0) {
        return std::unexpected(fmt::format("{} has no lines", path));
    }
    return lines;
}

Lines::Fields Lines::fields(std::size_t index) const {
    ASSERT(index < offsets_.size());
    std::string_view line = std::string_view(text_).substr(offsets_[index]);
    line = line.substr(0, line.find('\n'));
    Fields fields;
    fields.first = take_field(line);
    fields.second = take_field(line);
    fields.third = line;
    return fields;
}

}  // namespace standby::bench::load
