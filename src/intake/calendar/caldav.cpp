// CalDAV (RFC 4791) by way of sync-collection (RFC 6578): the server tells what has changed since a
// token, and what was deleted. A server that has none of it, or has forgotten the token, is asked
// for everything; nobody takes that for everything being gone.
#include "base/text.hpp"
#include "intake/calendar/calendar_job.hpp"
#include "intake/calendar/calendar_source.hpp"
#include "intake/calendar/dav_answer.hpp"
#include "intake/calendar/written_event.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace standby::intake {
namespace {

constexpr std::string_view xml_type = "application/xml; charset=utf-8";
constexpr std::string_view xml_head = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n";
constexpr std::size_t listing_bytes_max = 20UZ << 20U;

// What a listing of the collection found.
struct Listing {
    std::map<std::string, std::string> versions;  // by href
    std::vector<std::string> deleted;
    std::string token;
    bool is_whole = false;
};

class CalDav {
public:
    CalDav(interchange::WebClient& web, const SourceRequest& request)
        : web_(web), request_(request) {}

    Sight look() {
        const bool is_due =
            !request_.state.whole_at || request_.now - *request_.state.whole_at >= whole_look_every;
        const bool wants_whole = request_.wants_whole || is_due;
        const Listing listing = TRY(list(wants_whole));
        SourceSight sight;
        sight.state = request_.state;
        sight.state.token = listing.token;
        if (listing.is_whole) {
            sight.state.whole_at = request_.now;
        }
        sight.look.is_whole = listing.is_whole;
        sight.look.deleted = listing.deleted;
        std::vector<std::string> wanted;
        for (const auto& [href, version] : listing.versions) {
            const auto known = request_.memory.find(href);
            if (known != request_.memory.end() && known->second.version == version &&
                !version.empty() && !is_due) {
                sight.look.unchanged.insert(href);
            } else {
                wanted.push_back(href);
            }
        }
        if (listing.versions.size() > calendar_objects_max) {
            return std::unexpected(interchange::WebProblem::TooLarge);
        }
        for (std::size_t from = 0; from < wanted.size(); from += fetched_at_once) {
            const std::size_t size = std::min(fetched_at_once, wanted.size() - from);
            TRY(fetch(std::vector(wanted.begin() + static_cast<std::ptrdiff_t>(from),
                                  wanted.begin() + static_cast<std::ptrdiff_t>(from + size)),
                      sight));
        }
        sight.is_unchanged = !listing.is_whole && sight.look.changed.empty() &&
                             sight.look.deleted.empty() && sight.look.unreadable.empty();
        return sight;
    }

private:
    Result<interchange::WebAnswer, interchange::WebProblem>
    ask(std::string_view method, const std::string& body, std::string_view depth) {
        return web_.ask({.method = std::string(method),
                         .url = request_.settings.url,
                         .login = login_of(request_.settings, request_.secrets),
                         .body = std::string(xml_head) + body,
                         .content_type = std::string(xml_type),
                         .depth = std::string(depth),
                         .body_max = listing_bytes_max});
    }

    Result<Listing, interchange::WebProblem> list(bool wants_whole) {
        if (!wants_whole && !request_.state.token.empty()) {
            auto changes = sync(request_.state.token);
            if (changes || !is_about_the_token(changes.error())) {
                return changes;
            }
        }
        auto all = sync({});
        if (all || (all.error() != interchange::WebProblem::NotSupported &&
                    !is_about_the_token(all.error()))) {
            return all;
        }
        return list_all();
    }
    // A forgotten token is a 403, 409, 410, 412, 418 or 507, by what servers there are.
    static bool is_about_the_token(interchange::WebProblem problem) {
        return problem == interchange::WebProblem::Refused ||
               problem == interchange::WebProblem::Changed ||
               problem == interchange::WebProblem::Gone ||
               problem == interchange::WebProblem::Forbidden ||
               problem == interchange::WebProblem::NotSupported;
    }

