// The table, and finding a path in it.
#include "http/routes/route_table.hpp"

#include "base/assert.hpp"

#include <array>
#include <cstddef>
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
        {"GET", "/v1/house", GetHouse, ReadOnly, Target::None},
        {"PATCH", "/v1/house", PatchHouse, Owner, Target::None},
        {"POST", "/v1/house:rotate_webhook_secret", RotateWebhookSecret, Owner, Target::None},
        {"GET", "/v1/voice", ListVoice, ReadOnly, Target::None},
        {"GET", "/v1/voice/{id}", GetVoice, ReadOnly, Target::Voice},
        {"PUT", "/v1/voice/{id}", PutVoice, Staff, Target::Voice},
        {"DELETE", "/v1/voice/{id}", ResetVoice, Staff, Target::Voice},
        {"GET", "/v1/voice/{id}/versions", ListVoiceVersions, ReadOnly, Target::Voice},
        {"POST", "/v1/voice/{id}:preview", PreviewVoice, ReadOnly, Target::Voice},
        {"GET", "/v1/messages", ListAllMessages, ReadOnly, Target::None},
        {"POST", "/v1/messages:replay", ReplayMessages, Staff, Target::None},
        {"GET", "/v1/messages/{id}", GetMessage, ReadOnly, Target::Message},
        {"POST", "/v1/messages/{id}:replay", ReplayMessage, Staff, Target::Message},
        {"GET", "/v1/waitlist/{id}/messages", ReadInbox, GuestWrite, Target::Entry},
        {"POST", "/v1/callbacks/twilio/status", TwilioStatus, Provider, Target::None},
        {"POST", "/v1/callbacks/twilio/inbound", TwilioInbound, Provider, Target::None},
        {"POST", "/v1/callbacks/mail", MailEvents, Provider, Target::None},
        {"GET", "/v1/resources/{id}/board", GetBoard, ReadOnly, Target::Resource},
        {"POST", "/v1/resources/{id}:preview", PreviewChange, ReadOnly, Target::Resource},
        {"GET", "/v1/resources/{id}/rules", ListRules, ReadOnly, Target::Resource},
        {"GET", "/v1/resources/{id}/audit:verify", VerifyAudit, ReadOnly, Target::Resource},
        {"GET", "/v1/resources/{id}/stats:export", ExportStats, ReadOnly, Target::Resource},
        {"GET", "/v1/session", GetSession, Public, Target::None},
        {"POST", "/v1/session", SignIn, Public, Target::None},
        {"PATCH", "/v1/session", UpdateProfile, Who::Member, Target::None},
        {"DELETE", "/v1/session", SignOut, Public, Target::None},
        {"POST", "/v1/session:begin_totp", BeginTotp, Who::Member, Target::None},
        {"POST", "/v1/session:confirm_totp", ConfirmTotp, Who::Member, Target::None},
        {"POST", "/v1/session:remove_totp", RemoveTotp, Who::Member, Target::None},
        {"POST", "/v1/links:look", LookAtLink, Public, Target::None},
        {"POST", "/v1/links:use", UseLink, Public, Target::None},
        {"GET", "/v1/staff", ListMembers, Owner, Target::None},
        {"POST", "/v1/staff:invite", InviteMember, Owner, Target::None},
        {"PATCH", "/v1/staff/{id}", UpdateMember, Owner, Target::Member},
        {"DELETE", "/v1/staff/{id}", RemoveMember, Owner, Target::Member},
        {"POST", "/v1/staff/{id}:reset", ResetMember, Owner, Target::Member},
        {"GET", "/v1/cluster", GetCluster, ReadOnly, Target::None},
    };
}

// A path in its parts. No route has more of them than this.
constexpr std::size_t parts_max = 5;
struct PathParts {
    std::array<std::string_view, parts_max> part;
    std::size_t count = 0;  // parts_max + 1: more than any route has
};

PathParts split(std::string_view path) {
    PathParts parts;
    while (parts.count < parts_max) {
        const std::size_t slash = path.find('/');
        parts.part[parts.count++] = path.substr(0, slash);
        if (slash == std::string_view::npos) {
            return parts;
        }
        path.remove_prefix(slash + 1);
    }
    parts.count = parts_max + 1;
    return parts;
}

// The id that stands where the pattern has "{id}", or nothing when the part does not match.
std::optional<std::string_view> match_part(std::string_view pattern, std::string_view part) {
    constexpr std::string_view mark = "{id}";
    if (!pattern.starts_with(mark)) {
        return pattern == part ? std::optional{std::string_view{}} : std::nullopt;
    }
    const std::string_view action = pattern.substr(mark.size());
    const std::size_t colon = part.find(':');
    const std::string_view id = part.substr(0, colon);
    const std::string_view given =
        colon == std::string_view::npos ? std::string_view{} : part.substr(colon);
    return given == action && !id.empty() ? std::optional{id} : std::nullopt;
}

std::optional<std::string_view> match_parts(const PathParts& pattern, const PathParts& path) {
    if (pattern.count != path.count) {
        return std::nullopt;
    }
    std::string_view id;
    for (std::size_t index = 0; index < pattern.count; ++index) {
        const auto matched = match_part(pattern.part[index], path.part[index]);
        if (!matched) {
            return std::nullopt;
        }
        id = matched->empty() ? id : *matched;
    }
    return id;
}

const std::vector<PathParts>& split_patterns() {
    static const std::vector<PathParts> all = [] {
        std::vector<PathParts> patterns;
        for (const Route& route : routes()) {
            ASSERT(split(route.pattern).count <= parts_max);
            patterns.push_back(split(route.pattern));
        }
        return patterns;
    }();
    return all;
}

}  // namespace

bool is_about_session(const Route& route) {
    return route.pattern.starts_with("/v1/session") || route.pattern.starts_with("/v1/links:");
}

const std::vector<Route>& routes() {
    static const std::vector<Route> all = make_routes();
    return all;
}

core::ResourceNumber resource_in(const Route& route, std::string_view id) {
    const auto resource_behind = [](const auto& parsed) {
        return parsed ? core::resource_of(*parsed) : core::ResourceNumber{};
    };
    switch (route.target) {
    case Target::Resource:
        return core::parse_resource_id(id).value_or(core::ResourceNumber{});
    case Target::Entry:
        return resource_behind(core::parse_entry_id(id));
    case Target::Offer:
        return resource_behind(core::parse_offer_id(id));
    case Target::Opening:
        return resource_behind(core::parse_opening_id(id));
    default:
        return core::ResourceNumber{};
    }
}

RouteMatch match_route(std::string_view method, std::string_view path) {
    const std::string_view wanted = method == "HEAD" ? "GET" : method;
    const PathParts parts = split(path);
    const std::vector<PathParts>& patterns = split_patterns();
    RouteMatch match;
    for (std::size_t index = 0; index < patterns.size(); ++index) {
        const auto id = match_parts(patterns[index], parts);
        if (!id) {
            continue;
        }
        const Route& route = routes()[index];
        if (route.method == wanted) {
            return {.route = &route, .id = *id, .allowed = {}};
        }
        match.allowed += match.allowed.empty() ? "" : ", ";
        match.allowed += route.method == "GET" ? "GET, HEAD" : route.method;
    }
    return match;
}

}  // namespace standby::http
