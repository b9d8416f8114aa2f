// Every body that the API takes, all of them on the same bytes: each is taken, or refused with a
// problem that is itself well-formed and names a field. The marks of answers come along, since they
// too are found in texts that a caller can shape.
#include "base/json/reader.hpp"
#include "base/utf8.hpp"
#include "http/api/calendar_body.hpp"
#include "http/api/catalogue_body.hpp"
#include "http/api/entry_body.hpp"
#include "http/api/house_body.hpp"
#include "http/api/message_body.hpp"
#include "http/api/offer_body.hpp"
#include "http/api/problem.hpp"
#include "http/api/resource_body.hpp"
#include "http/api/session_body.hpp"
#include "http/api/voice_body.hpp"
#include "http/auth/sessions.hpp"
#include "interchange/view/placeholders.hpp"
#include "tests/fuzz/support/check.hpp"
#include "tests/fuzz/support/input.hpp"
#include "tests/fuzz/support/zones.hpp"

#include <algorithm>
#include <string>

namespace standby::fuzz {
namespace {

void check(const http::Problem& problem, bool is_json) {
    expect(problem.status == (is_json ? 422 : 400), "what is JSON is a 422, else a 400");
    expect(is_json != problem.errors.empty(), "a 422 says what is wrong");
    for (const http::FieldError& error : problem.errors) {
        expect(!error.field.empty() && !error.message.empty(), "an error names its field");
        expect(is_utf8(error.field) && is_utf8(error.message), "an error can be shown");
    }
    const std::string body = http::problem_body(problem);
    expect(read_json(body).has_value(), "a problem is JSON", body);
}

template <class Body>
void check(const Result<Body, http::Problem>& parsed, bool is_json) {
    if (!parsed) {
        check(parsed.error(), is_json);
    }
}

void check_entry_bodies(std::string_view text, bool is_json, const Zone& zone) {
    const auto join = http::parse_join(text, zone);
    check(join, is_json);
    if (join) {
        const engine::Person& person = join->person;
        expect(!person.email.empty() || !person.phone.empty() || !person.user_id.empty(),
               "whoever joins can be recognised");
        expect(core::canonical(join->wants) == join->wants, "windows are canonical");
    }
    const auto patch = http::parse_entry_patch(text, zone);
    check(patch, is_json);
    if (patch) {
        const core::Wants wants = http::merged(*patch, core::Wants{});
        expect(http::merged(*patch, wants) == wants, "a change made twice is the same change");
        const engine::Person person = http::merged(*patch, engine::Person{.name = "Ada"});
        expect(http::merged(*patch, person) == person, "a change made twice is the same change");
    }
}

void check_house_body(std::string_view text, bool is_json) {
    const auto patch = http::parse_house_patch(text);
    check(patch, is_json);
    if (patch) {
        const engine::House house = http::merged(*patch, engine::House{});
        expect(http::merged(*patch, house) == house, "a change made twice is the same change");
        expect(house.webhook_url.empty() || !http::webhook_url_error(house.webhook_url),
               "an address that was taken can be used", house.webhook_url);
    }
}

void check_staff_bodies(std::string_view text, bool is_json) {
    check(http::parse_sign_in(text), is_json);
    check(http::parse_profile(text), is_json);
    check(http::parse_totp_code(text), is_json);
    check(http::parse_proof(text), is_json);
    check(http::parse_link_token(text), is_json);
    check(http::parse_link_use(text), is_json);
    check(http::parse_invitation(text), is_json);
    check(http::parse_member_patch(text), is_json);
    check(http::parse_preview(text), is_json);
    check(http::parse_calendar(text), is_json);
    const auto cookie = http::find_session_cookie(text);
    expect(!cookie || !cookie->contains(';'), "a cookie ends where the next begins");
}

class Source final : public interchange::PlaceholderSource {
public:
    const engine::Person* person(core::EntryId) const override { return &person_; }
    std::string token(core::EntryId, std::uint32_t) const override { return "gt_\x1A"; }
    std::string status_url(core::EntryId, std::uint32_t) const override { return "/e/"; }
    std::string group_code(core::EntryId, std::uint32_t) const override { return "gt_group"; }
    std::string claim_url(core::OfferId, std::uint32_t) const override { return "/o/"; }

private:
    engine::Person person_{.name = "\x1Aname:ent_4000001\x1A\"\xFF"};
};

void check_marks(std::string_view text) {
    const auto named = interchange::people_named_in(text);
    expect(std::ranges::adjacent_find(named, std::greater_equal{}) == named.end(),
           "people are named once, ascending");
    const std::string filled = interchange::fill_in(text, Source{});
    expect(text.contains('\x1A') || filled == text, "without marks nothing changes");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = Input(data, size).text();
    const bool is_blank = text.find_first_not_of(" \t\r\n") == std::string_view::npos;
    const bool is_json = read_json(text).has_value();
    check(http::parse_create(text), is_json);
    check(http::parse_patch(text), is_json);
    check(http::parse_release(text), is_json);
    check(http::parse_opening(text), is_json);
    check(http::parse_opening_preview(text), is_json);
    for (const auto kind : {engine::CatalogueKind::Service, engine::CatalogueKind::Person,
                            engine::CatalogueKind::Place}) {
        check(http::parse_catalogue_item(text, kind, http::CatalogueCall::Change), is_json);
    }
    check(http::parse_catalogue_import(text), is_json || is_blank);
    check(http::parse_extend(text), is_json);
    check(http::parse_undeliverable(text), is_json);
    check(http::parse_booking(text), is_json);
    check(http::parse_payment(text), is_json);
    check(http::parse_sent(text), is_json || is_blank);
    check(http::parse_promote(text), is_json || is_blank);
    check(http::parse_remove(text), is_json || is_blank);
    check(http::parse_nothing(text), is_json || is_blank);
    check(http::parse_key(text), is_json);
    check(http::parse_replay(text), is_json || is_blank);
    check(http::parse_voice(text), is_json);
    check_house_body(text, is_json);
    check_staff_bodies(text, is_json);
    check_entry_bodies(text, is_json, berlin());
    check_marks(text);
    return 0;
}

}  // namespace standby::fuzz
