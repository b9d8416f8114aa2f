// A small world for requests: one resource of each kind and one of another account, with guests,
// offers and bookings, behind the real routes, the real engine and a store in memory.
#pragma once

#include "http/routes/api.hpp"
#include "http/server/request_parser.hpp"
#include "tests/fuzz/support/gateway.hpp"
#include "tests/fuzz/support/script.hpp"
#include "tests/routes/messenger_test_support.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace standby::fuzz {

// What the server said to one request.
struct Said {
    int answers = 0;  // how often it was answered; a stream counts too
    bool is_stream = false;
    bool is_refused = false;  // by the parser, before any route saw it
    http::Response response;
    http::Request request;
};

class World {
public:
    // As it is when the first request comes. Made once, then copied.
    World();
    ~World();
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    // Carries out one request of a script, and all that follows from it at this moment.
    Said ask(std::string_view request);

    const store::MemoryContent& content() const { return store_.content(); }
    // Whether nothing has been written since it was made.
    bool is_untouched() const { return content() == first_content(); }
    // One number for each resource: what is in memory of it now.
    std::vector<std::uint64_t> fingerprints();
    // What `standby verify` would complain about.
    std::vector<std::string> findings();

private:
    class Stream;
    class Answering;

    explicit World(store::MemoryContent content);
    static const store::MemoryContent& first_content();
    void make_api();
    std::optional<std::string> meaning_of(const ScriptName& name) const;
    void remember_cursor(const http::Response& response);

    store::MemoryStore store_;
    http::Directory directory_;
    http::LiveHub hub_{&http::Api::format_live_event};
    http::KeyRing keys_;
    http::SigningRing signing_keys_;
    http::SessionRing sessions_;
    std::unique_ptr<http::TokenSigner> tokens_;
    std::unique_ptr<http::ContactHasher> contacts_;
    std::unique_ptr<SynchronousGateway> gateway_;
    http::NullMessenger messenger_;
    std::unique_ptr<http::Api> api_;
    std::vector<std::shared_ptr<Stream>> streams_;
    std::string next_cursor_ = "AQAAAAAAAAABAAAAAA";
};

}  // namespace standby::fuzz
