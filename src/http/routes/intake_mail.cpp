// The door for forwarded mails: a pipe of Postfix, or whoever else has the mail as it came. A mail
// is a hundred times larger than anything else that comes in, so who sends it is proven by the head
// of the request, before its body is read.
#include "base/json/reader.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "engine/ports/listings.hpp"
#include "http/auth/jws.hpp"
#include "http/json/fields.hpp"
#include "http/routes/access.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/spending.hpp"
#include "interchange/view/ids.hpp"

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace standby::http {
namespace {

constexpr std::string_view mail_path = "/v1/intake/mail";
constexpr std::string_view signature_header = "standby-signature";
constexpr std::string_view bearer = "bearer ";
// Whoever intercepts a signature can do nothing with it but hand in the very same mail.
constexpr Duration lifetime_max = std::chrono::minutes{10};
constexpr Duration clock_skew = std::chrono::seconds{60};

bool may_hand_in(const Caller& caller) {
    return caller.role == engine::Role::Staff || caller.role == engine::Role::Owner;
}

// What a business signed about a mail.
struct MailClaims {
    engine::AccountNumber account;
    std::string digest;  // SHA-256 of the body, in hexadecimal digits
};

std::optional<MailClaims> read_claims(std::string_view payload, Time now) {
    const auto document = read_json(payload);
    if (!document || document->root().type != JsonType::Object) {
        return std::nullopt;
    }
    const auto time = [&](std::string_view name) -> std::optional<Time> {
        const JsonValue* value = document->root().find(name);
        if (value == nullptr || value->type != JsonType::Integer || value->integer < 0 ||
            value->integer > 253'402'300'799) {
            return std::nullopt;
        }
        return Time{std::chrono::seconds{value->integer}};
    };
    const auto text = [&](std::string_view name) {
        const JsonValue* value = document->root().find(name);
        return value == nullptr || value->type != JsonType::Text ? std::string_view() : value->text;
    };
    const auto issued_at = time("iat");
    const auto expires_at = time("exp");
    const bool is_timely = issued_at && expires_at && *expires_at > *issued_at &&
                           *expires_at - *issued_at <= lifetime_max &&
                           *expires_at + clock_skew > now && *issued_at <= now + clock_skew;
    if (!is_timely || text("aud") != "intake/mail" || text("sha256").size() != 64) {
        return std::nullopt;
    }
    return MailClaims{.account = {}, .digest = to_lower(text("sha256"))};
}

std::optional<MailClaims> claims_of(const Shared& shared, const Request& request) {
    const auto jws = read_jws(request.header(signature_header));
    const auto number = jws ? interchange::parse_signing_key_id(jws->key_id) : std::nullopt;
    const auto key = number ? shared.services.signing_keys.find(*number) : std::nullopt;
    if (!key || jws->algorithm != engine::name_of(key->algorithm) ||
        !is_signed_by(*key, jws->signed_part, jws->signature)) {
        return std::nullopt;
    }
    auto claims = read_claims(jws->payload, shared.now());
    if (claims) {
        claims->account = key->account;
    }
    return claims;
}

Problem unbelieved() {
    return problem(ProblemType::Unauthorized,
                   "The signature is none of a signing key in use, is not of this mail, or has "
                   "expired.");
}

// Whose mail it is, by a key or a signature. Sets call.about.account.
Task<Result<void, Problem>> identify_sender(Call& call) {
    const bool is_in_cluster = call.shared.services.placement != nullptr;
    if (!call.request.header("authorization").empty()) {
        Result<void, Problem> identified = identify(call);
        if (is_in_cluster && call.is_stranger) {
            const bool has_looked = co_await call.shared.control.news();
            if (has_looked) {
                identified = identify(call);
            }
        }
        if (!identified && call.has_wrong_key) {
            co_return std::unexpected(turn_away(call, identified.error()));
        }
        CO_TRY(identified);
        if (!call.caller || !may_hand_in(*call.caller)) {
            co_return refuse(ProblemType::Forbidden, "This takes a key that may write.");
        }
        co_return Result<void, Problem>{};
    }
    if (call.request.header(signature_header).empty()) {
        co_return refuse(ProblemType::Unauthorized,
                         "Send an API key as \"Authorization: Bearer sk_…\", or a signature as "
                         "\"Standby-Signature\".");
    }
    auto claims = claims_of(call.shared, call.request);
    if (!claims && is_in_cluster) {
        const bool has_looked = co_await call.shared.control.news();
        if (has_looked) {
            claims = claims_of(call.shared, call.request);
        }
    }
    const Sha256Digest digest = sha256(std::as_bytes(std::span(call.request.body)));
    if (!claims || claims->digest != to_hex(digest)) {
        co_return std::unexpected(turn_away(call, unbelieved()));
    }
    call.about.account = claims->account;
    co_return Result<void, Problem>{};
}

// The list in the query; without one, the account's only list.
Result<core::ResourceNumber, Problem> list_of(const Call& call, engine::Store& store) {
    if (const auto named = call.request.parameter("resource_id")) {
        const auto list = core::parse_resource_id(*named);
        const auto listing = list ? or_unavailable(engine::listing_of(store, *list))
                                  : Result<std::optional<engine::ResourceListing>, Problem>{};
        const auto found = TRY(listing);
        if (!found || found->account != call.about.account) {
            return refuse_field("resource_id", "is no list of yours");
        }
        return *list;
    }
    std::vector<core::ResourceNumber> lists;
    TRY(or_unavailable(engine::for_each_list(
        store, call.about.account,
        [&](const engine::ResourceListing& one) -> Result<engine::GoOn, engine::StoreError> {
            lists.push_back(one.number);
            return lists.size() > 1 ? engine::GoOn::No : engine::GoOn::Yes;
        })));
    if (lists.size() != 1) {
        return refuse_field("resource_id", "is required in the query: the list that mails are for");
    }
    return lists.front();
}

Result<void, Problem> check_mail(const Request& request) {
    const std::string_view type = request.header("content-type");
    if (to_lower(trim(type.substr(0, type.find(';')))) != "message/rfc822") {
        return refuse(ProblemType::UnsupportedMediaType,
                      "Send the mail as it came, as message/rfc822.");
    }
    if (request.body.empty()) {
        return refuse(ProblemType::BadRequest, "There is no mail in the body.");
    }
    return {};
}

}  // namespace

std::size_t Api::body_bytes_max(const Request& request) const {
    // A little more than a mail may have, so that one that is too large gets a card that says so.
    constexpr std::size_t spare = 64UZ * 1024;
    if (request.path != mail_path || request.method != "POST") {
        return 0;
    }
    const std::string_view authorization = request.header("authorization");
    if (to_lower(authorization.substr(0, bearer.size())) == bearer) {
        const auto caller =
            shared_->services.keys.find(trim(authorization.substr(bearer.size()), " "));
        return caller && may_hand_in(*caller) ? engine::intake_mail_bytes_max + spare : 0;
    }
    return claims_of(*shared_, request) ? engine::intake_mail_bytes_max + spare : 0;
}

Task<Answer> take_mail(Call& call) {
    auto identified = co_await identify_sender(call);
    CO_TRY(identified);
    CO_TRY(check_mail(call.request));
    engine::MailDesk* desk = call.shared.services.mails;
    if (desk == nullptr) {
        co_return std::unexpected(unavailable());
    }
    if (call.request.body.size() > engine::intake_mail_bytes_max) {
        co_return refuse(ProblemType::BodyTooLarge);
    }
    auto read = co_await call.read(
        [&](engine::Store& store,
            engine::Registry& registry) -> Result<engine::TakenMail, Problem> {
            const core::ResourceNumber list = TRY(list_of(call, store));
            return or_unavailable(
                desk->take(registry, call.about.account, list, call.request.body, call.now));
        },
        engine::Effort::Long);
    const engine::TakenMail taken = CO_TRY(std::move(read));
    if (!taken.is_mail) {
        co_return refuse(ProblemType::BadRequest,
                         "The body is no mail: a mail begins with its header.");
    }
    switch (taken.kept) {
    case engine::KeptMail::TooMany: {
        Problem later = problem(ProblemType::Overloaded,
                                "Too many mails wait for staff. Settle or dismiss some first.");
        later.retry_after_seconds = 600;
        co_return std::unexpected(std::move(later));
    }
    case engine::KeptMail::New:
    case engine::KeptMail::KnownBefore:
        break;
    }
    const bool is_new = taken.kept == engine::KeptMail::New;
    co_return json_response(
        is_new ? 202 : 200, json_object([&](JsonWriter& writer) {
            writer.text_or_null("card_id", is_new ? interchange::format_card_id(taken.number) : "");
            writer.boolean("known_before", !is_new);
        }));
}

}  // namespace standby::http
