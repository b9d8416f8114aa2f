// What every handler does besides its work: it refuses the wrong caller, tells what is not there
// from what has ended, and says so when the engine or the store does not answer.
#include "http/routes/route_table.hpp"
#include "tests/routes/handler_test_support.hpp"

#include <regex>

namespace standby::http {
namespace {

class KeptResponder final : public Responder {
public:
    explicit KeptResponder(std::shared_ptr<Told> told) : told_(std::move(told)) {}
    void send(Response response) override {
        ++told_->times;
        told_->response = std::move(response);
    }
    std::shared_ptr<EventStream> stream(std::function<void()> closed) override;

private:
    std::shared_ptr<Told> told_;
};

class SilentStream final : public EventStream {
public:
    void write(std::string) override {}
    void close() override {}
    bool is_open() const override { return true; }
};

std::shared_ptr<EventStream> KeptResponder::stream(std::function<void()>) {
    ++told_->times;
    told_->is_stream = true;
    return std::make_shared<SilentStream>();
}

}  // namespace

Handlers::Handlers() {
    std::array<std::byte, 32> secret{};
    secret.fill(std::byte{42});
    EXPECT_TRUE(store.create_account("standby", start));
    EXPECT_TRUE(store.create_account("another", start));
    EXPECT_TRUE(store.add_secret(engine::SecretPurpose::GuestTokens, secret, start));
    const auto contact_secret = store.add_secret(engine::SecretPurpose::Contacts, secret, start);
    tokens = std::make_unique<TokenSigner>(*TokenSigner::create(*store.secrets()));
    contacts = std::make_unique<ContactHasher>(*contact_secret);
    owner = add_key(engine::AccountNumber{1}, engine::Role::Owner);
    staff = add_key(engine::AccountNumber{1}, engine::Role::Staff);
    reader = add_key(engine::AccountNumber{1}, engine::Role::ReadOnly);
    foreign = add_key(engine::AccountNumber{2}, engine::Role::Owner);
    make_api({.public_url = "https://standby.test",
              .version = "1",
              .own_account = engine::AccountNumber{1}});
}

void Handlers::make_api(const ApiOptions& options) {
    ApiServices services{.gateway = gateway,
                         .zones = zones,
                         .keys = keys,
                         .signing_keys = signing_keys,
                         .sessions = sessions,
                         .tokens = *tokens,
                         .contacts = *contacts,
                         .directory = directory,
                         .hub = hub,
                         .messenger = messenger};
    services.metrics = [] { return std::string("# nothing\n"); };
    services.is_ready = [] { return true; };
    services.late_looks = &late_looks;
    services.delivery = &delivery;
    api = std::make_unique<Api>(options, services);
}

std::string Handlers::add_key(engine::AccountNumber account, engine::Role role) {
    const NewApiKey key = generate_api_key();
    EXPECT_TRUE(store.add_key({.account = account,
                               .role = role,
                               .label = "",
                               .prefix = key.prefix,
                               .hash = key.hash,
                               .created_at = start}));
    keys.replace(*store.keys());
    return key.text;
}

Told Handlers::ask(std::string_view method, std::string_view target, std::string_view by,
                   std::string_view body,
                   const std::vector<std::pair<std::string, std::string>>& headers) {
    Request request;
    request.method = method;
    const std::size_t question = target.find('?');
    request.path = target.substr(0, question);
    request.query = question == std::string_view::npos ? "" : target.substr(question + 1);
    request.body = body;
    request.client = "192.0.2.7";
    request.headers = headers;
    if (!body.empty() && request.header("content-type").empty()) {
        request.headers.emplace_back("content-type", "application/json");
    }
    if (!by.empty()) {
        request.headers.emplace_back("authorization", "Bearer " + std::string(by));
    }
    auto told = std::make_shared<Told>();
    api->handle(std::move(request), std::make_unique<KeptResponder>(told));
    EXPECT_EQ(told->times, 1) << method << " " << target << " is answered once";
    return *told;
}

Told Handlers::press(std::string_view path, std::string_view form) {
    return ask("POST", path, {}, form, {{"content-type", "application/x-www-form-urlencoded"}});
}

std::string Handlers::make_resource(std::string_view body) {
    const Told made = ask("POST", "/v1/resources", owner, body);
    EXPECT_EQ(made.status(), 201) << made.response.body;
    return made.text("id");
}

Told Handlers::join(const std::string& resource, std::string_view email) {
    return ask("POST", "/v1/resources/" + resource + "/waitlist:join", {},
               "{\"email\":\"" + std::string(email) + "\"}");
}

Handlers::Offered Handlers::make_offer() {
    Offered made;
    made.resource = make_resource(R"({"name":"Yoga","kind":"seats","capacity":0})");
    const Told joined = join(made.resource);
    made.entry = joined.text("id");
    made.token = joined.text("token");
    EXPECT_EQ(ask("PATCH", "/v1/resources/" + made.resource, staff, R"({"capacity":1})").status(),
              200);
    const Told offers = ask("GET", "/v1/resources/" + made.resource + "/offers", staff);
    std::smatch found;
    EXPECT_TRUE(std::regex_search(offers.response.body, found, std::regex("off_[0-9a-z]+")))
        << offers.response.body;
    made.offer = found.str();
    return made;
}

namespace {

// An id for each route's target, of something that is there.
std::string path_with(const Route& route, const std::string& id) {
    return std::regex_replace(std::string(route.path), std::regex(R"(\{\w+\})"), id);
}

TEST_F(Handlers, AskForACredentialWhereTheRowSaysSo) {
    for (const Route& route : routes()) {
        if (!is_api(route.who) || route.who <= Who::SignIn) {
            continue;
        }
        const Told told = ask(route.method, path_with(route, "res_1"));
        EXPECT_EQ(told.status(), 401) << route.method << " " << route.path;
        EXPECT_EQ(told.header("WWW-Authenticate"), "Bearer") << route.path;
    }
}

TEST_F(Handlers, RefuseAKeyWithoutTheRight) {
    for (const Route& route : routes()) {
        const bool is_too_much_for_readers = route.who == Who::Staff || route.who == Who::Owner ||
                                             route.who == Who::GuestWrite ||
                                             route.who == Who::PublicWrite;
        if (is_too_much_for_readers) {
            EXPECT_EQ(ask(route.method, path_with(route, "res_1"), reader).status(), 403)
                << route.method << " " << route.path;
        }
        if (route.who == Who::Owner) {
            EXPECT_EQ(ask(route.method, path_with(route, "res_1"), staff).status(), 403)
                << route.method << " " << route.path;
        }
        if (route.who == Who::GuestOnly || route.who == Who::SignedIn) {
            EXPECT_EQ(ask(route.method, path_with(route, "res_1"), owner).status(), 403)
                << route.method << " " << route.path;
        }
    }
}

TEST_F(Handlers, HideWhatIsOfAnotherAccountOrDoesNotExist) {
    const Offered made = make_offer();
    const std::string resource = "/v1/resources/" + made.resource;
    for (const auto& [method, path] : std::vector<std::pair<std::string, std::string>>{
             {"GET", resource},
             {"PATCH", resource},
             {"GET", resource + "/queue"},
             {"GET", resource + "/entries"},
             {"GET", resource + "/openings"},
             {"GET", resource + "/offers"},
             {"GET", resource + "/audit"},
             {"GET", resource + "/messages"},
             {"GET", resource + "/board"},
             {"GET", resource + "/calendar"},
             {"GET", resource + "/stats"},
             {"GET", resource + "/rules"},
             {"GET", resource + "/events"},
             {"GET", "/v1/waitlist/" + made.entry},
             {"DELETE", "/v1/waitlist/" + made.entry},
             {"POST", "/v1/waitlist/" + made.entry + ":promote"},
             {"GET", "/v1/offers/" + made.offer},
             {"POST", "/v1/offers/" + made.offer + ":accept"},
             {"POST", "/v1/offers/" + made.offer + ":late_yes"},
             {"POST", "/v1/offers/" + made.offer + ":extend"}}) {
        EXPECT_EQ(ask(method, path, foreign).status(), 404) << method << " " << path;
    }
    for (const std::string_view path :
         {"/v1/resources/res_999", "/v1/resources/nonsense", "/v1/waitlist/ent_999",
          "/v1/offers/off_999", "/v1/openings/opn_999", "/v1/messages/msg_999", "/v1/nothing"}) {
        EXPECT_EQ(ask("GET", path, owner).status(), 404) << path;
    }
    for (const std::string_view path : {"/v1/keys/key_999", "/v1/staff/mem_999"}) {
        EXPECT_EQ(ask("DELETE", path, owner).status(), 404) << path;
    }
}

TEST_F(Handlers, HideWhatIsOfAnotherAccountFromEveryRouteAboutIt) {
    const Offered made = make_offer();
    int asked = 0;
    for (const Route& route : routes()) {
        const std::string id = route.target == Target::Resource ? made.resource
                               : route.target == Target::Entry  ? made.entry
                               : route.target == Target::Offer  ? made.offer
                                                                : "";
        const bool is_for_keys = route.who == Who::Guest || route.who == Who::GuestWrite ||
                                 route.who == Who::ReadOnly || route.who == Who::Staff ||
                                 route.who == Who::Owner;
        if (id.empty() || !is_for_keys) {
            continue;
        }
        ++asked;
        EXPECT_EQ(ask(route.method, path_with(route, id), foreign).status(), 404)
            << route.method << " " << route.path;
    }
    EXPECT_GT(asked, 50) << "or this looks at the wrong routes";
}

TEST_F(Handlers, SayWhenTheEngineCannot) {
    const Offered made = make_offer();
    const std::vector<std::pair<std::string, std::string>> calls{
        {"GET", "/v1/resources/" + made.resource},
        {"POST", "/v1/resources/" + made.resource + ":pause"},
        {"GET", "/v1/resources/" + made.resource + "/queue"},
        {"GET", "/v1/resources/" + made.resource + "/board"},
        {"GET", "/v1/resources/" + made.resource + "/calendar"},
        {"GET", "/v1/waitlist/" + made.entry},
        {"DELETE", "/v1/waitlist/" + made.entry},
        {"GET", "/v1/offers/" + made.offer},
        {"POST", "/v1/offers/" + made.offer + ":accept"},
        {"POST", "/v1/offers/" + made.offer + ":decline"},
        {"POST", "/v1/offers/" + made.offer + ":late_yes"}};
    for (const auto failure : {engine::Failure::Overloaded, engine::Failure::Unavailable,
                               engine::Failure::Unknown, engine::Failure::Moved}) {
        gateway.failure = failure;
        for (const auto& [method, path] : calls) {
            const Told told = ask(method, path, owner);
            EXPECT_EQ(told.status(), 503) << method << " " << path;
            EXPECT_EQ(told.header("Retry-After"), "1") << path;
        }
    }
}

TEST_F(Handlers, SayWhenTheStoreCannotBeRead) {
    const Offered made = make_offer();
    gateway.refuses_reads = true;
    for (const auto& [method, path] : std::vector<std::pair<std::string, std::string>>{
             {"GET", "/v1/resources"},
             {"GET", "/v1/resources/" + made.resource + "/entries"},
             {"GET", "/v1/resources/" + made.resource + "/offers"},
             {"GET", "/v1/resources/" + made.resource + "/calendar"},
             {"GET", "/v1/resources/" + made.resource + "/audit"},
             {"GET", "/v1/resources/" + made.resource + "/stats"},
             {"GET", "/v1/resources/" + made.resource + "/audit:verify"},
             {"GET", "/v1/account"},
             {"GET", "/v1/keys"},
             {"GET", "/v1/house"},
             {"GET", "/v1/voice"},
             {"GET", "/v1/messages"},
             {"GET", "/v1/staff"}}) {
        const Told told = ask(method, path, owner);
        EXPECT_EQ(told.status(), 503) << method << " " << path;
        EXPECT_EQ(told.problem(), "overloaded") << path;
    }
}

TEST_F(Handlers, NameTheMethodsOfAPath) {
    const Told told = ask("PUT", "/v1/waitlist/ent_1", owner);
    EXPECT_EQ(told.status(), 405);
    EXPECT_EQ(told.header("Allow"), "GET, HEAD, DELETE, PATCH");
    EXPECT_EQ(ask("DELETE", "/e/x").header("Allow"), "GET, HEAD, POST");
}

TEST_F(Handlers, HideWhatIsForTestsAndForNodes) {
    EXPECT_EQ(ask("POST", "/test/clock").status(), 404);
    EXPECT_EQ(ask("GET", "/test/clock").status(), 404);
    EXPECT_EQ(ask("POST", "/internal/cluster:look").status(), 404);
}

// Offers.

TEST_F(Handlers, AcceptInOneTripToTheShard) {
    const Offered made = make_offer();
    const std::string link =
        tokens->sign(TokenPurpose::Offer, core::parse_offer_id(made.offer)->value(),
                     start + std::chrono::hours{1});
    gateway.commands = gateway.looks = gateway.reads = 0;
    const Told told = ask("POST", "/v1/offers/" + made.offer + ":accept", link);
    EXPECT_EQ(told.status(), 200) << told.response.body;
    EXPECT_EQ(told.text("state"), "accepted");
    EXPECT_EQ(gateway.commands, 1);
    EXPECT_EQ(gateway.looks, 0);
    EXPECT_EQ(gateway.reads, 0);
}

TEST_F(Handlers, DeclineInOneTripToTheShard) {
    const Offered made = make_offer();
    gateway.commands = gateway.looks = 0;
    const Told told = ask("POST", "/v1/offers/" + made.offer + ":decline", staff);
    EXPECT_EQ(told.text("state"), "declined") << told.response.body;
    EXPECT_EQ(gateway.commands, 1);
    EXPECT_EQ(gateway.looks, 0);
}

TEST_F(Handlers, ShowAnOfferThatHadEndedAsItWasStored) {
    const Offered made = make_offer();
    const std::string path = "/v1/offers/" + made.offer + ":accept";
    const Told first = ask("POST", path, made.token);
    const Told again = ask("POST", path, made.token);
    EXPECT_EQ(again.status(), 200) << again.response.body;
    EXPECT_EQ(again.response.body, first.response.body);
    const Told declined = ask("POST", "/v1/offers/" + made.offer + ":decline", made.token);
    EXPECT_GE(declined.status(), 409) << declined.response.body;
}

TEST_F(Handlers, LetAGuestAnswerOnlyTheirOwnOffer) {
    const Offered made = make_offer();
    const Told other = join(made.resource, "zoe@example.org");
    EXPECT_EQ(ask("GET", "/v1/offers/" + made.offer, other.text("token")).status(), 404);
    EXPECT_EQ(ask("POST", "/v1/offers/" + made.offer + ":accept", other.text("token")).status(),
              404);
    EXPECT_EQ(ask("GET", "/v1/offers/" + made.offer, made.token).status(), 200);
}

// Entries.

TEST_F(Handlers, JoinOnceAndTellNothingNewTheSecondTime) {
    const std::string list = make_resource();
    const Told first = join(list);
    EXPECT_EQ(first.status(), 201) << first.response.body;
    EXPECT_FALSE(first.text("token").empty());
    EXPECT_EQ(first.text("email"), "mia@example.org");
    const Told second = join(list);
    EXPECT_EQ(second.status(), 200);
    EXPECT_TRUE(second.text("token").empty());
    EXPECT_EQ(join(list, "no address").status(), 422);
}

TEST_F(Handlers, LetAGuestLeaveAndShowWhatCameOfIt) {
    const std::string list = make_resource();
    const Told joined = join(list);
    const std::string path = "/v1/waitlist/" + joined.text("id");
    gateway.looks = 0;
    const Told left = ask("DELETE", path, joined.text("token"));
    EXPECT_EQ(left.status(), 200) << left.response.body;
    EXPECT_EQ(left.text("state"), "left");
    EXPECT_EQ(gateway.looks, 0);
    const Told seen = ask("GET", path, joined.text("token"));
    EXPECT_EQ(seen.text("state"), "left");
    EXPECT_EQ(ask("POST", path + ":promote", staff).status(), 410);
    EXPECT_EQ(ask("POST", path + ":verify", joined.text("token")).status(), 403);
    EXPECT_EQ(ask("PATCH", path, joined.text("token"), R"({"tier":3})").status(), 403);
}

TEST_F(Handlers, LeaveNoTraceOfAChangeThatChangesNothing) {
    const std::string list = make_resource();
    const Told joined = join(list);
    const std::string token = joined.text("token");
    const std::string path = "/v1/waitlist/" + joined.text("id");
    const auto audit = [&] {
        return ask("GET", "/v1/resources/" + list + "/audit", staff).response.body;
    };
    ASSERT_EQ(ask("PATCH", path, token, R"({"party_size":2,"name":"Mia M."})").status(), 200);
    const std::string before = audit();
    for (const std::string_view body :
         {R"({"party_size":2})", R"({"name":"Mia M."})", R"({"email":"mia@example.org"})"}) {
        const Told told = ask("PATCH", path, token, std::string{body});
        EXPECT_EQ(told.status(), 200) << told.response.body;
        EXPECT_EQ(told.text("name"), "Mia M.");
        EXPECT_EQ(audit(), before) << body;
    }
    const Told renamed = ask("PATCH", path, token, R"({"name":"Mia N."})");
    EXPECT_EQ(renamed.text("name"), "Mia N.") << renamed.response.body;
    EXPECT_NE(audit(), before) << "whoever watches the list must hear of a new name";
}

// Pages.

TEST_F(Handlers, JoinAndChangeByTheForm) {
    const std::string list = make_resource();
    const Told joined = press("/r/" + list, "name=Mia&email=mia%40example.org&party_size=2");
    ASSERT_EQ(joined.status(), 303) << joined.response.body;
    const std::string page = joined.header("Location");
    const Told changed = press(page, "action=change&name=Mia&email=mia%40example.org&party_size=3");
    EXPECT_EQ(changed.status(), 200);
    const Told wrong = press(page, "action=change&name=Mia&email=&phone=");
    EXPECT_EQ(wrong.status(), 422) << "an address must remain";
    const Told entries = ask("GET", "/v1/resources/" + list + "/entries", staff);
    EXPECT_TRUE(entries.response.body.contains("\"party_size\":3")) << entries.response.body;
    EXPECT_EQ(press("/r/" + list, "email=").status(), 422);
    EXPECT_EQ(ask("POST", "/r/" + list, {}, "{}").status(), 400);
    EXPECT_EQ(press(page, "action=leave").status(), 200);
}

TEST_F(Handlers, ShowDeadLinksAsPages) {
    for (const std::string_view path : {"/e/x", "/o/x", "/u/x", "/r/x", "/s/x", "/e/", "/e/x/y"}) {
        const Told told = ask("GET", path);
        EXPECT_EQ(told.status(), 404) << path;
        EXPECT_TRUE(told.response.content_type.starts_with("text/html")) << path;
    }
}

// Lists, streams and the control plane.

TEST_F(Handlers, OpenAStreamOnlyForWhoMayWatch) {
    const std::string list = make_resource();
    const Told joined = join(list);
    EXPECT_TRUE(ask("GET", "/v1/resources/" + list + "/events", reader).is_stream);
    EXPECT_TRUE(ask("GET", "/v1/waitlist/" + joined.text("id") + "/events", joined.text("token"))
                    .is_stream);
    EXPECT_EQ(ask("GET", "/v1/resources/" + list + "/events", reader, {}, {{"last-event-id", "x"}})
                  .status(),
              400);
}

TEST_F(Handlers, RefuseWhatListsCannotBeAskedFor) {
    const std::string list = "/v1/resources/" + make_resource();
    for (const std::string_view query :
         {"/queue?from=0", "/queue?limit=0", "/entries?state=x", "/entries?q=", "/offers?state=x",
          "/audit?order=x", "/stats?days=0", "/stats:export?format=x", "/rules?locale=x"}) {
        EXPECT_GE(ask("GET", list + std::string(query), owner).status(), 400) << query;
    }
    EXPECT_EQ(ask("GET", "/v1/messages?resource=res_999", owner).status(), 422);
}

TEST_F(Handlers, GiveTheFirstAnswerAgainUnderTheSameKey) {
    const std::vector<std::pair<std::string, std::string>> once{{"idempotency-key", "one"}};
    const Told first = ask("POST", "/v1/messages:replay", owner, "{}", once);
    EXPECT_EQ(first.status(), 200) << first.response.body;
    const Told again = ask("POST", "/v1/messages:replay", owner, "{}", once);
    EXPECT_EQ(again.header("Idempotent-Replayed"), "true");
    EXPECT_EQ(again.response.body, first.response.body);
    EXPECT_EQ(ask("POST", "/v1/messages:replay", owner, R"({"resource":null})", once).problem(),
              "idempotency-key-reused");
}

TEST_F(Handlers, CountHowOftenAListTakesNoNewNames) {
    const std::string list = make_resource(R"({"name":"Salon","kind":"slots"})");
    const auto number = core::parse_resource_id(list);
    ASSERT_TRUE(number.has_value());
    for (std::size_t names = 0; names + 3 <= core::limits::guest_names_max; names += 3) {
        core::Join join;
        join.contacts = {core::ContactKey{names + 1}};
        join.wants.service = "service " + std::to_string(names);
        join.wants.staff = "staff " + std::to_string(names);
        join.wants.place = "place " + std::to_string(names);
        engine::Request request{.resource = *number,
                                .command = std::move(join),
                                .actor = {.kind = core::ActorKind::Staff, .id = 1}};
        request.make_answer = [](const core::ResourceState&, const core::Outcome&) {
            return engine::Answer{200, ""};
        };
        request.done = [](const engine::Reply&) {};
        gateway.submit(std::move(request));
    }
    const auto wish = [&](std::string_view service, std::string_view staff_name) {
        return ask("POST", "/v1/resources/" + list + "/waitlist:join", {},
                   R"({"email":"mia@example.org","wants":{"service":")" + std::string(service) +
                       R"(","staff":")" + std::string(staff_name) + R"(","place":"x"}})")
            .status();
    };
    EXPECT_EQ(api->figures().names_refused, 0U);
    EXPECT_EQ(wish("a new one", "another"), 422);
    EXPECT_EQ(wish("a new one", "another"), 422);
    EXPECT_EQ(api->figures().names_refused, 2U);
    EXPECT_EQ(wish("service 3", "staff 3"), 201) << "known names are welcome";
    EXPECT_EQ(api->figures().names_refused, 2U);
}

TEST_F(Handlers, KeepTheLastOwnerKey) {
    const Told made = ask("POST", "/v1/keys", owner, R"({"role":"staff","label":"new"})");
    EXPECT_EQ(made.status(), 201) << made.response.body;
    EXPECT_EQ(ask("DELETE", "/v1/keys/" + made.text("id"), owner).status(), 200);
    EXPECT_EQ(ask("GET", "/v1/account", made.text("key")).status(), 401) << "it counts no more";
}

TEST_F(Handlers, SignInOnlyFromOurOwnPages) {
    const std::string_view body = R"({"email":"a@example.org","password":"wrong and long"})";
    EXPECT_EQ(ask("POST", "/v1/session", {}, body).problem(), "cross-site");
    EXPECT_EQ(ask("POST", "/v1/session", {}, body, {{"sec-fetch-site", "same-origin"}}).status(),
              401);
    EXPECT_EQ(ask("GET", "/v1/session").status(), 200);
    EXPECT_EQ(ask("POST", "/v1/links:look", {}, R"({"token":"st_x"})").problem(), "link-used");
}

}  // namespace
}  // namespace standby::http
