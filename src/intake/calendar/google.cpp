#include "intake/calendar/google.hpp"

#include "base/clean_text.hpp"
#include "base/json/reader.hpp"
#include "base/json/writer.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "intake/calendar/series.hpp"
#include "intake/calendar/stored_json.hpp"
#include "intake/google/google_login.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace standby::intake {
namespace {

constexpr std::string_view usual_base = "https://www.googleapis.com/calendar/v3";
constexpr std::string_view scope = "https://www.googleapis.com/auth/calendar.events";
constexpr std::string_view fields =
    "nextPageToken,nextSyncToken,items(id,status,summary,description,location,start,end,"
    "transparency,originalStartTime)";
constexpr std::size_t events_per_page = 250;
// Google's ids have the letters a to v and digits.
constexpr std::string_view own_id = "5tandb7";
constexpr std::size_t text_bytes_max = 1'000;
constexpr std::size_t description_bytes_max = 4'000;

std::string events_url(const CalendarSettings& settings) {
    std::string base(settings.url.empty() ? usual_base : std::string_view(settings.url));
    while (base.ends_with('/')) {
        base.pop_back();
    }
    return base + "/calendars/" + percent_encode(settings.calendar) + "/events";
}

// Any good answer. A token that was taken back is forgotten, so that the next call gets another.
Result<interchange::WebAnswer, interchange::WebProblem>
ask_google(interchange::WebClient& web, const interchange::WebRequest& request) {
    interchange::WebAnswer answer = TRY(web.ask(request));
    if (const auto problem = problem_of_google(answer)) {
        forget_refused_token(web, *problem);
        return std::unexpected(*problem);
    }
    return answer;
}

struct Moment {
    std::optional<Time> time;
    bool is_day = false;
};
Moment moment_in(const JsonValue& event, std::string_view name, const CalendarReading& reading) {
    const JsonValue* value = event.find(name);
    if (value == nullptr) {
        return {};
    }
    if (const auto time = parse_time(text_in(*value, "dateTime"))) {
        return {.time = *time, .is_day = false};
    }
    // A day begins when it does for the list.
    if (const auto day = parse_time(text_in(*value, "date") + "T00:00:00Z")) {
        return {.time = reading.own_zone->to_utc(LocalTime{day->time_since_epoch()}),
                .is_day = true};
    }
    return {};
}

// Nothing for what has no time.
std::optional<Occurrence> occurrence_in(const JsonValue& event, const CalendarReading& reading) {
    const Moment start = moment_in(event, "start", reading);
    const Moment end = moment_in(event, "end", reading);
    if (!start.time) {
        return std::nullopt;
    }
    Occurrence one;
    const std::string id = text_in(event, "id");
    one.uid = id.starts_with(own_id) ? "standby-" + id : id;
    if (const Moment original = moment_in(event, "originalStartTime", reading); original.time) {
        one.instance = instance_text(*original.time);
    }
    one.starts_at = *start.time;
    one.is_all_day = start.is_day;
    one.length = end.time && *end.time > *start.time ? *end.time - *start.time : Duration{0};
    one.title = clean_line(text_in(event, "summary"), text_bytes_max);
    one.description = clean_lines(text_in(event, "description"), description_bytes_max);
    one.location = clean_line(text_in(event, "location"), text_bytes_max);
    return one;
}

class Google {
public:
    Google(interchange::WebClient& web, const SourceRequest& request)
        : web_(web), request_(request) {}

    Sight look() {
        const bool is_due =
            !request_.state.whole_at || request_.now - *request_.state.whole_at >= whole_look_every;
        if (!is_due && !request_.wants_whole && !request_.state.token.empty()) {
            auto changes = read(request_.state.token);
            // 410: the token is forgotten. That is no word about what is there.
            if (changes || changes.error() != interchange::WebProblem::Gone) {
                return changes;
            }
        }
        return read({});
    }

private:
    Sight read(const std::string& sync_token) {
        const std::string bearer =
            TRY(google_token(web_, request_.secrets.key_file, scope, request_.now));
        SourceSight sight;
        sight.state = request_.state;
        sight.look.is_whole = sync_token.empty();
        if (sight.look.is_whole) {
            sight.state.whole_at = request_.now;
            sight.look.reaches_to = request_.reading.until;
        }
        std::string page;
        for (std::size_t pages = 0; pages < sync_pages_max; ++pages) {
            std::string url = events_url(request_.settings) +
                              "?singleEvents=true&maxResults=" + std::to_string(events_per_page) +
                              "&fields=" + percent_encode(fields);
            url += sync_token.empty()
                       ? "&timeMin=" + percent_encode(format_time(request_.reading.from)) +
                             "&timeMax=" + percent_encode(format_time(request_.reading.until))
                       : "&syncToken=" + percent_encode(sync_token);
            url += page.empty() ? "" : "&pageToken=" + percent_encode(page);
            const interchange::WebAnswer answer =
                TRY(ask_google(web_, {.url = url, .login = {"", "", bearer}}));
            const auto document = read_json(answer.body);
            if (!document) {
                return std::unexpected(interchange::WebProblem::NotUnderstood);
            }
            take(document->root(), sight);
            page = text_in(document->root(), "nextPageToken");
            sight.state.token = text_in(document->root(), "nextSyncToken");
            if (page.empty()) {
                // Without a token the next look is one at everything.
                sight.is_unchanged = !sight.look.is_whole && sight.look.changed.empty() &&
                                     sight.look.deleted.empty();
                return sight;
            }
        }
        return std::unexpected(interchange::WebProblem::TooLarge);
    }

