// What booking systems answer: whatever it is, it is read or refused. Nothing counts as a booking
// that does not say so of the very offer it is about.
#include "bookings/cal_bookings.hpp"
#include "bookings/http_bookings.hpp"
#include "tests/fuzz/support/check.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace standby::fuzz {
namespace {

using engine::BookingStage;
using engine::BookingView;

constexpr std::string_view offer = "off_4000003";

void check_view(const BookingView& view) {
    expect(!view.held_until || view.stage == BookingStage::Held, "only a hold ends by itself");
}

void check_http(unsigned status, const std::string& text) {
    for (const BookingStage wanted :
         {BookingStage::None, BookingStage::Held, BookingStage::Booked, BookingStage::Ended}) {
        const auto view =
            bookings::read_booking(bookings::read_answer(status, text), offer, wanted);
        if (view) {
            expect(status >= 200 && status < 300, "a refusal is no booking");
            check_view(*view);
        }
    }
}

void check_cal(unsigned status, const std::string& text) {
    const bookings::BookingAnswer answer = bookings::read_answer(status, text);
    if (const auto view = bookings::read_cal_booking(answer, offer)) {
        expect(status >= 200 && status < 300, "a refusal is no booking");
        expect(!view->reference.booking.empty(), "a booking has a name");
        expect(text.find("standby") != std::string::npos, "somebody else's booking is not ours");
        check_view(*view);
    }
    if (const auto view = bookings::read_cal_reservation(answer)) {
        expect(view->stage != BookingStage::Booked, "a reservation is no booking");
        check_view(*view);
    }
    if (const auto found = bookings::read_cal_bookings(answer.said(), offer)) {
        expect(found->view.stage == BookingStage::Booked || found->superfluous.empty(),
               "only what is there twice is superfluous");
        check_view(found->view);
    }
    (void)bookings::problem_of_cal(answer);
}

}  // namespace
}  // namespace standby::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    for (const unsigned status : {200U, 201U, 400U, 404U, 409U, 422U, 503U}) {
        standby::fuzz::check_http(status, text);
        standby::fuzz::check_cal(status, text);
    }
    return 0;
}
