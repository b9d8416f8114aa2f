#include "app/demo/show.hpp"

#include "app/demo/inbox.hpp"
#include "app/demo/narrator.hpp"
#include "base/json/writer.hpp"

#include <fmt/core.h>

#include <array>

namespace standby::app {
namespace {

constexpr auto first_names = std::to_array<std::string_view>(
    {"Ada",  "Ben",  "Carla", "Dario", "Elif", "Finn", "Greta", "Hugo", "Ines", "Jonas",
     "Kaya", "Leo",  "Mira",  "Nils",  "Olga", "Paul", "Quinn", "Rosa", "Sami", "Tara",
     "Uwe",  "Vera", "Willa", "Xaver", "Yuna", "Zoe",  "Anton", "Bela", "Cleo", "Dora"});
constexpr auto services = std::to_array<std::string_view>({"Cut", "Colour", "Beard trim"});
constexpr std::uint32_t guests_at_first = 8;
constexpr std::uint32_t guests_max = 200;  // a demo that runs for days must not grow for days

std::string_view title_of(ShowKind kind) {
    switch (kind) {
    case ShowKind::Salon:
        return "Salon Saturday";
    case ShowKind::Concert:
        return "Sold-out concert";
    case ShowKind::Beta:
        return "Beta list";
    }
    return "";
}

// Offers are short, and guests may be disturbed at any hour: a demo runs when somebody looks. At
// the salon that somebody may hold the phone, and wants to read what it says.
std::string creation_body(ShowKind kind, Time now) {
    const std::string common = fmt::format(R"("claim_window":"{}","quiet_hours":null)",
                                           kind == ShowKind::Salon ? "40s" : "10s");
    const std::string starts = format_time(std::chrono::floor<std::chrono::days>(now) +
                                           std::chrono::days{30} + std::chrono::hours{19});
    switch (kind) {
    case ShowKind::Salon:
        return fmt::format(R"({{"name":"{}","kind":"slots","time_zone":"UTC",)"
                           R"("rules":{{{},"after_miss":"back","after_decline":"keep"}}}})",
                           title_of(kind), common);
    case ShowKind::Concert:
        return fmt::format(R"({{"name":"{}","kind":"seats","capacity":6,"starts_at":"{}",)"
                           R"("time_zone":"UTC",)"
                           R"("rules":{{{},"party":"fit","after_miss":"back"}}}})",
                           title_of(kind), starts, common);
    case ShowKind::Beta:
        break;
    }
    return fmt::format(R"({{"name":"{}","kind":"access","capacity":10000,)"
                       R"("rules":{{{},"order":"score","after_miss":"back"}}}})",
                       title_of(kind), common);
}

// The next Saturday, which may be today, at some hour between nine and five.
Time saturday_slot(Time now, Prng& prng) {
    const auto today = std::chrono::floor<std::chrono::days>(now);
    const std::chrono::weekday weekday{today};
    const auto until = std::chrono::Saturday - weekday;
    const auto saturday = today + (until.count() == 0 ? std::chrono::days{7} : until);
    return saturday + std::chrono::hours{9 + static_cast<int>(prng.below(8))};
}

bool is_settled(const JsonValue& event, std::string_view type) {
    return type == "offer_accepted" ||
           (type == "entry_joined" && text_in(event, "to_state") == "accepted");
}

}  // namespace

Show::Show(DemoWorld& world, ShowKind kind, Prng prng)
    : world_(world), kind_(kind), prng_(prng), title_(title_of(kind)) {}

std::optional<HttpAnswer> Show::post(const std::string& path, const std::string& body,
                                     const std::string& credential) {
    auto answer = world_.client.call(
        {.method = "POST", .path = path, .body = body, .credential = credential});
    if (!answer || answer->status >= 500) {
        return std::nullopt;
    }
    return *std::move(answer);
}

Result<void, std::string> Show::open(Time now) {
    const auto answer = post("/v1/resources", creation_body(kind_, now), world_.key);
    if (!answer || answer->status != 201) {
        return std::unexpected(fmt::format("the server did not make the {}: {}", title_,
                                           answer ? answer->body : "no answer"));
    }
    const auto made = read_json(answer->body);
    if (!made) {
        return std::unexpected("the server answered something else than JSON");
    }
    resource_ = text_in(made->root(), "id");
    stream_ = TRY(world_.client.stream({.method = "GET",
                                        .path = "/v1/resources/" + resource_ + "/events",
                                        .body = {},
                                        .credential = world_.key}));
    while (joins_ < guests_at_first) {
        join();
    }
    plan_next_disturbance(now);
    plan_next_join(now);
    return {};
}

void Show::join() {
    const std::string_view first = first_names[prng_.below(first_names.size())];
    const std::uint32_t number = ++joins_;
    Guest guest{.name = fmt::format("{} {}", first, number)};
    // Numbers and addresses that nobody has.
    if (prng_.chance(1, 2)) {
        guest.phone = fmt::format("+4915550{}{:05}", static_cast<int>(kind_), number);
    } else {
        guest.email = fmt::format("{}.{}-{}@example.org", first, static_cast<int>(kind_), number);
    }
    std::string body = fmt::format(R"({{"name":"{}","{}":"{}")", guest.name,
                                   guest.phone.empty() ? "email" : "phone",
                                   guest.phone.empty() ? guest.email : guest.phone);
    if (kind_ == ShowKind::Salon) {
        body +=
            fmt::format(R"(,"wants":{{"service":"{}"}})", services[prng_.below(services.size())]);
    } else if (kind_ == ShowKind::Concert) {
        body += fmt::format(R"(,"party_size":{})", prng_.chance(1, 4) ? 2 : 1);
    } else if (!guests_.empty() && prng_.chance(1, 2)) {
        auto friend_of = guests_.begin();
        std::advance(friend_of, static_cast<std::ptrdiff_t>(prng_.below(guests_.size())));
        body += fmt::format(R"(,"referral_code":"{}")", friend_of->second.referral_code);
    }
    const auto answer =
        post("/v1/resources/" + resource_ + "/waitlist:join", body + "}", std::string());
    const auto joined =
        answer ? read_json(answer->body) : Result<JsonDocument, JsonError>(std::unexpect);
    if (!answer || answer->status != 201 || !joined) {
        return;
    }
    guest.entry = text_in(joined->root(), "id");
    guest.token = text_in(joined->root(), "token");
    guest.status_url = text_in(joined->root(), "status_url");
    guest.referral_code = text_in(joined->root(), "referral_code");
    guest.has_place = text_in(joined->root(), "state") == "accepted";
    guests_.emplace(guest.entry, guest);
}

void Show::cancel_somebody() {
    std::vector<const Guest*> seated;
    for (const auto& [entry, guest] : guests_) {
        if (guest.has_place) {
            seated.push_back(&guest);
        }
    }
    if (seated.empty()) {
        return;
    }
    const Guest& guest = *seated[prng_.below(seated.size())];
    // What becomes of it comes back on the stream.
    static_cast<void>(world_.client.call({.method = "DELETE",
                                          .path = "/v1/waitlist/" + guest.entry,
                                          .body = {},
                                          .credential = guest.token}));
}

void Show::free_place(Time now) {
    const std::string base = "/v1/resources/" + resource_;
    ++places_freed_;
    if (kind_ == ShowKind::Salon) {
        post(base + "/openings",
             fmt::format(R"({{"event_id":"slot-{}","starts_at":"{}","duration":"45m",)"
                         R"("service":"{}","reason":"cancellation"}})",
                         places_freed_, format_time(saturday_slot(now, prng_)),
                         services[prng_.below(services.size())]),
             world_.key);
    } else if (kind_ == ShowKind::Beta) {
        post(base + "/capacity:release",
             fmt::format(R"({{"event_id":"wave-{}","quantity":2,"reason":"wave"}})", places_freed_),
             world_.key);
    } else {
        cancel_somebody();
    }
}

void Show::plan_next_disturbance(Time now) {
    const Duration pause = world_.paced(prng_.between(3'000, 7'000));
    agenda_.emplace(now + pause, [this](Time at) {
        free_place(at);
        plan_next_disturbance(at);
    });
}

void Show::plan_next_join(Time now) {
    agenda_.emplace(now + world_.paced(prng_.between(1'500, 5'000)), [this](Time at) {
        if (guests_.size() < guests_max) {
            join();
        }
        plan_next_join(at);
    });
}

// Most say yes, some no, and some do not look at their phone.
void Show::plan_answer(const std::string& offer, const std::string& entry, Time now) {
    const std::uint64_t mood = prng_.below(10);
    if (mood >= 8) {
        return;
    }
    const std::string verb = mood < 6 ? ":accept" : ":decline";
    agenda_.emplace(now + world_.paced(prng_.between(800, 4'000)),
                    [this, offer, entry, verb](Time) {
                        if (const auto guest = guests_.find(entry); guest != guests_.end()) {
                            post("/v1/offers/" + offer + verb, "{}", guest->second.token);
                        }
                    });
}

// Nobody sends anything in a demo: what would travel is read where the guest can read it too.
void Show::tell_message(const Guest& guest, const std::string& offer, Time now) {
    const auto line = newest_offer(world_.client, guest.entry, guest.token);
    if (!line) {
        return;
    }
    const bool is_text = !guest.phone.empty();
    world_.tell(title_, "message",
                fmt::format("{} to {} ({}): {}", is_text ? "text" : "mail", guest.name,
                            shortened(is_text ? guest.phone : guest.email), *line));
    written_at_[offer] = now;
}

// The text as the answer to a message, "→ Ada 3 takes it (after 2 s)", where it is one.
std::string Show::as_answer(const std::string& text, const std::string& offer, Time now) {
    const auto written = written_at_.find(offer);
    if (written == written_at_.end()) {
        return text;
    }
    const auto passed = std::chrono::duration_cast<std::chrono::seconds>(now - written->second);
    written_at_.erase(written);
    return passed.count() < 1 ? fmt::format("→ {} (at once)", text)
                              : fmt::format("→ {} (after {} s)", text, passed.count());
}

void Show::hear(const std::string& data, Time now) {
    const auto event = read_json(data);
    if (!event) {
        return;
    }
    const JsonValue& root = event->root();
    const std::string type = text_in(root, "type");
    const std::string entry = text_in(root, "entry_id");
    if (type.empty()) {
        return;  // the snapshot
    }
    const auto name_of = [this](std::string_view id) {
        const auto guest = guests_.find(id);
        return guest == guests_.end() ? std::string("someone") : guest->second.name;
    };
    const std::string offer = text_in(root, "offer_id");
    if (const std::string text = narrate(root, name_of); !text.empty()) {
        world_.tell(title_, type, as_answer(text, offer, now));
    }
    const auto guest = guests_.find(entry);
    if (type == "offer_made") {
        if (guest != guests_.end()) {
            tell_message(guest->second, offer, now);
        }
        plan_answer(offer, entry, now);
    } else if (guest != guests_.end() && is_settled(root, type)) {
        // At the concert they may still cancel; elsewhere the story of this guest has ended.
        guest->second.has_place = true;
        if (kind_ != ShowKind::Concert) {
            guests_.erase(guest);
        }
    } else if (guest != guests_.end() && type == "entry_ended") {
        guests_.erase(guest);
    }
}

Result<void, std::string> Show::step(Time now) {
    std::vector<std::string> heard;
    const bool is_open = stream_->take(heard);
    for (const std::string& data : heard) {
        hear(data, now);
    }
    if (!is_open) {
        return std::unexpected(fmt::format("the stream of the {} ended", title_));
    }
    while (!agenda_.empty() && agenda_.begin()->first <= now) {
        const auto action = std::move(agenda_.begin()->second);
        agenda_.erase(agenda_.begin());
        action(now);
    }
    return {};
}

const Guest* Show::somebody() const {
    for (const auto& [entry, guest] : guests_) {
        if (!guest.has_place) {
            return &guest;
        }
    }
    return guests_.empty() ? nullptr : &guests_.begin()->second;
}

}  // namespace standby::app
