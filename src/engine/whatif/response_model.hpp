// What is known of how a house's guests answer offers. Evidence is what was seen: whoever was
// asked, for how long they were listened to, and what they said meanwhile. An offer that ran out is
// one that was listened to until its window ended, never a no. The model shrinks that towards
// published figures, and alone with those it says that there is too little to go by.
#pragma once

#include "base/prng.hpp"
#include "base/time.hpp"
#include "engine/whatif/response_curve.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace standby::engine::whatif {

// Texts are read at once, mails some time.
enum class Medium : std::uint8_t { Text, Mail };
inline constexpr std::size_t medium_count = 2;

// By how long before the start they were asked (2 hours, 12 hours, 3 days), and at what local time
// (from 8, from 12, from 17, from 21 o'clock).
inline constexpr std::size_t notice_bands = 4;
inline constexpr std::size_t hour_bands = 4;
std::size_t notice_band(std::optional<Duration> notice);  // nothing: there is no start
std::size_t hour_band(unsigned local_hour);

// The circumstances of an offer.
struct Circumstances {
    Medium medium = Medium::Text;
    std::size_t notice_band = 0;
    std::size_t hour_band = 0;
};

// One offer and what is known of its answer.
struct AskedOffer {
    Circumstances when;
    Reply reply;
    Duration listened{0};  // without an answer: how long one could have come
};

// A sum over offers; what was seen elsewhere, or in another month, can be added.
class Evidence {
public:
    struct Counts {
        Bins at_risk{};  // who had not answered, by the part of the bin they were listened to
        Bins yes{};
        Bins no{};
        double offers = 0;
        friend bool operator==(const Counts&, const Counts&) = default;
    };

    void add(const AskedOffer& offer);
    void add(const Evidence& other);
    std::uint64_t offers() const;
    std::uint64_t yes() const;
    std::uint64_t no() const;
    std::uint64_t answers() const { return yes() + no(); }
    const Counts& counts(const Circumstances& when) const { return counts_[index_of(when)]; }

private:
    static std::size_t index_of(const Circumstances& when);
    std::array<Counts, medium_count * notice_bands * hour_bands> counts_{};
};

// Fewer offers than this tell nothing.
inline constexpr std::uint64_t offers_to_go_by = 30;
// Fewer answers than this don't tell how soon they come.
inline constexpr std::uint64_t answers_to_learn_from = 100;

// Eventual yes 11 %, no 20 %; half of the answers within 12 minutes by text, 47 by mail.
Lognormal published_answers(Medium medium);

class ResponseModel {
public:
    // The published figures alone.
    ResponseModel();
    // Below `offers_to_go_by` offers: the same.
    explicit ResponseModel(const Evidence& evidence);
    // Always these answers, whatever the circumstances.
    explicit ResponseModel(const Lognormal& answers);

    bool has_too_little() const { return has_too_little_; }
    std::uint64_t offers() const { return offers_; }
    const Curve& curve(const Circumstances& when) const { return cells_[index_of(when)]; }
    // Over all circumstances.
    const Curve& curve(Medium medium) const { return overall_[static_cast<std::size_t>(medium)]; }
    // A model that could as well be the true one: as much higher or lower as is uncertain.
    ResponseModel draw(Prng& random) const;

private:
    struct Uncertain {
        double yes = 0;  // of the logarithm of the level
        double no = 0;
    };
    static std::size_t index_of(const Circumstances& when);
    void build();

    std::array<Hazards, medium_count> base_{};
    std::array<double, medium_count * notice_bands * hour_bands> yes_level_{};
    std::array<double, medium_count * notice_bands * hour_bands> no_level_{};
    std::array<Uncertain, medium_count> uncertain_{};
    std::array<Curve, medium_count * notice_bands * hour_bands> cells_{};
    std::array<Curve, medium_count> overall_{};
    std::uint64_t offers_ = 0;
    bool has_too_little_ = true;
};

}  // namespace standby::engine::whatif
