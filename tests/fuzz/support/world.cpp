// Making the world, and passing requests through it.
#include "tests/fuzz/support/world.hpp"

#include "base/json/reader.hpp"
#include "core/audit/fingerprint.hpp"
#include "engine/history/verify.hpp"
#include "http/auth/short_code.hpp"
#include "http/server/reply.hpp"
#include "tests/fuzz/support/check.hpp"
#include "tests/fuzz/support/world_script.hpp"
#include "tests/fuzz/support/zones.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace standby::fuzz {
namespace {

const Time begin = *parse_time("2026-11-15T14:00:00Z");
const Time token_end = *parse_time("2027-12-31T00:00:00Z");

const http::wire::ParserLimits parser_limits{.header_bytes_max = 16 * 1024,
                                             .body_bytes_max = 64 * 1024};

constexpr engine::RowTable tables[] = {engine::RowTable::Entries, engine::RowTable::Offers,
                                       engine::RowTable::Openings};

http::NewApiKey key_of(std::uint8_t number) {
    std::array<std::byte, http::api_key_random_bytes> random{};
    random.fill(static_cast<std::byte>(number));
    return http::make_api_key(random);
}

struct Key {
    std::string_view name;
    std::uint8_t number;
    engine::Role role;
    std::uint32_t account;
};
constexpr Key keys[] = {
    {"owner", 1, engine::Role::Owner, 1},
    {"staff", 2, engine::Role::Staff, 1},
    {"reader", 3, engine::Role::ReadOnly, 1},
    {"other", 4, engine::Role::Owner, 2},
};

// Everything but what requests can make.
store::MemoryContent bare_content() {
    store::MemoryStore store;
    std::array<std::byte, 32> secret{};
    secret.fill(std::byte{42});
    bool is_made = store.create_account("standby", begin).has_value() &&
                   store.create_account("another", begin).has_value();
    is_made = is_made && store.add_secret(engine::SecretPurpose::GuestTokens, secret, begin) &&
              store.add_secret(engine::SecretPurpose::Contacts, secret, begin);
    for (const Key& key : keys) {
        const http::NewApiKey made = key_of(key.number);
        is_made = is_made && store.add_key({.account = engine::AccountNumber{key.account},
                                            .role = key.role,
                                            .label = std::string(key.name),
                                            .prefix = made.prefix,
                                            .hash = made.hash,
                                            .created_at = begin});
    }
    expect(is_made, "the world can be made");
    return store.content();
}

}  // namespace

// A client that reads everything. The server calls `closed` when the stream is over; here that is
// when the world ends.
class World::Stream final : public http::EventStream {
public:
    explicit Stream(std::function<void()> closed) : closed_(std::move(closed)) {}

    void write(std::string chunk) override {
        expect(is_open_, "nothing is written to a closed stream");
        expect(chunk.ends_with("\n\n"), "a chunk of a stream is complete", chunk);
        std::string_view rest = chunk;
        while (!rest.empty()) {
            const std::string_view line = rest.substr(0, rest.find('\n'));
            rest.remove_prefix(line.size() + 1);
            constexpr std::string_view data = "data: ";
            expect(!line.starts_with(data) || read_json(line.substr(data.size())),
                   "an event carries JSON", line);
        }
    }
    void close() override { is_open_ = false; }
    bool is_open() const override { return is_open_; }
    void end() {
        is_open_ = false;
        std::exchange(closed_, nullptr)();
    }

private:
    std::function<void()> closed_;
    bool is_open_ = true;
};

class World::Answering final : public http::Responder {
public:
    // Both outlive every request.
    Answering(World& world, Said& said) : world_(world), said_(said) {}

    void send(http::Response response) override {
        ++said_.answers;
        said_.response = std::move(response);
    }
    std::shared_ptr<http::EventStream> stream(std::function<void()> closed) override {
        ++said_.answers;
        said_.is_stream = true;
        return world_.streams_.emplace_back(std::make_shared<Stream>(std::move(closed)));
    }

private:
    World& world_;
    Said& said_;
};

World::World() : World(first_content()) {}

World::World(store::MemoryContent content) : store_(std::move(content)) {
    make_api();
}

World::~World() {
    for (const auto& stream : streams_) {
        stream->end();
    }
}

const store::MemoryContent& World::first_content() {
    static const store::MemoryContent content = [] {
        World world(bare_content());
        for (std::string_view rest = world_script; !rest.empty();) {
            const std::size_t end = std::min(rest.find("\n===\n"), rest.size());
            const Said said = world.ask(rest.substr(0, end));
            expect(said.answers == 1 && said.response.status < 300, "the world can be made",
                   said.response.body);
            rest.remove_prefix(std::min(rest.size(), end + 5));
        }
        return world.content();
    }();
    return content;
}

