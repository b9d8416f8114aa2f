// Authenticator apps: a secret is shown, and counts once a number proved that the app has it.
#include "http/api/entry_body.hpp"
#include "http/api/session_body.hpp"
#include "http/api/session_json.hpp"
#include "http/auth/crypto.hpp"
#include "http/auth/totp.hpp"
#include "http/pages/qr.hpp"
#include "http/routes/handlers.hpp"
#include "http/routes/staff/session_steps.hpp"
#include "interchange/view/ids.hpp"

#include <utility>

namespace standby::http {
namespace {

constexpr std::string_view issuer = "Standby";

std::string label_of(const engine::Member& member, const std::string& business) {
    const std::string who = !member.email.empty() ? member.email : member.name;
    return who.empty() ? business : who;
}

}  // namespace

Task<Answer> begin_totp(Call& call) {
    CO_TRY(parse_nothing(call.request.body));
    std::string business;
    auto read =
        co_await call.read([&](engine::Registry& registry) -> Result<engine::Member, Problem> {
            engine::Member member = TRY(signed_in_member(call, registry));
            business = business_name(member.account, registry).value_or("");
            return member;
        });
    const engine::Member member = CO_TRY(std::move(read));
    std::vector<std::byte> secret(totp_secret_bytes);
    fill_with_randomness(secret);
    const std::string uri = totp_uri(secret, issuer, label_of(member, business));
    std::string body = json_text(write_totp_secret, format_totp_secret(secret), uri, qr_svg(uri));
    call.shared.totp.begin(member.number, std::move(secret), call.now);
    co_return json_response(200, std::move(body));
}

Task<Answer> confirm_totp(Call& call) {
    const std::string code = CO_TRY(parse_totp_code(call.request.body));
    const std::uint64_t member = call.caller->member;
    const auto secret = call.shared.totp.find(member, call.now);
    if (!secret) {
        co_return refuse(ProblemType::NothingBegun);
    }
    TokenBuckets& tries = call.shared.sign_in.tries_of_address;
    const std::string who = interchange::format_member_id(member);
    CO_TRY(check_tries(call, tries, who));
    const auto step = find_totp_step(*secret, code, call.now, 0);
    if (!step) {
        co_return refuse_field("code", "is not the app's current code");
    }
    tries.give_back(who);
    auto read = co_await call.read([&](engine::Registry& registry) {
        call.shared.totp.end(member);
        call.report_staff(registry, call.about.account, {.act = "totp_on"});
        return change_signed_in(
            call, registry, {.number = member, .totp_secret = *secret, .totp_last_step = *step});
    });
    co_return read;
}

Task<Answer> remove_totp(Call& call) {
    const std::string password = CO_TRY(parse_password_only(call.request.body));
    auto taken = co_await turn_to_hash(call);
    const auto turn = CO_TRY(std::move(taken));
    auto read = co_await call.read(
        [&](engine::Registry& registry) -> Result<Response, Problem> {
            const engine::Member member = TRY(signed_in_member(call, registry));
            if (!member.password_hash.empty()) {
                TRY(check_password(call, member, password, "password"));
            }
            call.report_staff(registry, member.account, {.act = "totp_off"});
            return change_signed_in(call, registry,
                                    {.number = member.number,
                                     .totp_secret = std::vector<std::byte>{},
                                     .totp_last_step = std::uint64_t{0}});
        },
        engine::Effort::Talk);
    co_return read;
}

}  // namespace standby::http
