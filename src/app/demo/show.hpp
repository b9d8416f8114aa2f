// One living example: a resource on the server, guests who wait for it, and what they do. A show
// acts over HTTP alone, as any integration would.
#pragma once

#include "app/commands/http_client.hpp"
#include "base/json/reader.hpp"
#include "base/prng.hpp"
#include "base/result.hpp"
#include "base/time.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::app {

struct Guest {
    std::string name;
    std::string entry;
    std::string token;
    std::string status_url;
    std::string referral_code;
    std::string phone;  // written to by text if set, and by mail otherwise
    std::string email;
    bool has_place = false;
};

// What the shows share.
struct DemoWorld {
    HttpClient client;
    std::string key;
    double speed = 1;
    // Says one thing that happened, as text and with the event's type.
    std::function<void(std::string_view show, std::string_view type, std::string_view text)> tell;

    Duration paced(std::int64_t milliseconds) const {
        return Duration{static_cast<std::int64_t>(static_cast<double>(milliseconds) / speed)};
    }
};

enum class ShowKind : std::uint8_t { Salon, Concert, Beta };

class Show {
public:
    // The world must outlive the show.
    Show(DemoWorld& world, ShowKind kind, Prng prng);

    // Makes the resource and lets the first guests join.
    Result<void, std::string> open(Time now);
    // Does what is due and tells what came in. The error is a sentence.
    Result<void, std::string> step(Time now);

    std::string_view title() const { return title_; }
    const std::string& resource() const { return resource_; }
    // Somebody who waits, for a link that people can open; null when nobody does.
    const Guest* somebody() const;

private:
    void join();
    void free_place(Time now);
    void cancel_somebody();
    void hear(const std::string& data, Time now);
    void tell_message(const Guest& guest, const std::string& offer, Time now);
    std::string as_answer(const std::string& text, const std::string& offer, Time now);
    void plan_answer(const std::string& offer, const std::string& entry, Time now);
    void plan_next_disturbance(Time now);
    void plan_next_join(Time now);
    std::optional<HttpAnswer> post(const std::string& path, const std::string& body,
                                   const std::string& credential);

    DemoWorld& world_;
    ShowKind kind_;
    Prng prng_;
    std::string title_;
    std::string resource_;
    std::optional<EventStream> stream_;
    std::map<std::string, Guest, std::less<>> guests_;  // by entry
    std::map<std::string, Time> written_at_;            // of offers without an answer
    std::uint32_t joins_ = 0;
    std::uint32_t places_freed_ = 0;
    std::multimap<Time, std::function<void(Time)>> agenda_;
};

}  // namespace standby::app