void World::make_api() {
    keys_.replace(*store_.keys());
    tokens_ = std::make_unique<http::TokenSigner>(*http::TokenSigner::create(*store_.secrets()));
    const auto secrets = store_.secrets();
    for (const engine::Secret& secret : *secrets) {
        if (secret.purpose == engine::SecretPurpose::Contacts) {
            contacts_ = std::make_unique<http::ContactHasher>(secret);
        }
    }
    const auto listed = store_.resources(engine::AccountNumber{}, core::ResourceNumber{}, 100);
    for (const engine::ResourceListing& row : *listed) {
        const auto decoded = core::decode_resource_row(row.data);
        directory_.add(row.number, row.account, decoded->settings.time_zone);
    }
    gateway_ = std::make_unique<SynchronousGateway>(store_, zones(), begin,
                                                    [this](const engine::Committed& committed) {
                                                        directory_.on_committed(committed);
                                                        hub_.on_committed(committed);
                                                    });
    http::ApiServices services{.gateway = *gateway_,
                               .zones = zones(),
                               .keys = keys_,
                               .signing_keys = signing_keys_,
                               .sessions = sessions_,
                               .tokens = *tokens_,
                               .contacts = *contacts_,
                               .directory = directory_,
                               .hub = hub_,
                               .messenger = messenger_};
    services.metrics = [] { return std::string("standby_up 1\n"); };
    services.is_ready = [] { return true; };
    services.set_clock = [this](Time to, const std::function<void(const http::MovedClock&)>& done) {
        gateway_->advance_to(to);
        done({});
    };
    services.set_relay = [this](bool is_on) { gateway_->switch_relay(is_on); };
    const http::ApiOptions options{.public_url = "https://standby.test",
                                   .joins = {},
                                   .openapi_yaml = "paths:\n  /v1/resources:\n    get:\n",
                                   .version = "fuzz",
                                   .has_manual_clock = true};
    api_ = std::make_unique<http::Api>(options, services);
}

std::optional<std::string> World::meaning_of(const ScriptName& name) const {
    const core::ResourceNumber resource{name.first};
    const core::EntryId entry = core::entry_id(resource, name.second);
    const core::OfferId offer = core::offer_id(resource, core::OfferNumber{name.second});
    if (const auto* key = std::ranges::find(keys, name.letters, &Key::name);
        key != std::end(keys)) {
        return key_of(key->number).text;
    }
    if (name.letters == "res") {
        return core::format_id(resource);
    }
    if (name.letters == "ent") {
        return core::format_id(entry);
    }
    if (name.letters == "off") {
        return core::format_id(offer);
    }
    if (name.letters == "opn") {
        return core::format_id(core::opening_id(resource, core::OpeningNumber{name.second}));
    }
    if (name.letters == "gt") {
        return tokens_->sign(http::TokenPurpose::Entry, entry.value(), token_end);
    }
    if (name.letters == "vt") {
        return tokens_->sign(http::TokenPurpose::Verify, entry.value(), token_end);
    }
    if (name.letters == "ot") {
        return tokens_->sign(http::TokenPurpose::Offer, offer.value(), token_end);
    }
    if (name.letters == "ut") {
        return tokens_->sign(http::TokenPurpose::Unsubscribe, entry.value(), token_end);
    }
    if (name.letters == "se") {
        return http::make_short_code(*tokens_,
                                     {http::TokenPurpose::Entry, entry.value(), token_end});
    }
    if (name.letters == "so") {
        return http::make_short_code(*tokens_,
                                     {http::TokenPurpose::Offer, offer.value(), token_end});
    }
    return name.letters == "next" ? std::optional(next_cursor_) : std::nullopt;
}

void World::remember_cursor(const http::Response& response) {
    const auto body = read_json(response.body);
    const JsonValue* cursor = body ? body->root().find("next_cursor") : nullptr;
    if (cursor != nullptr && cursor->type == JsonType::Text) {
        next_cursor_ = cursor->text;
    }
}

Said World::ask(std::string_view request) {
    Said said;
    http::wire::RequestParser parser(parser_limits);
    const std::string bytes = wire_bytes(
        with_names_replaced(request, [this](const ScriptName& name) { return meaning_of(name); }));
    parser.put(bytes);
    if (parser.stage() != http::wire::ParserStage::Done) {
        // Refused, or more is to come: the connection would be closed sooner or later.
        said.is_refused = true;
        return said;
    }
    said.request = parser.take();
    if (said.request.method == "HEAD") {
        said.request.method = "GET";
    }
    said.request.client = "192.0.2.1";
    api_->handle(said.request, std::make_unique<Answering>(*this, said));
    gateway_->settle();
    for (std::size_t part = 0; part < http::LiveHub::parts; ++part) {
        hub_.tick(part);
    }
    gateway_->settle();
    remember_cursor(said.response);
    return said;
}

std::vector<std::uint64_t> World::fingerprints() {
    std::vector<std::uint64_t> all;
    for (const auto& [number, row] : content().resources) {
        gateway_->submit(engine::Query{
            .resource = core::ResourceNumber{number}, .look = [&](const engine::Query::View& view) {
                all.push_back(view.state == nullptr ? 0 : core::fingerprint(*view.state));
            }});
    }
    return all;
}

std::vector<std::string> World::findings() {
    constexpr std::size_t all = 100'000;
    std::vector<std::string> findings;
    const auto listed = store_.resources(engine::AccountNumber{}, core::ResourceNumber{}, all);
    for (const engine::ResourceListing& listing : *listed) {
        engine::Verifier verifier(listing.number);
        bool goes_on = true;
        const auto events = store_.events(listing.number, 0, all);
        for (const engine::EventRow& row : *events) {
            goes_on = goes_on && verifier.add(row);
        }
        for (const engine::RowTable table : tables) {
            const auto rows = store_.rows(table, listing.number, 0, all, {});
            for (const engine::StoredRow& row : *rows) {
                verifier.add(table, row);
            }
        }
        verifier.compare(listing);
        const auto loaded = store_.load(listing.number, gateway_->now());
        if (loaded && *loaded) {
            verifier.compare(**loaded);
        } else {
            findings.emplace_back("the rows cannot be read back into memory");
        }
        std::ranges::copy(verifier.finish(), std::back_inserter(findings));
    }
    return findings;
}

}  // namespace standby::fuzz