    void take(const JsonValue& root, SourceSight& sight) {
        const JsonValue* items = root.find("items");
        for (const JsonValue& event : items == nullptr ? std::vector<JsonValue>{} : items->items) {
            ++sight.events;
            const std::string id = text_in(event, "id");
            if (text_in(event, "status") == "cancelled") {
                take_deleted(id, sight);
                continue;
            }
            const auto one = occurrence_in(event, request_.reading);
            if (!one) {
                ++sight.unreadable;
                sight.look.unreadable.insert(id);
                continue;
            }
            const bool is_taken = text_in(event, "transparency") != "transparent";
            CalendarObject object =
                object_of(is_taken ? std::vector{*one} : std::vector<Occurrence>{}, {}, request_);
            const auto known = request_.memory.find(id);
            if (known != request_.memory.end() && known->second.times == object.times) {
                sight.look.unchanged.insert(id);
            } else {
                sight.look.changed.emplace_back(id, std::move(object));
            }
        }
    }

    // A whole series may go under its own id; the single ones have it in front of theirs.
    void take_deleted(const std::string& id, SourceSight& sight) {
        sight.look.deleted.push_back(id);
        const std::string first = id + "_";
        for (auto at = request_.memory.lower_bound(first);
             at != request_.memory.end() && at->first.starts_with(first); ++at) {
            sight.look.deleted.push_back(at->first);
        }
    }

    interchange::WebClient& web_;
    const SourceRequest& request_;
};

}  // namespace

Sight look_at_google(interchange::WebClient& web, const SourceRequest& request) {
    return Google(web, request).look();
}

std::string google_event_id(std::string_view uid) {
    constexpr std::string_view digits = "0123456789abcdef";
    Sha256 hash;
    hash.update(std::as_bytes(std::span(uid)));
    const Sha256Digest digest = hash.finish();
    std::string id(own_id);
    for (const std::byte one : std::span(digest).first(15)) {
        id += digits[std::to_integer<unsigned>(one) >> 4U];
        id += digits[std::to_integer<unsigned>(one) & 15U];
    }
    return id;
}

Result<std::string, interchange::WebProblem> write_to_google(interchange::WebClient& web,
                                                             const CalendarSettings& settings,
                                                             const CalendarSecrets& secrets,
                                                             const ClaimedAppointment& claimed) {
    const std::string bearer = TRY(google_token(web, secrets.key_file, scope, claimed.stamp));
    const std::string id = google_event_id(claimed.uid);
    const std::string body = json_text([&](JsonWriter& writer) {
        writer.begin_object();
        writer.text("id", id);
        writer.text("status", "confirmed");  // also where it was deleted before
        writer.text("summary", claimed.title);
        writer.text("description", claimed.description);
        writer.text("location", claimed.slot.place);
        writer.begin_object("start");
        writer.time("dateTime", claimed.slot.starts_at);
        writer.end_object();
        writer.begin_object("end");
        writer.time("dateTime", claimed.slot.starts_at + claimed.slot.duration);
        writer.end_object();
        writer.end_object();
    });
    const std::string url = events_url(settings);
    const auto send = [&](std::string_view method, const std::string& where) {
        return web.ask({.method = std::string(method),
                        .url = where,
                        .login = {"", "", bearer},
                        .body = body,
                        .content_type = "application/json"});
    };
    interchange::WebAnswer answer = TRY(send("POST", url));
    if (answer.status == 409) {
        // The id is ours alone: an earlier try came through, or was for whoever had it before.
        answer = TRY(send("PUT", url + "/" + id));
    }
    if (const auto problem = problem_of_google(answer)) {
        forget_refused_token(web, *problem);
        return std::unexpected(*problem);
    }
    return id;
}

Result<Removal, interchange::WebProblem> remove_from_google(interchange::WebClient& web,
                                                            const CalendarSettings& settings,
                                                            const CalendarSecrets& secrets,
                                                            const ClaimedAppointment& written) {
    const std::string bearer = TRY(google_token(web, secrets.key_file, scope, written.stamp));
    const std::string url = events_url(settings) + "/" + google_event_id(written.uid);
    const interchange::WebLogin login{"", "", bearer};
    const auto is_gone = [](interchange::WebProblem problem) {
        return problem == interchange::WebProblem::NotFound ||
               problem == interchange::WebProblem::Gone;
    };
    const auto there = ask_google(web, {.url = url, .login = login});
    if (!there) {
        return is_gone(there.error()) ? Result<Removal, interchange::WebProblem>(Removal::Gone)
                                      : std::unexpected(there.error());
    }
    const auto document = read_json(there->body);
    if (!document) {
        return std::unexpected(interchange::WebProblem::NotUnderstood);
    }
    const JsonValue& event = document->root();
    if (text_in(event, "status") == "cancelled") {
        return Removal::Gone;
    }
    const JsonValue* start = event.find("start");
    if (start == nullptr || parse_time(text_in(*start, "dateTime")) != written.slot.starts_at ||
        (!written.title.empty() && text_in(event, "summary") != written.title)) {
        return Removal::Edited;
    }
    const auto removed = ask_google(
        web, {.method = "DELETE", .url = url, .login = login, .if_match = text_in(event, "etag")});
    if (!removed && !is_gone(removed.error())) {
        return std::unexpected(removed.error());
    }
    return Removal::Gone;
}

}  // namespace standby::intake
