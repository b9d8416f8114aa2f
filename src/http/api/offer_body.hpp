// The bodies about openings, released places and offers. Numbers of offers are for the route: they
// stand in the path.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "core/model/command.hpp"
#include "core/model/ids.hpp"
#include "http/api/problem.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace standby::http {

// POST /v1/resources/{id}/capacity:release.
Result<core::ReleasePlaces, Problem> parse_release(std::string_view body);
Result<core::RevokePlaces, Problem> parse_revoke(std::string_view body);
// POST /v1/resources/{id}:cancel; the body may be missing.
Result<core::CancelResource, Problem> parse_cancel(std::string_view body);

// POST /v1/resources/{id}/openings. What is left out may be in the catalogue.
struct OpeningBody {
    core::OpenSlot open;
    bool has_duration = true;
    bool has_price = true;  // null, too, says something: that there is none
    bool has_size = true;
    bool unlisted = false;  // names that are not in the catalogue are meant as they are
    bool refuses_overlap = false;
};
Result<OpeningBody, Problem> parse_opening(std::string_view body);
// POST /v1/resources/{id}/openings:preview. One of the two: the slot that is thought of, or an
// opening that is there.
struct OpeningPreviewBody {
    std::optional<OpeningBody> slot;
    std::optional<core::OpeningId> opening;
};
Result<OpeningPreviewBody, Problem> parse_opening_preview(std::string_view body);

// POST /v1/offers/{id}:late_yes; the body may be missing. Whether it is wanted, or taken back.
Result<bool, Problem> parse_late_yes(std::string_view body);

// POST /v1/offers/{id}:extend. Until when.
Result<Time, Problem> parse_extend(std::string_view body);

// POST /v1/offers/{id}:sent. Without a time: now.
Result<std::optional<Time>, Problem> parse_sent(std::string_view body);

// POST /v1/offers/{id}:undeliverable, :booking and :payment.
Result<core::ReportUndeliverable, Problem> parse_undeliverable(std::string_view body);
Result<core::BookingOutcome, Problem> parse_booking(std::string_view body);
Result<core::PaymentOutcome, Problem> parse_payment(std::string_view body);

}  // namespace standby::http
