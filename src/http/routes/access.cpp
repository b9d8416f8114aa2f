// Who calls, and whether they may: keys, guest tokens, accounts. What a caller may not see is
// answered as what does not exist.
#include "http/routes/access.hpp"

#include "base/text.hpp"
#include "interchange/view/ids.hpp"
#include "interchange/view/import_id.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {
namespace {

Problem unauthorized(std::string detail) {
    return problem(ProblemType::Unauthorized, std::move(detail));
}

constexpr std::size_t idempotency_key_length_max = 200;

// What the body says it is, without parameters such as the character set.
std::string media_type(const Request& request) {
    const std::string_view type = request.header("content-type");
    return to_lower(trim(type.substr(0, type.find(';'))));
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

// Whether a caller with a key of the right account, or who is signed in to it, may use the route.
bool is_allowed(Who who, const Caller& caller) {
    switch (who) {
    case Who::Public:
    case Who::Cookie:
    case Who::SignIn:
    case Who::Guest:
    case Who::ReadOnly:
    case Who::Operator:
        return true;
    case Who::PublicWrite:
    case Who::GuestWrite:
    case Who::Staff:
        return may_write(caller.role);
    case Who::Owner:
        return caller.role == engine::Role::Owner;
    case Who::SignedIn:
        return caller.member != 0;
    case Who::GuestOnly:
    case Who::Provider:
    case Who::Link:
    case Who::Anybody:
    case Who::Tests:
    case Who::OtherNode:
        return false;
    }
    return false;
}

bool is_for_all(Who who) {
    return who == Who::Public || who == Who::PublicWrite || who == Who::Cookie ||
           who == Who::SignIn;
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

// Whether a browser sent this from a page of ours. Where it does not say so itself, the page must
// be of the host that was asked, or of the public address.
bool is_own_origin(const Call& call) {
    const std::string_view site = call.request.header("sec-fetch-site");
    if (!site.empty()) {
        return site == "same-origin" || site == "none";
    }
    const std::string origin = comparable(authority_of(call.request.header("origin")));
    return !origin.empty() && (origin == comparable(call.request.header("host")) ||
                               origin == comparable(authority_of(call.shared.options.public_url)));
}

// A cookie that is not good any more is as good as none.
void identify_by_cookie(Call& call) {
    const auto token = find_session_cookie(call.request.header("cookie"));
    if (!token) {
        return;
    }
    call.shared.control.refresh_stale_sessions();
    const auto found = call.shared.services.sessions.find(*token, call.now);
    call.is_stranger = !found;
    call.has_dead_cookie = !found;
    if (!found) {
        return;
    }
    call.caller = found->caller;
    call.about.account = found->caller.account;
    call.session = {.hash = found->hash, .ends_at = found->ends_at};
    if (found->is_to_be_touched) {
        static_cast<void>(call.shared.services.gateway.read(
            engine::Effort::Quick,
            [hash = found->hash, now = call.now](engine::Store&, engine::Registry& registry) {
                static_cast<void>(registry.touch_session(hash, now));
            }));
    }
}

Result<void, Problem> identify_by_link(Call& call, const std::string& text) {
    const auto token = call.shared.services.tokens.verify(text, call.now);
    // Mail programs and their servers know the link that stops messages, friends the code of a
    // group; neither opens more.
    if (token && token->purpose != TokenPurpose::Unsubscribe &&
        token->purpose != TokenPurpose::Group) {
        call.token = *token;
        return {};
    }
    call.is_stranger = !token && token.error() == TokenError::UnknownKey;
    const bool has_expired = !token && token.error() == TokenError::Expired;
    return std::unexpected(unauthorized(
        has_expired ? "The link has expired. Join again with the same address to get a new one."
                    : "The token is invalid."));
}

// Whether the id is one that the caller may see. Whose offer it is, is found out later.
bool is_visible(const Call& call) {
    if (call.caller) {
        return call.caller->account == call.about.account;
    }
    if (!call.token || is_for_all(call.route->who)) {
        return true;
    }
    const bool is_for_offer = call.token->purpose == TokenPurpose::Offer;
    if (call.route->target == Target::Entry) {
        return !is_for_offer && call.token->id == call.about.entry.value();
    }
    if (call.route->target == Target::Offer) {
        return is_for_offer
                   ? call.token->id == call.about.offer.value()
                   : core::resource_of(core::EntryId{call.token->id}) == call.about.resource;
    }
    return false;
}

using interchange::parse_catalogue_id;

// What the id of a route says that is about a resource or something in it.
void take_id(Call& call, std::string_view id) {
    Subject& about = call.about;
    switch (call.route->target) {
    case Target::Resource:
        about.resource = core::parse_resource_id(id).value_or(core::ResourceNumber{});
        break;
    case Target::Entry:
        about.entry = core::parse_entry_id(id).value_or(core::EntryId{});
        about.resource = core::resource_of(about.entry);
        break;
    case Target::Offer:
        about.offer = core::parse_offer_id(id).value_or(core::OfferId{});
        about.resource = core::resource_of(about.offer);
        break;
    case Target::Opening:
        about.opening = core::parse_opening_id(id).value_or(core::OpeningId{});
        about.resource = core::resource_of(about.opening);
        break;
    case Target::Import:
        about.import = interchange::parse_import_id(id).value_or(interchange::ImportId{});
        about.resource = core::resource_of(about.import);
        break;
    case Target::Calendar:
        if (const auto calendar = interchange::parse_calendar_id(id)) {
            about.resource = calendar->resource;
            about.number = calendar->number;
        }
        break;
    case Target::Key:
        about.number = interchange::parse_key_id(id).value_or(0);
        break;
    case Target::SigningKey:
        about.number = interchange::parse_signing_key_id(id).value_or(0);
        break;
    case Target::Message:
        about.number = engine::parse_message_id(id).value_or(0);
        break;
    case Target::Member:
        about.number = interchange::parse_member_id(id).value_or(0);
        about.invitation = interchange::parse_invitation_id(id).value_or(0);
        break;
    case Target::Service:
        about.number = parse_catalogue_id(engine::CatalogueKind::Service, id).value_or(0);
        break;
    case Target::OfferedPerson:
        about.number = parse_catalogue_id(engine::CatalogueKind::Person, id).value_or(0);
        break;
    case Target::Place:
        about.number = parse_catalogue_id(engine::CatalogueKind::Place, id).value_or(0);
        break;
    case Target::Card:
        about.number = interchange::parse_card_id(id).value_or(0);
        break;
    case Target::Voice:
        about.voice = interchange::parse_voice_id(id).value_or(engine::VoiceKey{});
        break;
    case Target::None:
    case Target::Token:
        break;
    }
}

}  // namespace

bool has_unknown_link(const Call& call) {
    if (call.route->target != Target::Token) {
        return false;
    }
    const auto token = call.shared.services.tokens.verify(call.link_in_path(), call.now);
    return !token && token.error() == TokenError::UnknownKey;
}

Result<void, Problem> identify(Call& call) {
    const bool is_by_cookie = call.route->who == Who::Cookie || call.route->who == Who::SignIn;
    const auto credential = is_by_cookie ? std::nullopt : credential_of(call.request);
    if (!credential) {
        identify_by_cookie(call);
        return {};
    }
    if (!credential->is_malformed) {
        if (credential->text.starts_with(guest_token_mark)) {
            return identify_by_link(call, credential->text);
        }
        call.caller = call.shared.services.keys.find(credential->text);
        call.is_stranger = !call.caller;
        call.has_wrong_key = !call.caller;
        if (call.caller) {
            call.about.account = call.caller->account;
            return {};
        }
    }
    return std::unexpected(unauthorized("The credentials are invalid. Send an API key or a guest "
                                        "token as \"Authorization: Bearer …\"."));
}

Problem turn_away(Call& call, Problem refused) {
    Shared& shared = call.shared;
    ++shared.wrong_keys_seen;
    if (const auto wait = shared.wrong_keys.try_take(call.request.client, call.now)) {
        Problem later = problem(ProblemType::TooManyRequests,
                                "Too many wrong keys came from your address. Wait a moment.");
        later.retry_after_seconds = retry_after_seconds(*wait);
        return later;
    }
    if (shared.services.on_wrong_key) {
        shared.services.on_wrong_key(call.request.client);
    }
    return refused;
}

// Browsers send the cookie along with whatever a page asks for. What changes anything must come
// from our own pages; signing in too, or somebody could be signed in as another without noticing.
Result<void, Problem> check_origin(Call& call) {
    const Who who = call.route->who;
    if (is_safe(call.request) || (!call.session && who != Who::SignIn) || is_own_origin(call)) {
        return {};
    }
    if (is_for_all(who) && who != Who::SignIn) {
        // Such as joining through a form on the house's own site: that counts as a guest's doing.
        call.caller.reset();
        call.session.reset();
        call.about.account = {};
        return {};
    }
    return refuse(ProblemType::CrossSite);
}

Result<void, Problem> authorise(const Call& call) {
    const Who who = call.route->who;
    if (who == Who::Operator && call.shared.options.are_figures_open) {
        return {};
    }
    if (call.caller) {
        const bool is_foreign =
            who == Who::Operator && call.caller->account != call.shared.options.own_account;
        if (is_allowed(who, *call.caller) && !is_foreign) {
            return {};
        }
        const std::string_view why =
            who == Who::GuestOnly      ? "Only the guest can do this, with the token from the link."
            : who == Who::Operator     ? "This takes a key of the server's own account."
            : who == Who::SignedIn     ? "This takes someone who is signed in, not an API key."
            : call.caller->member != 0 ? "Your role doesn't allow this."
                                       : "This key's role doesn't allow this.";
        return refuse(ProblemType::Forbidden, std::string(why));
    }
    if (is_for_all(who) || (call.token && is_for_guests(who))) {
        return {};
    }
    if (call.token) {
        return refuse(ProblemType::Forbidden, "This needs an API key, not a guest token.");
    }
    return std::unexpected(unauthorized(
        is_for_guests(who)     ? "Send the token from the guest's link, or an API key, as "
                                 "\"Authorization: Bearer …\"."
        : who == Who::SignedIn ? "Sign in first."
                               : "Send an API key as \"Authorization: Bearer sk_…\", or "
                                 "sign in."));
}

// Whose a key, a message or a member is, is found out when it is read.
Result<void, Problem> locate(Call& call) {
    take_id(call, call.path_id);
    Subject& about = call.about;
    switch (call.route->target) {
    case Target::None:
    case Target::Token:
        return {};
    case Target::Key:
    case Target::SigningKey:
    case Target::Message:
    case Target::Member:
    case Target::Service:
    case Target::OfferedPerson:
    case Target::Place:
    case Target::Card:
        if (about.number == 0 && about.invitation == 0) {
            return std::unexpected(nothing_here());
        }
        return {};
    case Target::Voice:
        // The default of a key is one that exists.
        if (!interchange::parse_voice_id(call.path_id) ||
            std::ranges::count(call.shared.services.messenger.voice_keys(), about.voice) == 0) {
            return std::unexpected(nothing_here());
        }
        return {};
    case Target::Resource:
    case Target::Entry:
    case Target::Offer:
    case Target::Opening:
    case Target::Import:
    case Target::Calendar:
        break;
    }
    const auto known = call.shared.services.directory.find(about.resource);
    if (!known) {
        return std::unexpected(nothing_here());
    }
    about.account = known->account;
    about.time_zone = known->time_zone;
    if (!is_visible(call)) {
        return std::unexpected(nothing_here());
    }
    return {};
}

Result<void, Problem> check_form(const Call& call) {
    for (const auto& [name, value] : call.request.headers) {
        const bool is_visible =
            std::ranges::all_of(value, [](char letter) { return letter > ' ' && letter <= '~'; });
        if (name == "idempotency-key" &&
            (value.empty() || value.size() > idempotency_key_length_max || !is_visible)) {
            return refuse(ProblemType::BadRequest,
                          "The Idempotency-Key must be 1 to 200 visible ASCII characters.");
        }
    }
    if (!call.request.body.empty() && media_type(call.request) != "application/json") {
        return refuse(ProblemType::UnsupportedMediaType,
                      "The body must be sent as application/json.");
    }
    return {};
}

}  // namespace standby::http
