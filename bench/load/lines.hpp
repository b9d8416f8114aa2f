// A file of lines with fields between tabs, read whole: what the subcommands are told to send.
#pragma once

#include "base/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace standby::bench::load {

class Lines {
public:
    // Reads the file; empty lines do not count. Fails with a sentence when it cannot be read or
    // has no lines.
    static Result<Lines, std::string> read(const std::string& path);

    // The same from text. Pieces of it are pointed into, so it is kept.
    explicit Lines(std::string text);

    [[nodiscard]] std::size_t size() const { return offsets_.size(); }

    struct Fields {
        std::string_view first;
        std::string_view second;
        std::string_view third;  // the rest of the line, with its tabs
    };
    // The fields of a line; those that are missing are empty. Requires index < size().
    [[nodiscard]] Fields fields(std::size_t index) const;

private:
    std::string text_;
    std::vector<std::size_t> offsets_;
};

}  // namespace standby::bench::load
