// Any node answers any request: what is another's goes there, what moves is waited for.
#include "base/json/reader.hpp"
#include "core/model/ids.hpp"
#include "http/routes/shared_look.hpp"
#include "tests/nodes/two_nodes_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::nodes {

using http::ClientAnswer;

Shared::Shared() {
    std::array<std::byte, 32> secret{};
    secret.fill(std::byte{42});
    EXPECT_TRUE(store.create_account("standby", start));
    EXPECT_TRUE(store.add_secret(engine::SecretPurpose::GuestTokens, secret, start));
    const auto contact_secret = store.add_secret(engine::SecretPurpose::Contacts, secret, start);
    const http::NewApiKey key = http::generate_api_key();
    owner_key = key.text;
    EXPECT_TRUE(store.add_key({.account = engine::AccountNumber{1},
                               .role = engine::Role::Owner,
                               .label = "owner",
                               .prefix = key.prefix,
                               .hash = key.hash,
                               .created_at = start}));
    tokens = std::make_unique<http::TokenSigner>(*http::TokenSigner::create(*store.secrets()));
    contacts = std::make_unique<http::ContactHasher>(*contact_secret);
    store.set_faults([this](store::Call call) {
        key_reads += call == store::Call::Registry ? 1 : 0;
        return store::Fault::None;
    });
}

Node::Node(Shared& shared, std::string name, const http::BucketOptions& joins)
    : placement(std::move(name), shards),
      gateway(shared.worker, shared.store, shared.zones,
              [this](const engine::Committed& done) {
                  directory.on_committed(done);
                  hub.on_committed(done);
                  if (after_commit) {
                      after_commit();
                  }
              }),
      worker_(shared.worker) {
    forwarder = *http::Forwarder::create({.secret = "a secret that all nodes know",
                                          .hold_max = std::chrono::milliseconds{300},
                                          .retry_interval = std::chrono::milliseconds{10}},
                                         placement);
    keys.replace(*shared.store.keys());
    http::ApiServices services{.gateway = gateway,
                               .zones = shared.zones,
                               .keys = keys,
                               .signing_keys = signing_keys,
                               .sessions = sessions,
                               .tokens = *shared.tokens,
                               .contacts = *shared.contacts,
                               .directory = directory,
                               .hub = hub,
                               .messenger = messenger};
    services.metrics = [] { return std::string(); };
    services.is_ready = [] { return true; };
    services.forwarder = forwarder.get();
    services.placement = &placement;
    const http::ApiOptions options{.public_url = "https://standby.test",
                                   .joins = joins,
                                   .wrong_keys = {.rate_per_second = 0},
                                   .version = "1"};
    api = std::make_unique<http::Api>(options, services);
    server_ = *http::Server::start({.port = 0}, *api);
}

Node::~Node() {
    server_->stop(std::chrono::seconds{1});
    forwarder->stop();
    worker_.wait();
    worker_.wait();  // for what the last ones asked for
}

ClientAnswer ask(Node& node, std::string_view method, std::string_view target, std::string_view key,
                 std::string_view body, std::string_view headers) {
    http::Client client(node.server());
    std::string text = std::string(method) + " " + std::string(target) + " HTTP/1.1\r\nHost: a\r\n";
    if (!key.empty()) {
        text += "Authorization: Bearer " + std::string(key) + "\r\n";
    }
    if (!body.empty()) {
        text += "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
                "\r\n";
    }
    client.send(text + std::string(headers) + "\r\n" + std::string(body));
    return client.read_answer();
}

std::string member(const std::string& json, std::string_view name) {
    const auto document = read_json(json);
    const JsonValue* value = document ? document->root().find(name) : nullptr;
    return value == nullptr ? std::string() : std::string(value->text);
}

void TwoNodes::give(engine::ShardNumber shard, Node& to) {
    Node& other = &to == &a ? b : a;
    other.gateway.revoke(shard);
    other.hub.close_shard(shard, shards);
    to.directory.forget_shard(shard, shards);
    to.gateway.grant(shard);
    to.placement.give_here(shard);
    other.placement.give(shard, to.as_owner());
}

void TwoNodes::give_all(Node& to) {
    for (engine::ShardNumber shard = 0; shard < shards; ++shard) {
        give(shard, to);
    }
}

std::string TwoNodes::make_resource(Node& node) {
    const ClientAnswer made = ask(node, "POST", "/v1/resources", owner,
                                  R"({"name":"Salon","kind":"seats","capacity":2})");
    EXPECT_EQ(made.status, 201) << made.body;
    return member(made.body, "id");
}

engine::ShardNumber TwoNodes::shard_of(const std::string& id) {
    return engine::shard_of(*core::parse_resource_id(id), shards);
}

