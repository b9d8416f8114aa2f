// Authenticator apps: a secret is shown, and counts once a number proved that the app has it.
#include "http/api/entry_body.hpp"
#include "http/api/session_body.hpp"
#include "http/api/session_json.hpp"
#include "http/auth/crypto.hpp"
#include "http/auth/totp.hpp"
#include "http/pages/qr.hpp"
#include "http/routes/api_routes.hpp"

#include <utility>

namespace standby::http {
namespace {

constexpr std::string_view issuer = "Standby";

std::string label_of(const engine::Member& member, const std::string& business) {
    const std::string who = !member.email.empty() ? member.email : member.name;
    return who.empty() ? business : who;
}

}  // namespace

void ApiRoutes::begin_totp(const CallPtr& call) {
    if (const auto nothing = parse_nothing(call->request.body); !nothing) {
        call->send_problem(nothing.error());
        return;
    }
    read(call, [this, call](engine::Store&, engine::Registry& registry) {
        const auto member = signed_in_member(call, registry);
        if (!member) {
            return;
        }
        const std::string business = business_name(member->account, registry).value_or("");
        std::vector<std::byte> secret(totp_secret_bytes);
        fill_with_randomness(secret);
        const std::string uri = totp_uri(secret, issuer, label_of(*member, business));
        std::string body;
        JsonWriter writer{body};
        write_totp_secret(writer, format_totp_secret(secret), uri, qr_svg(uri));
        desk_.totp.begin(member->number, std::move(secret), call->now);
        call->send_json(200, std::move(body));
    });
}

void ApiRoutes::confirm_totp(const CallPtr& call) {
    const auto code = parse_totp_code(call->request.body);
    if (!code) {
        call->send_problem(code.error());
        return;
    }
    const auto secret = desk_.totp.find(call->caller->member, call->now);
    if (!secret) {
        call->send_problem(problem(ProblemType::NothingBegun));
        return;
    }
    const std::string who = format_member_id(call->caller->member);
    if (is_slowed_down(*call, desk_.tries_of_address, who)) {
        return;
    }
    const auto step = find_totp_step(*secret, *code, call->now, 0);
    if (!step) {
        call->send_problem(invalid("code", "is not the number that the app shows now"));
        return;
    }
    desk_.tries_of_address.give_back(who);
    read(call,
         [this, call, secret = *secret, step = *step](engine::Store&, engine::Registry& registry) {
             desk_.totp.end(call->caller->member);
             report_staff("totp_on", call->caller->member);
             change_signed_in(
                 call, registry,
                 {.number = call->caller->member, .totp_secret = secret, .totp_last_step = step});
         });
}

void ApiRoutes::remove_totp(const CallPtr& call) {
    const auto password = parse_password_only(call->request.body);
    if (!password) {
        call->send_problem(password.error());
        return;
    }
    with_password_work(call,
                       [this, call, given = *password](engine::Store&, engine::Registry& registry) {
                           const auto member = signed_in_member(call, registry);
                           if (!member || (!member->password_hash.empty() &&
                                           !proves_password(call, *member, given, "password"))) {
                               return;
                           }
                           report_staff("totp_off", member->number);
                           change_signed_in(call, registry,
                                            {.number = member->number,
                                             .totp_secret = std::vector<std::byte>{},
                                             .totp_last_step = std::uint64_t{0}});
                       });
}

}  // namespace standby::http
