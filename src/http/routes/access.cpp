// Who calls, and whether they may: keys, guest tokens, accounts. What a caller may not see is
// answered as what does not exist.
#include "core/state/resource_state.hpp"
#include "core/state/rows.hpp"
#include "http/api/key_body.hpp"
#include "http/api/session_body.hpp"
#include "http/api/voice_body.hpp"
#include "http/routes/api_routes.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

Problem unauthorized(std::string detail) {
    return problem(ProblemType::Unauthorized, std::move(detail));
}

constexpr std::size_t idempotency_key_length_max = 200;

std::string to_lower(std::string_view text) {
    std::string lower{text};
    for (char& letter : lower) {
        letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    }
    return lower;
}

// What the body says it is, without parameters such as the character set.
std::string media_type(const Request& request) {
    std::string_view type = request.header("content-type");
    type = type.substr(0, type.find(';'));
    while (!type.empty() && (type.back() == ' ' || type.back() == '\t')) {
        type.remove_suffix(1);
    }
    return to_lower(type);
}

// The credential of a request: a bearer token, or the token in the query of a guest's link.
struct Credential {
    std::string text;
    bool is_malformed = false;
};
std::optional<Credential> credential_of(const Request& request) {
    const std::string_view header = request.header("authorization");
    if (!header.empty()) {
        constexpr std::string_view scheme = "bearer ";
        if (to_lower(header.substr(0, scheme.size())) != scheme) {
            return Credential{.text = {}, .is_malformed = true};
        }
        return Credential{.text = std::string(header.substr(scheme.size()))};
    }
    // Addresses end up in logs and histories, so only a guest's token may stand there.
    if (auto token = request.parameter("token")) {
        const bool is_guests = token->starts_with(guest_token_mark);
        return Credential{.text = *std::move(token), .is_malformed = !is_guests};
    }
    return std::nullopt;
}

bool may_write(engine::Role role) {
    return role == engine::Role::Staff || role == engine::Role::Owner;
}

// Whether a caller with a key of the right account may use the route.
bool is_allowed(Who who, engine::Role role) {
    switch (who) {
    case Who::Public:
    case Who::Guest:
    case Who::ReadOnly:
        return true;
    case Who::GuestWrite:
    case Who::Staff:
        return may_write(role);
    case Who::Owner:
        return role == engine::Role::Owner;
    case Who::GuestOnly:
    case Who::Member:
    case Who::Provider:
        return false;
    }
    return false;
}

bool is_for_guests(Who who) {
    return who == Who::Guest || who == Who::GuestOnly || who == Who::GuestWrite;
}

bool is_safe(const Request& request) {
    return request.method == "GET" || request.method == "HEAD" || request.method == "OPTIONS";
}

// "example.org:8080" of "https://example.org:8080/staff". The scheme is left out: behind a proxy
// the server cannot always know its own. Empty for what is not an address.
std::string_view authority_of(std::string_view url) {
    const std::size_t begin = url.find("://");
    if (begin == std::string_view::npos) {
        return {};
    }
    url.remove_prefix(begin + 3);
    return url.substr(0, url.find('/'));
}

// Without the port that the scheme stands for, which browsers leave out and others may not.
std::string comparable(std::string_view authority) {
    std::string text = to_lower(authority);
    for (const std::string_view port : {":443", ":80"}) {
        if (text.ends_with(port)) {
            text.resize(text.size() - port.size());
            break;
        }
    }
    return text;
}

}  // namespace

bool ApiRoutes::identify(const CallPtr& shared) {
    Call& call = *shared;
    // Whoever signs in or out says so by the cookie alone.
    const bool is_about_cookie = is_about_session(*call.route) && call.route->who == Who::Public;
    const auto credential = is_about_cookie ? std::nullopt : credential_of(call.request);
    if (!credential) {
        return identify_by_cookie(shared);
    }
    if (!credential->is_malformed) {
        if (credential->text.starts_with(guest_token_mark)) {
            const auto token = services_.tokens.verify(credential->text, call.now);
            // Mail programs and their servers know the link that stops messages; it opens no more.
            if (token && token->purpose != TokenPurpose::Unsubscribe) {
                call.token = *token;
                return true;
            }
            const bool has_expired = !token && token.error() == TokenError::Expired;
            call.send_problem(unauthorized(has_expired
                                               ? "The link has expired. Ask for a new one by "
                                                 "joining again with the same address."
                                               : "The token is not valid."));
            return false;
        }
        if (const auto caller = services_.keys.find(credential->text)) {
            call.caller = caller;
            call.account = caller->account;
            return true;
        }
        if (waits_for_rings(shared)) {
            return false;
        }
    }
    call.send_problem(
        unauthorized("The credentials are not valid. Send an API key or a guest's token as "
                     "\"Authorization: Bearer …\"."));
    return false;
}

