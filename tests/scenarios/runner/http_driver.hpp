// Drives the real server, or two of them, over HTTP: processes and a database of their own, clocks
// moved by hand. Staff use an API key, guests the token they got when they joined.
#pragma once

#include "tests/scenarios/runner/driver.hpp"
#include "tests/scenarios/runner/http_client.hpp"
#include "tests/scenarios/runner/http_host.hpp"
#include "tests/scenarios/runner/http_json.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace standby::scenarios {

class HttpDriver final : public Driver {
public:
    // The server starts when the story's clock is first set.
    explicit HttpDriver(std::unique_ptr<HttpHost> host) : host_(std::move(host)) {}

    Result<void, std::string> advance(Time to) override;
    Result<void, std::string> be_down_until(Time to) override;
    Reply submit(const Request& request) override;
    void use_relay(Relay relay) override;
    // What the server shows before and after it must be the same.
    Result<void, std::string> restart() override;

    std::optional<EntryFacts> entry(std::string_view id) override;
    std::optional<OfferFacts> offer(std::string_view id) override;
    std::string opening_state(std::string_view id) override;
    CountFacts counts(std::string_view resource) override;
    std::vector<std::string> line(std::string_view resource, std::size_t count) override;
    std::string failed_check(std::string_view entry, std::string_view opening) override;
    const std::vector<EventRecord>& events() override;

    // The first thing that went wrong between the driver and the server, in views that cannot say
    // so themselves; empty when nothing did.
    const std::string& trouble() const { return trouble_; }

private:
    struct Answered {
        int status = 0;
        Json json;
    };
    // How far the audit trail of a resource was read.
    struct Trail {
        std::string resource;
        std::string cursor;    // behind it come events, some of which were read
        std::size_t read = 0;  // how many of those
    };

    // After a start, which has forgotten who tells that messages went out.
    Result<void, std::string> go_on();
    // Lets the server do all that is due until now_.
    Result<void, std::string> settle();
    Result<Answered, std::string> ask(HttpCall call);
    // The answer to a GET; nothing, and trouble, when it is not 200.
    std::optional<Json> get(const std::string& path);
    // The list and its line as the server shows them, to be compared across a restart.
    Result<std::string, std::string> shown();
    Result<HttpCall, std::string> complete(const Request& request);
    // What a guest would send; empty where staff act, or where the guest is unknown.
    std::string credential_of(const Request& request) const;
    // Appends what is new in one trail to `fresh`.
    void read_trail(Trail& trail, std::vector<EventRecord>& fresh);
    void remember(const EventRecord& event);
    void note(std::string trouble);

    const std::unique_ptr<HttpHost> host_;
    std::optional<Time> now_;
    Relay relay_ = Relay::Prompt;
    std::vector<Trail> trails_;
    bool is_stale_ = false;  // something may have happened since the trails were read
    std::vector<EventRecord> records_;
    // By offer.
    struct Made {
        std::string entry;
        Time send_at{};
    };
    std::map<std::string, Made, std::less<>> made_;
    std::map<std::string, std::string, std::less<>> accepted_;  // the offer, by entry
    std::map<std::string, std::string, std::less<>> tokens_;    // by entry
    std::string trouble_;
};

}  // namespace standby::scenarios
