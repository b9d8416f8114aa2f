// The table, and finding a path in it.
#include "http/routes/route_table.hpp"

#include "base/assert.hpp"

#include <optional>

namespace standby::http {
namespace {

std::vector<Route> make_routes() {
    using enum RouteName;
    using enum Who;
    return {
        {"POST", "/v1/resources", CreateResource, Staff, Target::None},
        {"GET", "/v1/resources", ListResources, Public, Target::None},
        {"GET", "/v1/resources/{id}", GetResource, Public, Target::Resource},
        {"PATCH", "/v1/resources/{id}", PatchResource, Staff, Target::Resource},
        {"POST", "/v1/resources/{id}:pause", PauseResource, Staff, Target::Resource},
        {"POST", "/v1/resources/{id}:resume", ResumeResource, Staff, Target::Resource},
        {"POST", "/v1/resources/{id}:close", CloseResource, Staff, Target::Resource},
        {"POST", "/v1/resources/{id}/waitlist:join", Join, Public, Target::Resource},
        {"POST", "/v1/resources/{id}/capacity:release", ReleasePlaces, Staff, Target::Resource},
        {"POST", "/v1/resources/{id}/openings", OpenSlot, Staff, Target::Resource},
        {"GET", "/v1/resources/{id}/queue", ListQueue, ReadOnly, Target::Resource},
        {"GET", "/v1/resources/{id}/entries", ListEntries, ReadOnly, Target::Resource},
        {"GET", "/v1/resources/{id}/openings", ListOpenings, ReadOnly, Target::Resource},
        {"GET", "/v1/resources/{id}/offers", ListOffers, ReadOnly, Target::Resource},
        {"GET", "/v1/resources/{id}/audit", ListAudit, ReadOnly, Target::Resource},
        {"GET", "/v1/resources/{id}/messages", ListMessages, ReadOnly, Target::Resource},
        {"GET", "/v1/resources/{id}/stats", GetStats, ReadOnly, Target::Resource},
        {"GET", "/v1/resources/{id}/events", WatchResource, ReadOnly, Target::Resource},
        {"GET", "/v1/waitlist/{id}", GetEntry, Guest, Target::Entry},
        {"DELETE", "/v1/waitlist/{id}", LeaveEntry, GuestWrite, Target::Entry},
        {"PATCH", "/v1/waitlist/{id}", PatchEntry, GuestWrite, Target::Entry},
        {"POST", "/v1/waitlist/{id}:verify", VerifyEntry, GuestOnly, Target::Entry},
        {"POST", "/v1/waitlist/{id}:promote", PromoteEntry, Staff, Target::Entry},
        {"POST", "/v1/waitlist/{id}:no_show", MarkNoShow, Staff, Target::Entry},
        {"POST", "/v1/waitlist/{id}:attended", MarkAttended, Staff, Target::Entry},
        {"POST", "/v1/waitlist/{id}:remove", RemoveEntry, Staff, Target::Entry},
        {"POST", "/v1/waitlist/{id}:cancel", CancelEntry, Staff, Target::Entry},
        {"GET", "/v1/waitlist/{id}/explain", ExplainEntry, Guest, Target::Entry},
        {"GET", "/v1/waitlist/{id}/events", WatchEntry, GuestOnly, Target::Entry},
        {"GET", "/v1/offers/{id}", GetOffer, Guest, Target::Offer},
        {"POST", "/v1/offers/{id}:accept", AcceptOffer, GuestWrite, Target::Offer},
        {"POST", "/v1/offers/{id}:decline", DeclineOffer, GuestWrite, Target::Offer},
        {"POST", "/v1/offers/{id}:extend", ExtendOffer, Staff, Target::Offer},
        {"POST", "/v1/offers/{id}:sent", ReportSent, Staff, Target::Offer},
        {"POST", "/v1/offers/{id}:undeliverable", ReportUndeliverable, Staff, Target::Offer},
        {"POST", "/v1/offers/{id}:booking", ReportBooking, Staff, Target::Offer},
        {"POST", "/v1/offers/{id}:payment", ReportPayment, Staff, Target::Offer},
        {"GET", "/v1/openings/{id}", GetOpening, ReadOnly, Target::Opening},
        {"DELETE", "/v1/openings/{id}", WithdrawOpening, Staff, Target::Opening},
        {"POST", "/v1/openings/{id}:book", BookOpening, Staff, Target::Opening},
        {"GET", "/v1/account", GetAccount, ReadOnly, Target::None},
        {"GET", "/v1/keys", ListKeys, Owner, Target::None},
        {"POST", "/v1/keys", CreateKey, Owner, Target::None},
        {"DELETE", "/v1/keys/{id}", RevokeKey, Owner, Target::Key},
    };
}

// The first part of the path up to the next slash; what remains begins behind it.
std::string_view next_segment(std::string_view& path) {
    const std::size_t slash = path.find('/');
    const std::string_view segment = path.substr(0, slash);
    path = slash == std::string_view::npos ? std::string_view{} : path.substr(slash + 1);
    return segment;
}

// The id that stands where the pattern has "{id}", or nothing when the segment does not match.
std::optional<std::string_view> match_segment(std::string_view pattern, std::string_view segment) {
    constexpr std::string_view mark = "{id}";
    if (!pattern.starts_with(mark)) {
        return pattern == segment ? std::optional{std::string_view{}} : std::nullopt;
    }
    const std::string_view action = pattern.substr(mark.size());
    const std::size_t colon = segment.find(':');
    const std::string_view id = segment.substr(0, colon);
    const std::string_view given =
        colon == std::string_view::npos ? std::string_view{} : segment.substr(colon);
    return given == action && !id.empty() ? std::optional{id} : std::nullopt;
}

std::optional<std::string_view> match_path(std::string_view pattern, std::string_view path) {
    std::string_view id;
    while (true) {
        const bool pattern_ends = pattern.find('/') == std::string_view::npos;
        const bool path_ends = path.find('/') == std::string_view::npos;
        const auto matched = match_segment(next_segment(pattern), next_segment(path));
        if (!matched || pattern_ends != path_ends) {
            return std::nullopt;
        }
        id = matched->empty() ? id : *matched;
        if (pattern_ends) {
            return id;
        }
    }
}

}  // namespace

const std::vector<Route>& routes() {
    static const std::vector<Route> all = make_routes();
    return all;
}

RouteMatch match_route(std::string_view method, std::string_view path) {
    const std::string_view wanted = method == "HEAD" ? "GET" : method;
    RouteMatch match;
    for (const Route& route : routes()) {
        const auto id = match_path(route.pattern, path);
        if (!id) {
            continue;
        }
        if (route.method == wanted) {
            return {.route = &route, .id = *id, .allowed = {}};
        }
        match.allowed += match.allowed.empty() ? "" : ", ";
        match.allowed += route.method == "GET" ? "GET, HEAD" : route.method;
    }
    return match;
}

}  // namespace standby::http
