// For tests only: the real handlers over a gateway without threads. It counts how often a shard is
// gone to and can be made to fail; the store is in memory.
#pragma once

#include "base/json/reader.hpp"
#include "core/rules/zone_book.hpp"
#include "engine/ports/gateway.hpp"
#include "http/auth/contacts.hpp"
#include "http/routes/api.hpp"
#include "tests/memory_store/memory_store.hpp"
#include "tests/routes/delivery_test_support.hpp"
#include "tests/routes/messenger_test_support.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::http {

inline const Time start = *parse_time("2026-11-16T09:00:00Z");

class FakeGateway final : public engine::Gateway {
public:
    FakeGateway(store::MemoryStore& store, const core::ZoneBook& zones,
                std::function<void(const engine::Committed&)> publish)
        : store_(store), shard_({}, zones, std::move(publish)) {}

    Time now() const override { return time; }
    void submit(engine::Request&& request) override {
        ++commands;
        if (failure) {
            request.done({.answer = {}, .replayed = false, .failure = failure});
            return;
        }
        post([this, request = std::move(request)]() mutable {
            shard_.submit(std::move(request), time);
        });
    }
    void submit(engine::Query query) override {
        ++looks;
        if (failure) {
            query.look({.state = nullptr, .name = nullptr, .failure = failure});
            return;
        }
        post([this, query = std::move(query)] { shard_.submit(query, time); });
    }
    bool read(engine::Effort,
              std::function<void(engine::Store&, engine::Registry&)> function) override {
        ++reads;
        if (!refuses_reads) {
            post([this, function = std::move(function)] {
                if (const auto hook = std::exchange(before_read, {})) {
                    hook();
                }
                function(store_, store_);
            });
        }
        return !refuses_reads;
    }

    Time time = start;
    std::optional<engine::Failure> failure;  // of all commands and looks
    bool refuses_reads = false;
    std::function<void()> before_read;  // the next one, once
    int commands = 0;
    int looks = 0;
    int reads = 0;

private:
    void post(std::function<void()> job) {
        jobs_.push_back(std::move(job));
        if (std::exchange(is_running_, true)) {
            return;
        }
        while (!jobs_.empty()) {
            const std::function<void()> next = std::move(jobs_.front());
            jobs_.pop_front();
            next();
            settle();
        }
        is_running_ = false;
    }
    void settle() {
        for (engine::Work work = shard_.poll(time); !work.empty(); work = shard_.poll(time)) {
            for (const core::ResourceNumber resource : work.loads) {
                shard_.on_loaded(resource, store_.load(resource, time - std::chrono::hours{24}),
                                 time);
            }
            for (const engine::Work::AnswerLookup& lookup : work.lookups) {
                shard_.on_answer(lookup.resource, lookup.number,
                                 store_.answer(lookup.resource, lookup.number), time);
            }
            if (work.commit) {
                shard_.on_commit(store_.commit(*work.commit), time);
            }
        }
    }

    store::MemoryStore& store_;
    engine::Shard shard_;
    std::deque<std::function<void()>> jobs_;
    bool is_running_ = false;
};

// Remembers each look.
class SeenLooks final : public engine::LateLooks {
public:
    void count_late_look(core::ResourceNumber resource, std::int32_t,
                         std::chrono::minutes since) override {
        seen.emplace_back(resource, since);
    }
    std::vector<std::pair<core::ResourceNumber, std::chrono::minutes>> seen;
};

// What a request was answered with.
struct Told {
    int times = 0;
    bool is_stream = false;
    Response response;

    int status() const { return response.status; }
    // The last part of a problem's type.
    std::string problem() const {
        const std::string type = text("type");
        return type.substr(type.rfind('/') + 1);
    }
    std::string text(std::string_view name) const {
        const auto document = read_json(response.body);
        const JsonValue* value = document ? document->root().find(name) : nullptr;
        return value == nullptr ? std::string() : std::string(value->text);
    }
    std::string header(std::string_view name) const {
        for (const auto& [one, value] : response.headers) {
            if (one == name) {
                return value;
            }
        }
        return {};
    }
};

class Handlers : public ::testing::Test {
protected:
    Handlers();
    void make_api(const ApiOptions& options);

    // `by` is a key, a guest's token or nothing.
    Told ask(std::string_view method, std::string_view target, std::string_view by = {},
             std::string_view body = {},
             const std::vector<std::pair<std::string, std::string>>& headers = {});
    // A form that a page sends.
    Told press(std::string_view path, std::string_view form);

    std::string add_key(engine::AccountNumber account, engine::Role role);
    std::string make_resource(std::string_view body = R"({"name":"Yoga","kind":"seats"})");
    // Joins and gives the answer.
    Told join(const std::string& resource, std::string_view email = "mia@example.org");
    // The first offer of a list with one place and one guest.
    struct Offered {
        std::string resource;
        std::string entry;
        std::string token;
        std::string offer;
    };
    Offered make_offer();

    store::MemoryStore store;
    core::ZoneBook zones;
    Directory directory;
    LiveHub hub{&Api::format_live_event};
    KeyRing keys;
    SigningRing signing_keys;
    SessionRing sessions;
    NullMessenger messenger;
    FakeDelivery delivery;
    SeenLooks late_looks;
    std::unique_ptr<TokenSigner> tokens;
    std::unique_ptr<ContactHasher> contacts;
    FakeGateway gateway{store, zones, [this](const engine::Committed& done) {
                            directory.on_committed(done);
                            hub.on_committed(done);
                        }};
    std::unique_ptr<Api> api;
    std::string owner;
    std::string staff;
    std::string reader;
    std::string foreign;  // the owner of another account
};

}  // namespace standby::http