    // From the token on; from nothing on without one.
    Result<Listing, interchange::WebProblem> sync(std::string token) {
        Listing listing{.versions = {}, .deleted = {}, .token = {}, .is_whole = token.empty()};
        for (std::size_t page = 0; page < sync_pages_max; ++page) {
            const std::string body = "<d:sync-collection xmlns:d=\"DAV:\"><d:sync-token>" +
                                     escape_html(token) +
                                     "</d:sync-token><d:sync-level>1</d:sync-level>"
                                     "<d:prop><d:getetag/></d:prop></d:sync-collection>";
            const interchange::WebAnswer answer = TRY(ask("REPORT", body, ""));
            if (const auto problem = interchange::problem_of_status(answer.status)) {
                return std::unexpected(*problem);
            }
            const auto read = read_dav_answer(answer.body);
            if (answer.status != 207 || !read || read->sync_token.empty()) {
                return std::unexpected(answer.status == 207 && !read
                                           ? interchange::WebProblem::NotUnderstood
                                           : interchange::WebProblem::NotSupported);
            }
            bool is_cut = false;
            for (const DavResponse& response : read->responses) {
                // 507 about the collection itself: there is more.
                is_cut = is_cut || response.status == 507;
                take(response, answer, listing);
            }
            if (!is_cut || read->sync_token == token) {
                listing.token = read->sync_token;
                return listing;
            }
            token = read->sync_token;
        }
        return std::unexpected(interchange::WebProblem::TooLarge);
    }

    Result<Listing, interchange::WebProblem> list_all() {
        const interchange::WebAnswer answer =
            TRY(ask("PROPFIND",
                    "<d:propfind xmlns:d=\"DAV:\"><d:prop><d:getetag/>"
                    "<d:resourcetype/></d:prop></d:propfind>",
                    "1"));
        if (const auto problem = interchange::problem_of_status(answer.status)) {
            return std::unexpected(*problem);
        }
        const auto read = read_dav_answer(answer.body);
        if (answer.status != 207 || !read) {
            return std::unexpected(interchange::WebProblem::NotSupported);
        }
        Listing listing{.versions = {}, .deleted = {}, .token = {}, .is_whole = true};
        for (const DavResponse& response : read->responses) {
            take(response, answer, listing);
        }
        return listing;
    }

    static void take(const DavResponse& response, const interchange::WebAnswer& answer,
                     Listing& listing) {
        // Everything is on one server, whatever the answer says.
        const auto base = interchange::parse_web_address(answer.url);
        const auto where =
            base ? interchange::resolve_web_address(*base, response.href)
                 : Result<interchange::WebAddress, std::string>(std::unexpected(std::string()));
        if (!where || where->origin() != base->origin() || where->path.ends_with('/') ||
            where->path == base->path || response.is_collection) {
            return;
        }
        if (response.status == 404 || response.status == 410) {
            listing.deleted.push_back(where->path);
            listing.versions.erase(where->path);
        } else if (response.status == 0 || (response.status >= 200 && response.status < 300)) {
            std::erase(listing.deleted, where->path);
            listing.versions[where->path] = response.etag;
        }
    }

    Result<void, interchange::WebProblem> fetch(const std::vector<std::string>& hrefs,
                                                SourceSight& sight) {
        std::string body = "<c:calendar-multiget xmlns:d=\"DAV:\" "
                           "xmlns:c=\"urn:ietf:params:xml:ns:caldav\"><d:prop><d:getetag/>"
                           "<c:calendar-data/></d:prop>";
        for (const std::string& href : hrefs) {
            body += "<d:href>" + escape_html(href) + "</d:href>";
        }
        const interchange::WebAnswer answer =
            TRY(ask("REPORT", body + "</c:calendar-multiget>", "1"));
        if (const auto problem = interchange::problem_of_status(answer.status)) {
            return std::unexpected(*problem);
        }
        const auto read = read_dav_answer(answer.body);
        const auto base = interchange::parse_web_address(answer.url);
        if (answer.status != 207 || !read || !base) {
            return std::unexpected(interchange::WebProblem::NotUnderstood);
        }
        std::set<std::string> wanted(hrefs.begin(), hrefs.end());
        std::vector<std::pair<std::string, const DavResponse*>> found;
        std::vector<std::string_view> texts;
        for (const DavResponse& response : read->responses) {
            const auto where = interchange::resolve_web_address(*base, response.href);
            if (where && wanted.erase(where->path) != 0) {
                found.emplace_back(where->path, &response);
                texts.emplace_back(response.calendar_data);
            }
        }
        const std::vector<ReadCalendar> contents = read_calendars(texts, request_.reading);
        for (std::size_t index = 0; index < found.size(); ++index) {
            take_object(found[index].first, *found[index].second, contents[index], sight);
        }
        // What was listed and is not given is still there for all we know: a deletion is told.
        sight.look.unreadable.insert(wanted.begin(), wanted.end());
        return {};
    }

