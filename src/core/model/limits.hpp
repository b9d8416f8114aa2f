// Every maximum the core knows, in one place. A value beyond its limit is refused with the
// field's name; nothing is cut silently. Units come last in the names.
#pragma once

#include "base/time.hpp"

#include <cstddef>
#include <cstdint>

namespace standby::core::limits {

inline constexpr std::uint32_t tickets_max = 4'000'000'000;
inline constexpr std::uint32_t capacity_max = 100'000'000;
inline constexpr std::uint32_t party_size_max = 200;
inline constexpr std::uint8_t tier_max = 200;
inline constexpr std::int32_t points_max = 1'000'000;
inline constexpr std::size_t name_length_max = 100;
// Different services, staff and locations that the wishes and openings of a list name at the same
// time: guests bring new ones up to the first number, staff up to the second. Openings always have
// room; how many of those there are is limited anyway.
inline constexpr std::size_t guest_names_max = 50'000;
inline constexpr std::size_t names_max = 100'000;
// Further services, staff or locations that a wish names, and names that a slot answers to.
inline constexpr std::size_t or_names_max = 20;
inline constexpr std::size_t slot_names_max = 100;
inline constexpr std::size_t weekly_windows_max = 50;
inline constexpr std::size_t event_id_length_max = 200;
inline constexpr std::size_t access_url_length_max = 500;
// By which another system knows a payment or a booking: its name and its own id.
inline constexpr std::size_t outside_reference_length_max = 255;
inline constexpr std::size_t note_length_max = 2'000;  // bytes; the API counts 500 characters
inline constexpr std::size_t contacts_max = 3;
inline constexpr std::size_t group_members_max = 20;
// How often the links of one entry can be ended, times two: what a link has room for.
inline constexpr std::uint32_t link_epoch_max = 0xFF'FFFF;
inline constexpr std::size_t unverified_per_contact_max = 3;
// Wishes that one person may wait for at the same time on a list of slots.
inline constexpr std::size_t wishes_per_person_max = 5;
// How far back it is looked for that somebody refers whoever brought them.
inline constexpr std::size_t referral_generations_max = 100;
inline constexpr std::size_t live_openings_max = 100'000;
inline constexpr std::size_t draw_seed_length_max = 64;    // one that staff chose
inline constexpr std::size_t sealed_seed_length = 64;      // 256 bits in hexadecimal digits
inline constexpr std::size_t draw_words_length_max = 200;  // bytes
inline constexpr std::int64_t money_amount_max = 1'000'000'000'000;
inline constexpr std::uint32_t percent_hundredths_max = 100 * 100;
inline constexpr std::size_t tax_label_length_max = 50;  // bytes

inline constexpr Duration claim_window_min = std::chrono::seconds{10};
inline constexpr Duration claim_window_max = std::chrono::days{60};
// Nobody finds a card and pays in less.
inline constexpr Duration paid_window_min = std::chrono::minutes{15};
inline constexpr Duration rule_duration_max = std::chrono::days{366};
inline constexpr Duration slot_duration_max = std::chrono::days{31};
inline constexpr std::uint32_t minutes_per_point_max = 60 * 24 * 31;

// An offer that leaves less than this to answer is not worth sending; a shorter claim window
// set by the rules is respected.
inline constexpr Duration answer_time_min = std::chrono::minutes{1};

// The patience with a guest who cannot be told of an offer, where the rules name none: half the
// claim window, and not more than this.
inline constexpr Duration slot_patience_max = std::chrono::minutes{10};
inline constexpr Duration place_patience_max = std::chrono::hours{2};
// How long such an offer stands where nothing else ends it.
inline constexpr Duration unreached_max = std::chrono::days{366};

// A window by the time left where late answers stand: who is slow loses nothing by a short one.
inline constexpr Duration auto_window_min = std::chrono::minutes{3};
inline constexpr Duration auto_window_max = std::chrono::minutes{10};
// In what time guests answer, where nothing is known of those of the house, and the longest window
// by the time left: nine of ten answers by e-mail come within a day.
inline constexpr Duration answers_by_text = std::chrono::minutes{5};
inline constexpr Duration answers_by_mail = std::chrono::minutes{20};
inline constexpr Duration shared_window_max = std::chrono::hours{24};
// Beyond so many people who fit, one more makes no difference to a window.
inline constexpr std::uint32_t people_counted_max = 10'000;

// For how long somebody may have waited before they joined.
inline constexpr Duration waits_since_max = std::chrono::days{20 * 366};

// After how long somebody may be asked whether they still want it, and the time to answer that.
inline constexpr Duration ping_min = std::chrono::days{1};
inline constexpr Duration ping_grace_max = std::chrono::days{60};

// How long an external booking may take before its offer is given up and rolls on.
inline constexpr Duration booking_time_max = std::chrono::minutes{5};

// Nobody says when an event ends: it counts as over so long after its start.
inline constexpr Duration event_length = std::chrono::hours{12};
// Bookings whose time has passed, those who waited for what is over, and entries whose address
// nobody confirmed end in portions, so that thousands of them hold nobody up.
inline constexpr std::size_t passed_at_once_max = 500;
inline constexpr Duration passed_pause = std::chrono::seconds{1};

// Those who wait are asked so often whether they still want it, and not more often than this.
inline constexpr std::uint32_t pings_max = 2;
inline constexpr Duration ping_pause_min = std::chrono::days{7};

// Stored instants and durations further from zero are damage: beyond, adding to them overflows.
inline constexpr Duration time_reach{std::int64_t{1} << 60};

// A shorter time without service is not made up for.
inline constexpr Duration gap_min = std::chrono::seconds{1};
// Nor is a longer one: a clock that is wrong by years must not give an offer years, and whoever was
// asked before that no longer expects an answer to count.
inline constexpr Duration gap_max = std::chrono::days{7};

}  // namespace standby::core::limits