namespace {

constexpr std::string_view mia = R"({"email":"mia@example.org"})";

ClientAnswer leave_by_page(Node& node, const std::string& token) {
    http::Client client(node.server());
    client.send("POST /e/" + token +
                " HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                "Content-Length: 12\r\n\r\naction=leave");
    return client.read_answer();
}

TEST_F(TwoNodes, AnswerAlikeWhereverTheResourceIs) {
    give_all(a);
    const std::string id = make_resource(a);
    const ClientAnswer joined = ask(b, "POST", "/v1/resources/" + id + "/waitlist:join", "", mia);
    ASSERT_EQ(joined.status, 201) << joined.body;
    const std::string entry = member(joined.body, "id");
    const std::string token = member(joined.body, "token");
    for (Node* node : {&a, &b}) {
        EXPECT_EQ(ask(*node, "GET", "/v1/resources/" + id, owner).status, 200);
        EXPECT_EQ(ask(*node, "GET", "/v1/resources/" + id + "/queue", owner).status, 200);
        EXPECT_EQ(ask(*node, "GET", "/v1/resources/" + id + "/audit", owner).status, 200);
        EXPECT_EQ(ask(*node, "GET", "/v1/resources/" + id + "/messages", owner).status, 200);
        EXPECT_EQ(ask(*node, "GET", "/v1/messages?resource=" + id, owner).status, 200);
        EXPECT_EQ(ask(*node, "GET", "/v1/waitlist/" + entry, token).status, 200);
        EXPECT_EQ(ask(*node, "GET", "/e/" + token).status, 200);
        EXPECT_EQ(ask(*node, "GET", "/r/" + id).status, 200);
        EXPECT_EQ(ask(*node, "GET", "/v1/waitlist/" + entry, "gt_wrong").status, 401);
        EXPECT_EQ(ask(*node, "GET", "/v1/resources/res_99").status, 404);
    }
    EXPECT_GT(b.forwarder->figures().answered, 0U);
    EXPECT_EQ(a.forwarder->figures().sent, 0U);
}

TEST_F(TwoNodes, ChangeThroughAPageOfTheOtherNode) {
    give_all(a);
    const std::string id = make_resource(a);
    const ClientAnswer joined = ask(b, "POST", "/v1/resources/" + id + "/waitlist:join", "", mia);
    const std::string token = member(joined.body, "token");
    EXPECT_EQ(leave_by_page(b, token).status, 200);
    const ClientAnswer entry = ask(a, "GET", "/v1/waitlist/" + member(joined.body, "id"), token);
    EXPECT_EQ(member(entry.body, "state"), "cancelled") << entry.body;
}

TEST_F(TwoNodes, DoNotRepeatWhatWasDoneWhenTheShardMovesBeforeThePageIsShown) {
    for (Node* node : {&a, &b}) {
        give_all(a);
        const std::string id = make_resource(a);
        const ClientAnswer joined =
            ask(a, "POST", "/v1/resources/" + id + "/waitlist:join", "", mia);
        const std::string token = member(joined.body, "token");
        a.after_commit = [&] { a.gateway.revoke_soon(shard_of(id)); };
        const ClientAnswer answer = leave_by_page(*node, token);
        a.after_commit = nullptr;
        EXPECT_EQ(answer.status, 303) << answer.head;
        EXPECT_TRUE(answer.has("Location: /e/" + token)) << answer.head;
    }
}

TEST_F(TwoNodes, HoldARequestWhileItsShardMoves) {
    give_all(a);
    const std::string id = make_resource(a);
    const engine::ShardNumber shard = shard_of(id);
    a.gateway.revoke(shard);
    a.placement.give(shard, {});
    b.placement.give(shard, {});
    b.placement.on_look = [&](int looks) {
        if (looks == 3) {
            b.placement.give(shard, a.as_owner());
        }
    };
    a.placement.on_look = [&](int looks) {
        if (looks == 1) {
            a.gateway.grant(shard);
            a.placement.give_here(shard);
        }
    };
    a.placement.look_again();
    const ClientAnswer joined = ask(b, "POST", "/v1/resources/" + id + "/waitlist:join", "", mia);
    EXPECT_EQ(joined.status, 201) << joined.body;
}

TEST_F(TwoNodes, TryAgainWhenTheEngineHasGivenTheShardUpBeforeAnybodyKnew) {
    give_all(a);
    const std::string id = make_resource(a);
    const engine::ShardNumber shard = shard_of(id);
    // The placement of a still says that it is there.
    a.gateway.revoke(shard);
    a.placement.on_look = [&](int) {
        b.gateway.grant(shard);
        b.placement.give_here(shard);
        a.placement.give(shard, b.as_owner());
    };
    const ClientAnswer joined = ask(a, "POST", "/v1/resources/" + id + "/waitlist:join", "", mia);
    EXPECT_EQ(joined.status, 201) << joined.body;
    EXPECT_EQ(a.forwarder->figures().held, 1U);
}

TEST_F(TwoNodes, SayWhenNobodyOwnsIt) {
    give_all(a);
    const std::string id = make_resource(a);
    a.placement.give(shard_of(id), {});
    const ClientAnswer answer = ask(a, "POST", "/v1/resources/" + id + "/waitlist:join", "", mia);
    EXPECT_EQ(answer.status, 503);
    EXPECT_TRUE(answer.has("Retry-After: 1")) << answer.head;
    EXPECT_EQ(member(answer.body, "type"), "/problems/unavailable");
    const ClientAnswer page = ask(a, "GET", "/r/" + id);
    EXPECT_EQ(page.status, 503);
    EXPECT_TRUE(page.has("Retry-After: 1")) << page.head;
}

TEST_F(TwoNodes, PassARequestOnOnceOnly) {
    give_all(a);
    const std::string id = make_resource(a);
    a.placement.give(shard_of(id), b.as_owner());  // Each believes that it is the other's.
    b.placement.give(shard_of(id), a.as_owner());
    EXPECT_EQ(ask(a, "GET", "/v1/resources/" + id).status, 503);
    EXPECT_GT(a.forwarder->figures().sent, 1U);
    EXPECT_EQ(b.forwarder->figures().sent, 0U);
}

TEST_F(TwoNodes, BelieveNoClientThatSaysItIsANode) {
    give_all(a);
    EXPECT_EQ(ask(a, "POST", "/internal/cluster:look").status, 404);
    const std::string marks = "x-standby-node: node-b\r\nx-standby-for: node-a\r\n"
                              "x-standby-number: 1\r\nx-standby-deadline: 10000\r\n"
                              "x-standby-client: 192.0.2.1\r\nx-standby-secure: 1\r\n"
                              "x-standby-proof: " +
                              std::string(64, 'a') + "\r\n";
    EXPECT_EQ(ask(a, "POST", "/internal/cluster:look", "", "", marks).status, 404);
    EXPECT_EQ(a.placement.looks(), 0);
    const std::string id = make_resource(a);
    EXPECT_EQ(ask(a, "GET", "/v1/resources/" + id, "", "", marks).status, 200);
    EXPECT_EQ(ask(b, "GET", "/v1/resources/" + id, "", "", marks).status, 200);
}

TEST_F(TwoNodes, TellEachOtherToLook) {
    std::promise<void> looked;
    b.placement.on_look = [&](int) { looked.set_value(); };
    a.forwarder->tell(b.as_owner().address, "node-b");
    auto future = looked.get_future();
    http::wait_for(future);
}

TEST_F(TwoNodes, KnowKeysThatWereMadeOnTheOther) {
    give_all(a);
    const ClientAnswer made =
        ask(a, "POST", "/v1/keys", owner, R"({"role":"staff","label":"new"})");
    ASSERT_EQ(made.status, 201) << made.body;
    EXPECT_EQ(ask(b, "GET", "/v1/account", member(made.body, "key")).status, 200) << made.body;
}

TEST_F(TwoNodes, CheckWhoAsksBeforeTheyPassARequestOn) {
    give_all(b);
    const std::string id = make_resource(b);
    const std::string reader = member(
        ask(a, "POST", "/v1/keys", owner, R"({"role":"read-only","label":"r"})").body, "key");
    const std::uint64_t sent = a.forwarder->figures().sent;
    EXPECT_EQ(ask(a, "GET", "/v1/resources/" + id + "/queue").status, 401);
    EXPECT_EQ(ask(a, "GET", "/v1/resources/" + id + "/queue", "sk_none").status, 401);
    EXPECT_EQ(ask(a, "POST", "/v1/resources/" + id + ":pause", reader).status, 403);
    EXPECT_EQ(a.forwarder->figures().sent, sent) << "node b hears nothing of them";
    EXPECT_EQ(ask(a, "GET", "/v1/resources/" + id + "/queue", reader).status, 200);
    EXPECT_GT(a.forwarder->figures().sent, sent);
}

TEST_F(TwoNodes, DoNotAskTheStoreAboutEveryBadKey) {
    give_all(a);
    EXPECT_EQ(ask(b, "GET", "/v1/account", "sk_made_up").status, 401);
    const int before = shared.key_reads;
    const auto begun = std::chrono::steady_clock::now();
    for (int count = 0; count < 200; ++count) {
        EXPECT_EQ(ask(b, "GET", "/v1/account", "sk_made_up").status, 401);
    }
    // Each look reads keys, signing keys, members, sessions and the secrets of links.
    const auto looks = (std::chrono::steady_clock::now() - begun) / std::chrono::milliseconds{250};
    EXPECT_LE(shared.key_reads - before, 5 * (looks + 1 + http::SharedLook::in_a_row_max));
}

TEST_F(TwoNodes, ChangeTheControlPlaneInOnePlaceAndRepeatTheAnswer) {
    give_all(a);
    constexpr std::string_view hook = R"({"webhook_url":"https://example.org/hook"})";
    ASSERT_EQ(ask(b, "PATCH", "/v1/house", owner, hook).status, 200);
    const std::string once = "Idempotency-Key: once\r\n";
    const std::string path = "/v1/house:rotate_webhook_secret";
    const ClientAnswer first = ask(b, "POST", path, owner, "{}", once);
    const ClientAnswer second = ask(a, "POST", path, owner, "{}", once);
    EXPECT_EQ(first.status, 200) << first.body;
    EXPECT_EQ(first.body, second.body);
    EXPECT_TRUE(second.has("Idempotent-Replayed: true")) << second.head;
}

TEST_F(TwoNodes, ForgetARevokedKeyWhereItWasRevoked) {
    give_all(a);
    const ClientAnswer made =
        ask(b, "POST", "/v1/keys", owner, R"({"role":"staff","label":"new"})");
    const std::string key = member(made.body, "key");
    ASSERT_EQ(ask(b, "GET", "/v1/account", key).status, 200);
    ASSERT_EQ(ask(b, "DELETE", "/v1/keys/" + member(made.body, "id"), owner).status, 200);
    shared.worker.wait();
    EXPECT_EQ(ask(a, "GET", "/v1/account", key).status, 401);
    EXPECT_EQ(ask(b, "GET", "/v1/account", key).status, 401);
}

TEST_F(TwoNodes, CloseStreamsOfAShardThatMovesAndGoOnWithoutAGap) {
    give_all(a);
    const std::string id = make_resource(a);
    const std::string path = "/v1/resources/" + id + "/events";
    const std::string head = " HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + owner + "\r\n";
    http::Client first(b.server());
    first.send("GET " + path + head + "\r\n");
    const std::string snapshot = first.read_until("\n\n\r\n");
    EXPECT_TRUE(snapshot.contains("event: snapshot")) << snapshot;
    ASSERT_EQ(ask(a, "POST", "/v1/resources/" + id + "/waitlist:join", "", mia).status, 201);
    const std::string change = first.read_until("\n\n\r\n");
    const std::size_t at = change.find("id: ");
    ASSERT_NE(at, std::string::npos) << change;
    const std::string seen = change.substr(at + 4, change.find('\n', at) - at - 4);

    give(shard_of(id), b);
    first.read_to_end();  // It is closed, on both nodes.
    ASSERT_EQ(ask(a, "POST", "/v1/resources/" + id + "/waitlist:join", "",
                  R"({"email":"noah@example.org"})")
                  .status,
              201);
    http::Client second(a.server());
    second.send("GET " + path + head + "Last-Event-ID: " + seen + "\r\n\r\n");
    const std::string resumed = second.read_until("\n\n\r\n");
    EXPECT_TRUE(resumed.contains(": resumed")) << resumed;
    EXPECT_TRUE(resumed.contains("id: " + std::to_string(std::stoul(seen) + 1))) << resumed;
}

TEST_F(TwoNodes, ShowTheCluster) {
    const ClientAnswer answer = ask(a, "GET", "/v1/cluster", owner);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(member(answer.body, "mode"), "cluster");
    EXPECT_EQ(member(answer.body, "node"), "node-a");
    EXPECT_EQ(ask(a, "GET", "/v1/cluster").status, 401);
}

class NodesThatLimitJoins : public ::testing::Test {
protected:
    Shared shared;
    Node a{shared, "node-a", {.rate_per_second = 0.001, .burst = 1}};
    Node b{shared, "node-b", {.rate_per_second = 0.001, .burst = 1}};
};

TEST_F(NodesThatLimitJoins, CountAClientByItsAddressWhereverItComesIn) {
    for (engine::ShardNumber shard = 0; shard < shards; ++shard) {
        a.gateway.grant(shard);
        a.placement.give_here(shard);
        b.placement.give(shard, a.as_owner());
    }
    const ClientAnswer made = ask(a, "POST", "/v1/resources", shared.owner_key,
                                  R"({"name":"Salon","kind":"seats","capacity":2})");
    const std::string path = "/v1/resources/" + member(made.body, "id") + "/waitlist:join";
    EXPECT_EQ(ask(b, "POST", path, "", mia).status, 201);
    EXPECT_EQ(ask(b, "POST", path, "", mia).status, 429);
    EXPECT_EQ(ask(a, "POST", path, "", mia).status, 429);
    EXPECT_EQ(ask(b, "POST", path, "", mia, "x-standby-client: 192.0.2.1\r\n").status, 429);
}

}  // namespace
}  // namespace standby::nodes
