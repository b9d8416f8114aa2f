// Properties count only where their propstat says 2xx; servers list those they lack beside them.
#include "intake/calendar/dav_answer.hpp"

#include "base/number.hpp"
#include "base/text.hpp"

#include <expat.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace standby::intake {
namespace {

// expat writes "namespace name" with this between them.
constexpr char separator = '\n';
constexpr std::string_view dav = "DAV:\n";
constexpr std::string_view caldav = "urn:ietf:params:xml:ns:caldav\n";
constexpr std::string_view calendar_server = "http://calendarserver.org/ns/\n";

bool is(std::string_view name, std::string_view space, std::string_view local) {
    return name.size() == space.size() + local.size() && name.starts_with(space) &&
           name.ends_with(local);
}

// "HTTP/1.1 404 Not Found"
unsigned status_in(std::string_view line) {
    line = trim(line);
    const std::size_t blank = line.find(' ');
    if (blank == std::string_view::npos) {
        return 0;
    }
    return parse_number<unsigned>(line.substr(blank + 1, 3)).value_or(0);
}

class Reading {
public:
    DavAnswer answer;
    std::string problem;

    void begin(std::string_view name) {
        if (++depth_ > dav_depth_max) {
            fail("it is nested too deeply");
            return;
        }
        if (is(name, dav, "response")) {
            if (answer.responses.size() == dav_responses_max) {
                fail("it has too many entries");
                return;
            }
            answer.responses.emplace_back();
            is_inside_ = true;
        } else if (is(name, dav, "propstat")) {
            found_ = DavResponse{};
            propstat_status_ = 0;
            is_in_propstat_ = true;
        } else if (is_in_propstat_ && is(name, dav, "collection")) {
            found_.is_collection = true;
        } else if (is_in_propstat_ && is(name, caldav, "calendar")) {
            found_.is_calendar = true;
        }
        text_.clear();
    }
    void end(std::string_view name) {
        --depth_;
        if (is(name, dav, "response")) {
            is_inside_ = false;
        } else if (is(name, dav, "propstat")) {
            is_in_propstat_ = false;
            take_properties();
        } else if (is(name, dav, "status")) {
            (is_in_propstat_ ? propstat_status_
             : is_inside_    ? answer.responses.back().status
                             : ignored_) = status_in(text_);
        } else if (is(name, dav, "sync-token") && !is_inside_) {
            answer.sync_token = trim(text_);
        } else if (is_inside_ && !is_in_propstat_ && is(name, dav, "href")) {
            if (answer.responses.back().href.empty()) {
                answer.responses.back().href = trim(text_);
            }
        } else if (is_in_propstat_) {
            if (is(name, dav, "getetag")) {
                found_.etag = trim(text_);
            } else if (is(name, caldav, "calendar-data")) {
                found_.calendar_data = std::move(text_);
            } else if (is(name, calendar_server, "getctag")) {
                found_.ctag = trim(text_);
            } else if (is(name, dav, "displayname")) {
                found_.display_name = trim(text_);
            }
        }
        text_.clear();
    }
    void text(std::string_view part) { text_ += part; }
    void fail(std::string why) {
        if (problem.empty()) {
            problem = std::move(why);
        }
        if (parser != nullptr) {
            XML_StopParser(parser, XML_FALSE);
        }
    }
    XML_Parser parser = nullptr;

private:
    void take_properties() {
        if (!is_inside_ || propstat_status_ < 200 || propstat_status_ >= 300) {
            return;
        }
        DavResponse& response = answer.responses.back();
        const auto take = [](std::string& into, std::string& from) {
            if (!from.empty()) {
                into = std::move(from);
            }
        };
        take(response.etag, found_.etag);
        take(response.calendar_data, found_.calendar_data);
        take(response.ctag, found_.ctag);
        take(response.display_name, found_.display_name);
        response.is_collection = response.is_collection || found_.is_collection;
        response.is_calendar = response.is_calendar || found_.is_calendar;
    }

    std::size_t depth_ = 0;
    bool is_inside_ = false;
    bool is_in_propstat_ = false;
    unsigned propstat_status_ = 0;
    unsigned ignored_ = 0;
    DavResponse found_;
    std::string text_;
};

struct FreeParser {
    void operator()(XML_ParserStruct* parser) const { XML_ParserFree(parser); }
};

}  // namespace

Result<DavAnswer, std::string> read_dav_answer(std::string_view text) {
    const std::unique_ptr<XML_ParserStruct, FreeParser> parser(
        XML_ParserCreateNS(nullptr, separator));
    Reading reading;
    reading.parser = parser.get();
    XML_SetUserData(parser.get(), &reading);
    XML_SetElementHandler(
        parser.get(),
        [](void* self, const XML_Char* name, const XML_Char**) {
            static_cast<Reading*>(self)->begin(name);
        },
        [](void* self, const XML_Char* name) { static_cast<Reading*>(self)->end(name); });
    XML_SetCharacterDataHandler(parser.get(), [](void* self, const XML_Char* part, int size) {
        static_cast<Reading*>(self)->text({part, static_cast<std::size_t>(size)});
    });
    XML_SetStartDoctypeDeclHandler(
        parser.get(), [](void* self, const XML_Char*, const XML_Char*, const XML_Char*, int) {
            static_cast<Reading*>(self)->fail("it declares a document type");
        });
    const XML_Status status =
        XML_Parse(parser.get(), text.data(), static_cast<int>(text.size()), XML_TRUE);
    if (!reading.problem.empty()) {
        return std::unexpected(reading.problem);
    }
    if (status != XML_STATUS_OK) {
        return std::unexpected(std::string(XML_ErrorString(XML_GetErrorCode(parser.get()))));
    }
    return std::move(reading.answer);
}

}  // namespace standby::intake
