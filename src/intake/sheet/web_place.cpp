#include "intake/sheet/web_place.hpp"

#include "base/text.hpp"
#include "intake/sheet/csv_sheet.hpp"
#include "intake/sheet/sheet_file.hpp"

#include <utility>

namespace standby::intake::sheet {
namespace {

using interchange::WebAnswer;
using interchange::WebProblem;

// No server has given it to anything, so whoever writes in spite of it doesn't look.
constexpr std::string_view nobodys_etag = "\"standby-is-there-anybody\"";
constexpr unsigned status_locked = 423;

PlaceTrouble in_use() {
    return {.name = "in_use",
            .words = "A program has the file open. Standby writes into it once it is closed."};
}

PlaceTrouble changed() {
    return {.name = "changed",
            .words = "The file was saved by someone else at the same moment.",
            .is_race = true};
}

// Only such a tag says that every byte is the same.
bool is_strong(std::string_view etag) {
    return etag.starts_with('"');
}

std::string_view without_query(std::string_view url) {
    return url.substr(0, std::min(url.find_first_of("?#"), url.size()));
}

}  // namespace

PlaceTrouble trouble_of(WebProblem problem) {
    PlaceTrouble trouble{.name = std::string(name_of(problem)),
                         .words = std::string(sentence_about(problem))};
    if (problem == WebProblem::NotFound || problem == WebProblem::Gone) {
        trouble.words = "There is no such file on the server.";
    } else if (problem == WebProblem::TooLarge) {
        trouble.words = "The file is larger than 50 MB.";
    } else if (problem == WebProblem::NotSupported) {
        trouble.words = "The server can't do this at this address. Is it the address of a file?";
    }
    return trouble;
}

PlaceTrouble WebPlace::trouble_of(const WebAnswer& answer, bool is_writing) const {
    if (answer.status == status_locked) {
        return in_use();
    }
    const auto problem = interchange::problem_of_status(answer.status);
    PlaceTrouble trouble = sheet::trouble_of(problem.value_or(WebProblem::Refused));
    const bool is_refused = problem == WebProblem::Forbidden ||
                            problem == WebProblem::NotSupported || problem == WebProblem::Refused;
    if (problem == WebProblem::Changed) {
        trouble = changed();
    } else if (is_writing && is_refused) {
        trouble = {.name = "no_rights",
                   .words = "The server lets Standby read the file, but not write it."};
    } else if (is_writing && problem == WebProblem::WrongLogin) {
        trouble = {.name = "no_rights",
                   .words = "The server wants a user name and a password before anybody writes."};
    }
    trouble.wait = answer.retry_after;
    return trouble;
}

Result<WebAnswer, PlaceTrouble> WebPlace::get(const std::string& known_etag) {
    auto answer = web_.ask(
        {.url = url_, .login = login_, .if_none_match = known_etag, .body_max = csv_bytes_max});
    if (!answer) {
        return std::unexpected(sheet::trouble_of(answer.error()));
    }
    if (interchange::problem_of_status(answer->status)) {
        return std::unexpected(trouble_of(*answer, false));
    }
    return *std::move(answer);
}

Result<std::string_view, PlaceTrouble> WebPlace::read_bytes() {
    WebAnswer answer = TRY(get(etag_));
    if (answer.status == 304) {
        return bytes_;
    }
    // A page where somebody signs in, most likely: nothing in there is anybody's.
    if (answer.content_type.starts_with("text/html")) {
        return std::unexpected(PlaceTrouble{
            .name = "not_a_table",
            .words = "There is a web page at this address, where a file was meant. Is it the "
                     "address for WebDAV?"});
    }
    bytes_ = std::move(answer.body);
    etag_ = std::move(answer.etag);
    return bytes_;
}

Result<WebAnswer, PlaceTrouble> WebPlace::put(const std::string& url, std::string_view bytes,
                                              const std::string& if_match) {
    auto answer = web_.ask({.method = "PUT",
                            .url = url,
                            .login = login_,
                            .body = std::string(bytes),
                            .content_type = "text/csv; charset=utf-8",
                            .if_match = if_match});
    if (!answer) {
        return std::unexpected(sheet::trouble_of(answer.error()));
    }
    return *std::move(answer);
}

// With our own file beside, where nothing can be lost.
Result<void, PlaceTrouble> WebPlace::learn_to_compare() {
    if (compares_ != Compares::Unknown) {
        return {};
    }
    const WebAnswer answer = TRY(put(url_beside(), "", std::string(nobodys_etag)));
    beside_.clear();
    const auto problem = interchange::problem_of_status(answer.status);
    if (!problem) {
        compares_ = Compares::No;
    } else if (answer.status == 412) {
        compares_ = Compares::Yes;
    } else {
        return std::unexpected(trouble_of(answer, true));
    }
    return {};
}

Result<void, PlaceTrouble> WebPlace::replace(std::string_view bytes) {
    TRY(learn_to_compare());
    const bool server_compares = compares_ == Compares::Yes && is_strong(etag_);
    if (!server_compares) {
        const WebAnswer now = TRY(get({}));
        if (now.body != bytes_) {
            return std::unexpected(changed());
        }
    }
    const WebAnswer answer = TRY(put(url_, bytes, server_compares ? etag_ : std::string()));
    if (interchange::problem_of_status(answer.status)) {
        return std::unexpected(trouble_of(answer, true));
    }
    // What is there now may be somebody else's already, so it is read.
    etag_.clear();
    return {};
}

Result<void, PlaceTrouble> WebPlace::write_beside(std::string_view bytes) {
    if (bytes == beside_) {
        return {};
    }
    const WebAnswer answer = TRY(put(url_beside(), bytes, {}));
    if (interchange::problem_of_status(answer.status)) {
        return std::unexpected(trouble_of(answer, true));
    }
    beside_ = bytes;
    return {};
}

std::string WebPlace::url_beside() const {
    const std::string_view path = without_query(url_);
    return sibling_of(std::string(path)) + url_.substr(path.size());
}

std::string WebPlace::beside() const {
    const std::string path = sibling_of(std::string(without_query(url_)));
    const std::string name = path.substr(path.rfind('/') + 1);
    return percent_decode(name).value_or(name);
}

}  // namespace standby::intake::sheet