    void take_object(const std::string& path, const DavResponse& response,
                     const ReadCalendar& content, SourceSight& sight) {
        if (!content || !content->unreadable.empty()) {
            ++sight.unreadable;
            sight.look.unreadable.insert(path);
            return;
        }
        sight.events += content->events;
        sight.look.changed.emplace_back(path,
                                        object_of(content->occurrences, response.etag, request_));
    }

    interchange::WebClient& web_;
    const SourceRequest& request_;
};

// Whether what stands there is still what we wrote: the same time, and the same title.
bool is_as_written(std::string_view text, const ClaimedAppointment& written) {
    static const Zone utc = Zone::utc();
    const auto content =
        read_calendar(text, {.from = written.slot.starts_at - std::chrono::days{1},
                             .until = written.slot.starts_at + std::chrono::days{2},
                             .own_zone = &utc,
                             .find_zone = [](std::string_view) -> const Zone* { return nullptr; },
                             .sandbox = nullptr});
    if (!content || !content->unreadable.empty() || content->occurrences.size() > 1 ||
        content->uids != std::set<std::string>{written.uid}) {
        return false;
    }
    // Cancelled or shown as free: nobody is there any more.
    return content->occurrences.empty() ||
           (content->occurrences.front().starts_at == written.slot.starts_at &&
            (written.title.empty() || content->occurrences.front().title == written.title));
}

}  // namespace

Sight look_at_caldav(interchange::WebClient& web, const SourceRequest& request) {
    return CalDav(web, request).look();
}

std::string caldav_url_of(const CalendarSettings& settings, const std::string& uid) {
    return settings.url + (settings.url.ends_with('/') ? "" : "/") + percent_encode(uid) + ".ics";
}

Result<std::string, interchange::WebProblem> write_to_caldav(interchange::WebClient& web,
                                                             const CalendarSettings& settings,
                                                             const CalendarSecrets& secrets,
                                                             const ClaimedAppointment& claimed) {
    const std::string url = caldav_url_of(settings, claimed.uid);
    const interchange::WebLogin login = login_of(settings, secrets);
    const interchange::WebAnswer answer =
        TRY(web.ask({.method = "PUT",
                     .url = url,
                     .login = login,
                     .body = write_event(claimed),
                     .content_type = "text/calendar; charset=utf-8",
                     .if_none_match = "*"}));
    const auto problem = interchange::problem_of_status(answer.status);
    if (!problem) {
        return url;
    }
    if (*problem != interchange::WebProblem::Changed) {
        return std::unexpected(*problem);
    }
    // An earlier try may have come through without our hearing of it; then it is ours, and told for
    // whoever has the place now.
    const auto there = web.fetch({.url = url, .login = login});
    if (!there || there->body.find("UID:" + claimed.uid) == std::string::npos) {
        return std::unexpected(there || there.error() == interchange::WebProblem::NotFound
                                   ? interchange::WebProblem::Changed
                                   : there.error());
    }
    TRY(web.fetch({.method = "PUT",
                   .url = url,
                   .login = login,
                   .body = write_event(claimed),
                   .content_type = "text/calendar; charset=utf-8",
                   .if_match = there->etag}));
    return url;
}

Result<Removal, interchange::WebProblem> remove_from_caldav(interchange::WebClient& web,
                                                            const CalendarSettings& settings,
                                                            const CalendarSecrets& secrets,
                                                            const ClaimedAppointment& written) {
    const std::string url = caldav_url_of(settings, written.uid);
    const interchange::WebLogin login = login_of(settings, secrets);
    const auto is_gone = [](interchange::WebProblem problem) {
        return problem == interchange::WebProblem::NotFound ||
               problem == interchange::WebProblem::Gone;
    };
    const auto there = web.fetch({.url = url, .login = login});
    if (!there) {
        return is_gone(there.error()) ? Result<Removal, interchange::WebProblem>(Removal::Gone)
                                      : std::unexpected(there.error());
    }
    if (!is_as_written(there->body, written)) {
        return Removal::Edited;
    }
    const auto removed =
        web.fetch({.method = "DELETE", .url = url, .login = login, .if_match = there->etag});
    if (!removed && !is_gone(removed.error())) {
        return std::unexpected(removed.error());
    }
    return Removal::Gone;
}

}  // namespace standby::intake
