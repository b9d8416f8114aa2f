// What the kinds of sources have in common, and feeds at an address.
#include "intake/calendar/calendar_source.hpp"

#include "base/sha256.hpp"
#include "base/text_coding.hpp"
#include "intake/calendar/calendar_job.hpp"
#include "intake/calendar/google.hpp"

#include <map>
#include <span>
#include <utility>
#include <vector>

namespace standby::intake {
namespace {

constexpr std::size_t feed_hash_bytes = 15;

// "webcal://" is what links to calendars say; it means https.
std::string feed_url(const std::string& url) {
    constexpr std::string_view webcal = "webcal://";
    return url.starts_with(webcal) ? "https://" + url.substr(webcal.size()) : url;
}

std::string hash_of(std::string_view text) {
    Sha256 hash;
    hash.update(std::as_bytes(std::span(text)));
    return encode_base32(std::span<const std::byte>(hash.finish()).first(feed_hash_bytes));
}

}  // namespace

interchange::WebLogin login_of(const CalendarSettings& settings, const CalendarSecrets& secrets) {
    return {.user = settings.username, .password = secrets.password, .bearer = {}};
}

interchange::WebProblem problem_of(CalendarTextError error) {
    switch (error) {
    case CalendarTextError::TooLarge:
        return interchange::WebProblem::TooLarge;
    case CalendarTextError::CutOff:
        return interchange::WebProblem::Broken;
    case CalendarTextError::NotRead:
        return interchange::WebProblem::Busy;
    case CalendarTextError::NotACalendar:
        break;
    }
    return interchange::WebProblem::NotUnderstood;
}

CalendarObject object_of(const std::vector<Occurrence>& occurrences, std::string version,
                         const SourceRequest& request) {
    CalendarObject object{.version = std::move(version), .times = {}, .missing_since = {}};
    for (const Occurrence& one : occurrences) {
        object.times.push_back({.id = calendar_time_id(one),
                                .starts_at = one.starts_at,
                                .length = one.length,
                                .appointment = request.slot_of(one)});
    }
    return object;
}

Sight look_at_feed(interchange::WebClient& web, const SourceRequest& request) {
    const bool is_due =
        !request.state.whole_at || request.now - *request.state.whole_at >= std::chrono::days{1};
    const bool wants_all = request.wants_whole || is_due || request.state.etag.empty();
    const interchange::WebAnswer answer =
        TRY(web.fetch({.url = feed_url(request.settings.url),
                       .login = login_of(request.settings, request.secrets),
                       .if_none_match = wants_all ? std::string() : request.state.etag,
                       .headers = {{"Accept", "text/calendar, */*;q=0.5"}},
                       .body_max = calendar_bytes_max}));
    SourceSight sight;
    sight.state = request.state;
    // The text itself says whether it is new where the server doesn't.
    const std::string hash = hash_of(answer.body);
    if (answer.status == 304 || (!wants_all && hash == request.state.token)) {
        sight.is_unchanged = true;
        return sight;
    }
    const ReadCalendar read = read_calendars({answer.body}, request.reading).front();
    if (!read) {
        return std::unexpected(problem_of(read.error()));
    }
    sight.state.etag = answer.etag;
    sight.state.token = hash;
    sight.state.whole_at = request.now;
    sight.events = read->events;
    sight.unreadable = read->unreadable.size();
    sight.look.is_whole = true;
    sight.look.reaches_to = read->reaches_to;
    std::map<std::string, std::vector<Occurrence>> by_uid;
    for (const std::string& uid : read->uids) {
        by_uid[uid];
    }
    for (const Occurrence& one : read->occurrences) {
        by_uid[one.uid].push_back(one);
    }
    for (const auto& [uid, occurrences] : by_uid) {
        const std::string key = hash_of(uid);
        const auto known = request.memory.find(key);
        if (read->unreadable.contains(uid)) {
            sight.look.unreadable.insert(key);
            continue;
        }
        CalendarObject object = object_of(occurrences, {}, request);
        if (known != request.memory.end() && known->second.times == object.times) {
            sight.look.unchanged.insert(key);
        } else if (known != request.memory.end() || !object.times.empty()) {
            sight.look.changed.emplace_back(key, std::move(object));
        }
    }
    if (sight.look.changed.size() + sight.look.unchanged.size() > calendar_objects_max) {
        return std::unexpected(interchange::WebProblem::TooLarge);
    }
    return sight;
}

Result<std::string, interchange::WebProblem> write_to_calendar(interchange::WebClient& web,
                                                               const CalendarSettings& settings,
                                                               const CalendarSecrets& secrets,
                                                               const ClaimedAppointment& claimed) {
    if (settings.kind == CalendarKind::CalDav) {
        return write_to_caldav(web, settings, secrets, claimed);
    }
    if (settings.kind == CalendarKind::Google) {
        return write_to_google(web, settings, secrets, claimed);
    }
    return std::unexpected(interchange::WebProblem::NotSupported);
}

Result<Removal, interchange::WebProblem> remove_from_calendar(interchange::WebClient& web,
                                                              const CalendarSettings& settings,
                                                              const CalendarSecrets& secrets,
                                                              const ClaimedAppointment& written) {
    if (settings.kind == CalendarKind::CalDav) {
        return remove_from_caldav(web, settings, secrets, written);
    }
    if (settings.kind == CalendarKind::Google) {
        return remove_from_google(web, settings, secrets, written);
    }
    return std::unexpected(interchange::WebProblem::NotSupported);
}

std::string key_of_written(const CalendarSettings& settings, const std::string& uid) {
    if (settings.kind == CalendarKind::Google) {
        return google_event_id(uid);
    }
    const auto url = interchange::parse_web_address(caldav_url_of(settings, uid));
    return url ? url->path : std::string();
}

Sight look_at_calendar(interchange::WebClient& web, const SourceRequest& request) {
    switch (request.settings.kind) {
    case CalendarKind::CalDav:
        return look_at_caldav(web, request);
    case CalendarKind::Ics:
        return look_at_feed(web, request);
    case CalendarKind::Google:
        return look_at_google(web, request);
    }
    return std::unexpected(interchange::WebProblem::NotSupported);
}

}  // namespace standby::intake
