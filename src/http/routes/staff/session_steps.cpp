// Who is signed in, and how often one may try.
#include "http/routes/staff/session_steps.hpp"

#include "http/api/session_json.hpp"
#include "http/auth/password.hpp"
#include "interchange/view/ids.hpp"

#include <algorithm>
#include <utility>

namespace standby::http {

Problem staff_problem(const engine::StaffError& error) {
    if (std::holds_alternative<engine::StoreError>(error)) {
        return unavailable();
    }
    switch (std::get<engine::StaffRefusal>(error)) {
    case engine::StaffRefusal::NoSuchMember:
        return nothing_here();
    case engine::StaffRefusal::LinkUsed:
        return problem(ProblemType::LinkUsed);
    case engine::StaffRefusal::AddressTaken:
        return problem(ProblemType::AddressTaken);
    case engine::StaffRefusal::LastOwner:
        return problem(ProblemType::LastOwner);
    case engine::StaffRefusal::CodeUsed:
        return problem(ProblemType::CodeNeeded,
                       "That code has already been used; wait for the next one.");
    }
    return problem(ProblemType::Internal);
}

Result<void, Problem> check_tries(Call& call, TokenBuckets& tries, std::string_view of) {
    const auto wait = tries.try_take(of, call.now);
    if (!wait) {
        return {};
    }
    Problem refused =
        problem(ProblemType::TooManyRequests, "Too many attempts. Wait a moment, then try again.");
    refused.retry_after_seconds = retry_after_seconds(*wait);
    return std::unexpected(std::move(refused));
}

Result<void, Problem> begin_new_address(Call& call, engine::AccountNumber account) {
    return check_tries(call, call.shared.sign_in.taken_addresses,
                       "account " + std::to_string(account.value()));
}

void end_new_address(Call& call, engine::AccountNumber account, const engine::StaffError* error) {
    if (error == nullptr || *error != engine::StaffError{engine::StaffRefusal::AddressTaken}) {
        call.shared.sign_in.taken_addresses.give_back("account " + std::to_string(account.value()));
    }
}

Result<void, Problem> check_password(Call& call, const engine::Member& member,
                                     const std::string& password, std::string_view field) {
    TokenBuckets& tries = call.shared.sign_in.tries_of_address;
    const std::string who = interchange::format_member_id(member.number);
    TRY(check_tries(call, tries, who));
    if (!is_password(password, member.password_hash)) {
        call.report_staff("password_wrong");
        return refuse_field(std::string(field), "is not your current password");
    }
    tries.give_back(who);
    return {};
}

Task<Result<std::optional<Turns::Turn>, Problem>> turn_to_hash(Call& call, bool is_hashing) {
    std::optional<Turns::Turn> turn;
    if (is_hashing) {
        auto taken = co_await call.shared.sign_in.passwords.take();
        if (!taken) {
            ++call.shared.reads_refused;
            co_return refuse(ProblemType::Overloaded,
                             "Too many people are signing in. Try again in a moment.");
        }
        turn.emplace(*std::move(taken));
    }
    co_return Result<std::optional<Turns::Turn>, Problem>(std::move(turn));
}

Result<std::string, engine::StoreError> business_name(engine::AccountNumber account,
                                                      engine::Registry& registry) {
    const auto house = TRY(registry.house(account));
    const auto accounts = TRY(registry.accounts());
    if (!house.name.empty()) {
        return house.name;
    }
    const auto found = std::ranges::find(accounts, account, &engine::Account::number);
    return found == accounts.end() ? std::string{} : found->name;
}

Result<engine::Member, Problem> signed_in_member(const Call& call, engine::Registry& registry) {
    const auto members = TRY(or_unavailable(registry.members()));
    const auto found = std::ranges::find(members, call.caller->member, &engine::Member::number);
    if (found == members.end() || found->removed_at) {
        return refuse(ProblemType::Unauthorized, "You're no longer signed in.");
    }
    return *found;
}

Result<Response, Problem> session_response(engine::Registry& registry, const engine::Member& member,
                                           Time expires_at,
                                           const std::optional<std::string>& token) {
    const auto name = TRY(or_unavailable(business_name(member.account, registry)));
    Response response = json_response(200, {});
    JsonWriter writer{response.body};
    write_session(
        writer, SignedIn{.member = member, .account_name = name, .expires_at = expires_at}, false);
    if (token) {
        response.headers.emplace_back("Set-Cookie", session_cookie_text(*token, session_lifetime));
    }
    return response;
}

Result<Response, Problem> change_signed_in(Call& call, engine::Registry& registry,
                                           const engine::MemberChange& change) {
    const engine::AccountNumber account = call.about.account;
    if (change.email) {
        TRY(begin_new_address(call, account));
    }
    const auto changed = registry.change_member(change);
    if (change.email) {
        end_new_address(call, account, changed ? nullptr : &changed.error());
    }
    if (!changed) {
        return std::unexpected(staff_problem(changed.error()));
    }
    call.shared.control.refresh_sessions(registry);
    return session_response(registry, *changed, call.session ? call.session->ends_at : Time{});
}

void end_present_session(const Call& call, engine::Registry& registry) {
    if (call.session) {
        static_cast<void>(registry.end_session(call.session->hash));
    }
}

}  // namespace standby::http
