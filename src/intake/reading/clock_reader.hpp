// Times of day in plain language: "half past five", "14.30 Uhr", "neuf heures moins le quart",
// "entre las 5 y las 6 de la tarde".
#pragma once

#include "intake/reading/line.hpp"
#include "intake/reading/meaning.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace standby::intake {

struct ClockMention {
    int from = 0;                // minutes after midnight
    int to = 0;                  // the same for one time
    bool is_open_begin = false;  // "before five"
    bool is_open_end = false;    // "after five"
    bool is_half_known = false;  // whether morning or afternoon was said, or needs no saying
    bool is_range = false;
    std::size_t first = 0;
    std::size_t end = 0;
};

// One reading of a clock, before it is known which half of the day it is in.
struct ClockFace {
    int hour = 0;  // 0 to 24
    int minute = 0;
    bool is_half_known = false;
    // How sure it is that this is a time at all.
    enum class Strength : std::uint8_t {
        Number,  // a number that may count anything
        Likely,  // "five thirty", "8.30"
        Sure,    // "5 pm", "17:00", "halb drei"
    } strength = Strength::Number;
    std::size_t end = 0;
};

class ClockReader {
public:
    explicit ClockReader(const Line& line) : line_(line) {}

    // The longest that begins at this word. Right behind a day, less will do to be a time.
    [[nodiscard]] std::optional<ClockMention> read(std::size_t at, bool is_beside_day) const;
    // A part of the day that begins here and can't be anything else, or stands beside a day.
    [[nodiscard]] const Term* part_at(std::size_t at) const;

private:
    // clock_faces.cpp
    [[nodiscard]] std::optional<ClockFace> face(std::size_t at) const;
    [[nodiscard]] std::optional<ClockFace> bare_face(std::size_t at) const;
    [[nodiscard]] std::optional<ClockFace> digits(std::size_t at) const;
    [[nodiscard]] std::optional<ClockFace> named(std::size_t at) const;
    [[nodiscard]] std::optional<ClockFace> minutes_first(std::size_t at) const;
    [[nodiscard]] ClockFace with_minutes(ClockFace face) const;
    [[nodiscard]] std::optional<int> small_number(std::size_t at, std::size_t& end) const;
    [[nodiscard]] ClockFace with_half(ClockFace face, std::size_t at) const;
    void set_part(ClockFace& face, PartOfDay part) const;

    [[nodiscard]] std::optional<ClockMention> range(std::size_t at, const ClockFace& first,
                                                    bool is_behind_day) const;
    [[nodiscard]] bool is_counted(std::size_t end) const;
    [[nodiscard]] bool may_follow(std::size_t end) const;
    [[nodiscard]] bool is_time(std::size_t at, const ClockFace& face, bool is_beside_day) const;
    // "in the evening, at 6": the part of the day in front of an hour.
    [[nodiscard]] std::optional<PartOfDay> part_before(std::size_t at) const;
    [[nodiscard]] ClockMention bounded(ClockMention found) const;

    const Line& line_;
};

}  // namespace standby::intake