// A cookie that is not good any more is as good as none.
bool ApiRoutes::identify_by_cookie(const CallPtr& shared) {
    Call& call = *shared;
    const auto token = find_session_cookie(call.request.header("cookie"));
    if (!token) {
        return true;
    }
    if (are_sessions_stale_.exchange(false)) {
        static_cast<void>(services_.gateway.read(
            engine::Effort::Quick, [this](engine::Store&, engine::Registry& registry) {
                static_cast<void>(refresh_sessions(registry));
            }));
    }
    const auto found = services_.sessions.find(*token, call.now);
    if (!found && waits_for_rings(shared)) {
        return false;
    }
    if (!found) {
        call.has_dead_cookie = true;
        return true;
    }
    call.caller = found->caller;
    call.account = found->caller.account;
    call.session = found->hash;
    call.session_end = found->ends_at;
    if (found->is_to_be_touched) {
        static_cast<void>(services_.gateway.read(
            engine::Effort::Quick,
            [hash = found->hash, now = call.now](engine::Store&, engine::Registry& registry) {
                static_cast<void>(registry.touch_session(hash, now));
            }));
    }
    return true;
}

// Whether a browser sent this from a page of ours. Where it does not say so itself, the page must
// be of the host that was asked, or of the public address.
bool ApiRoutes::is_own_origin(const Request& request) const {
    const std::string_view site = request.header("sec-fetch-site");
    if (!site.empty()) {
        return site == "same-origin" || site == "none";
    }
    const std::string_view origin = authority_of(request.header("origin"));
    return !origin.empty() && (comparable(origin) == comparable(request.header("host")) ||
                               comparable(origin) == comparable(authority_of(options_.public_url)));
}

// Browsers send the cookie along with whatever a page asks for. What changes anything must come
// from our own pages; signing in too, or somebody could be signed in as another without noticing.
bool ApiRoutes::check_origin(Call& call) {
    const bool is_sign_in = is_about_session(*call.route) && call.route->who == Who::Public &&
                            call.route->name != RouteName::LookAtLink;
    if (is_safe(call.request) || (!call.session && !is_sign_in) || is_own_origin(call.request)) {
        return true;
    }
    if (call.route->who == Who::Public && !is_sign_in) {
        // Such as joining through a form on the house's own site: that counts as a guest's doing.
        call.caller.reset();
        call.session.reset();
        call.account = {};
        return true;
    }
    call.send_problem(problem(ProblemType::CrossSite));
    return false;
}

bool ApiRoutes::locate(Call& call, std::string_view id) {
    const auto not_found = [&] {
        call.send_problem(problem(ProblemType::NotFound, "There is nothing under this id."));
        return false;
    };
    switch (call.route->target) {
    case Target::None:
        return true;
    case Target::Key: {
        const auto number = parse_key_id(id);
        call.key_number = number.value_or(0);
        return number ? true : not_found();
    }
    case Target::Member: {
        // Whose they are, is found out when they are read.
        call.member = parse_member_id(id).value_or(0);
        call.invitation = parse_invitation_id(id).value_or(0);
        return call.member != 0 || call.invitation != 0 ? true : not_found();
    }
    case Target::Message: {
        // Whose it is, is found out when it is read.
        const auto number = engine::parse_message_id(id);
        call.message = number.value_or(0);
        return number ? true : not_found();
    }
    case Target::Voice: {
        auto key = parse_voice_id(id);
        const bool is_known =
            key && std::ranges::count(services_.post_office.voice_keys(), *key) > 0;
        call.voice = std::move(key).value_or(engine::VoiceKey{});
        return is_known ? true : not_found();
    }
    case Target::Resource:
        if (const auto number = core::parse_resource_id(id)) {
            call.resource = *number;
        }
        break;
    case Target::Entry:
        if (const auto entry = core::parse_entry_id(id)) {
            call.entry = *entry;
            call.resource = core::resource_of(*entry);
        }
        break;
    case Target::Offer:
        if (const auto offer = core::parse_offer_id(id)) {
            call.offer = *offer;
            call.resource = core::resource_of(*offer);
        }
        break;
    case Target::Opening:
        if (const auto opening = core::parse_opening_id(id)) {
            call.opening = *opening;
            call.resource = core::resource_of(*opening);
        }
        break;
    }
    const auto facts = services_.directory.find(call.resource);
    if (!facts) {
        return not_found();
    }
    call.account = facts->account;
    call.time_zone = facts->time_zone;
    return is_visible(call) ? true : not_found();
}

