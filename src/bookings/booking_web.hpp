// Asking a booking system: one exchange, and what it means when none came about. Nothing of an
// answer is logged or shown, since it may name people.
#pragma once

#include "base/json/reader.hpp"
#include "engine/ports/booking_system.hpp"
#include "interchange/web/web_client.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace standby::bookings {

inline constexpr std::size_t booking_answer_max = 1UZ << 20U;
inline constexpr Duration booking_wait_max = std::chrono::seconds{10};

// An answer and what it says; the texts in it point into `body`.
struct BookingAnswer {
    unsigned status = 0;
    std::unique_ptr<std::string> body;
    std::optional<JsonDocument> document;  // nothing: no JSON

    const JsonValue& said() const;
    bool is_fine() const { return status >= 200 && status < 300; }
    bool is_empty() const;
};
BookingAnswer read_answer(unsigned status, std::string body);

// What a status says, where the answer itself has not said more.
engine::BookingProblem problem_of_status(unsigned status);
engine::BookingProblem problem_of_web(interchange::WebProblem problem);

class BookingWeb {
public:
    // `base` is what paths are appended to.
    BookingWeb(std::string base, std::string token, interchange::WebOptions options);

    // Any answer but a redirect elsewhere. The body is JSON, or empty.
    engine::BookingResult<BookingAnswer> ask(std::string_view method, std::string_view path,
                                             std::string body, std::string_view version = {});
    void stop() { web_.stop(); }

private:
    std::string base_;
    std::string token_;
    interchange::WebClient web_;
};

// Safe as one part of a path.
std::string path_part(std::string_view text);

}  // namespace standby::bookings