// The rights alone, whatever the id: nobody learns from a 403 whether something exists.
bool ApiRoutes::authorise(Call& call) {
    const Who who = call.route->who;
    if (who == Who::Public) {
        return true;
    }
    if (call.caller) {
        const bool is_member = call.caller->member != 0;
        if (is_allowed(who, call.caller->role) || (who == Who::Member && is_member)) {
            return true;
        }
        const std::string_view why =
            who == Who::GuestOnly ? "Only the guest can do this, with the token from the link."
            : who == Who::Member  ? "Only somebody who signed in can do this, not a key."
            : is_member           ? "Your role does not allow it."
                                  : "The role of this key does not allow it.";
        call.send_problem(problem(ProblemType::Forbidden, std::string(why)));
        return false;
    }
    if (call.token && is_for_guests(who)) {
        return true;
    }
    if (call.token) {
        call.send_problem(problem(ProblemType::Forbidden,
                                  "A guest's token does not open this; an API key does."));
        return false;
    }
    call.send_problem(
        unauthorized(is_for_guests(who) ? "Send the token from the guest's link, or an API key, as "
                                          "\"Authorization: Bearer …\"."
                     : who == Who::Member ? "Sign in first."
                                          : "Send an API key as \"Authorization: Bearer sk_…\", or "
                                            "sign in."));
    return false;
}

// Whether the id is one that the caller may see. Whose offer it is, is found out later.
bool ApiRoutes::is_visible(const Call& call) const {
    if (call.caller) {
        return call.caller->account == call.account;
    }
    if (!call.token || call.route->who == Who::Public) {
        return true;
    }
    const bool is_for_offer = call.token->purpose == TokenPurpose::Offer;
    switch (call.route->target) {
    case Target::Entry:
        return !is_for_offer && call.token->id == call.entry.value();
    case Target::Offer:
        return is_for_offer ? call.token->id == call.offer.value()
                            : core::resource_of(core::EntryId{call.token->id}) == call.resource;
    default:
        return false;
    }
}

void ApiRoutes::with_offer_of_guest(const CallPtr& call, std::function<void()> next) {
    const auto number = core::OfferNumber{core::number_of(call->offer)};
    const bool is_proven = call->caller || call->token->purpose == TokenPurpose::Offer;
    if (is_proven) {
        next();
        return;
    }
    const auto not_found = [call] {
        call->send_problem(problem(ProblemType::NotFound, "There is nothing under this id."));
    };
    const std::uint64_t own_entry = call->token->id;
    const core::ResourceNumber resource = call->resource;
    // Whose offer it is never changes, so it may be looked up apart from what follows.
    read(call, [call, resource, number, own_entry, not_found,
                next = std::move(next)](engine::Store& store, engine::Registry&) {
        const auto row = store.row(engine::RowTable::Offers, resource, number.value());
        if (!row) {
            call->send_problem(problem(ProblemType::Unavailable,
                                       "The database did not answer. Try again in a moment."));
            return;
        }
        if (!*row) {
            not_found();
            return;
        }
        const auto offer = core::decode_offer_row((*row)->data);
        if (!offer || core::entry_id(resource, offer->entry).value() != own_entry) {
            not_found();
            return;
        }
        next();
    });
}

// The form of the request, whatever it says: the type of its body and the key it is known by.
bool ApiRoutes::check_form(Call& call) {
    for (const auto& [name, value] : call.request.headers) {
        const bool is_visible =
            std::ranges::all_of(value, [](char letter) { return letter > ' ' && letter <= '~'; });
        if (name == "idempotency-key" &&
            (value.empty() || value.size() > idempotency_key_length_max || !is_visible)) {
            call.send_problem(problem(ProblemType::BadRequest,
                                      "The Idempotency-Key must be 1 to 200 visible ASCII "
                                      "characters."));
            return false;
        }
    }
    if (call.request.body.empty()) {
        return true;
    }
    if (media_type(call.request) == "application/json") {
        return true;
    }
    call.send_problem(
        problem(ProblemType::UnsupportedMediaType, "The body must be sent as application/json."));
    return false;
}

}  // namespace standby::http
