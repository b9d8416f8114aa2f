// One maker for each kind of request. A request that only differs in its numbers is a template into
// which digits are written; the others are put together in one buffer that is used again.
#include "bench/load/request_maker.hpp"

#include "base/prng.hpp"
#include "bench/load/lines.hpp"
#include "bench/load/mixed_requests.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace standby::bench::load {
namespace {

// Holds the place of a digit in a template; no request contains it.
constexpr char digit_mark = '\1';

std::string digits(std::size_t width) {
    return std::string(width, digit_mark);
}

// A request in which every run of digit marks is filled with the number of the request.
class NumberedTemplate {
public:
    explicit NumberedTemplate(std::string text) : text_(std::move(text)) {
        std::size_t begin = text_.find(digit_mark);
        while (begin != std::string::npos) {
            const std::size_t end =
                std::min(text_.find_first_not_of(digit_mark, begin), text_.size());
            places_.push_back({begin, end});
            begin = text_.find(digit_mark, end);
        }
    }

    // Writes the last digits of the number into each place, as many as it has room for.
    std::string_view with_number(std::uint64_t number) {
        for (const Place& place : places_) {
            std::uint64_t left = number;
            for (std::size_t at = place.end; at-- > place.begin; left /= 10) {
                text_[at] = static_cast<char>('0' + left % 10);
            }
        }
        return text_;
    }

private:
    struct Place {
        std::size_t begin = 0;
        std::size_t end = 0;
    };

    std::string text_;
    std::vector<Place> places_;
};

// The header lines of a body, the empty line and the body itself.
std::string body_part(std::string_view body) {
    return fmt::format("Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{}",
                       body.size(), body);
}

// Templates, one after the other: the joins of each resource, and the GET of one path, which has no
// digits to fill in.
class NumberedRequests final : public RequestMaker {
public:
    NumberedRequests(std::vector<NumberedTemplate> templates,
                     std::optional<std::uint64_t> count_max)
        : templates_(std::move(templates)), count_max_(count_max.value_or(UINT64_MAX)) {}

    std::optional<std::string_view> next() override {
        if (made_ == count_max_) {
            return std::nullopt;
        }
        NumberedTemplate& next_template = templates_[made_ % templates_.size()];
        return next_template.with_number(made_++);
    }

private:
    std::vector<NumberedTemplate> templates_;
    std::uint64_t count_max_;
    std::uint64_t made_ = 0;
};

std::string join_template(const std::string& resource, const CommonOptions& common,
                          const RequestOptions& request) {
    const std::string path = fmt::format("/v1/resources/{}/waitlist:join", resource);
    std::string text = request_head("POST", path, common.key, common);
    if (request.with_keys) {
        text += fmt::format("Idempotency-Key: join-{}-{}\r\n", common.seed, digits(10));
    }
    return text +
           body_part(fmt::format(R"({{"email":"guest-{}-{}@example.com","name":"Person {}"}})",
                                 common.seed, digits(10), digits(6)));
}

std::vector<NumberedTemplate> join_templates(const CommonOptions& common,
                                             const RequestOptions& request) {
    std::vector<NumberedTemplate> templates;
    for (const std::string& resource : request.resources) {
        templates.emplace_back(join_template(resource, common, request));
    }
    return templates;
}

// What the requests made from lines have in common: the head of each line's path and token.
class LineRequests : public RequestMaker {
protected:
    LineRequests(Lines lines, std::string_view method, const CommonOptions& common,
                 std::optional<std::uint64_t> count_max)
        : lines_(std::move(lines)),
          method_(fmt::format("{} ", method)),
          key_(common.key),
          left_(count_max.value_or(UINT64_MAX)) {
        // The head of a request without path and token: " HTTP/1.1", Host and the extra lines.
        after_path_ = request_head("", "", "", common).substr(1);
    }

    void begin_request(const Lines::Fields& fields) {
        buffer_.clear();
        buffer_.append(method_).append(fields.first).append(after_path_);
        const std::string_view token = fields.second.empty() ? key_ : fields.second;
        if (!token.empty()) {
            buffer_.append("Authorization: Bearer ").append(token).append("\r\n");
        }
    }

    Lines lines_;
    std::string method_;
    std::string after_path_;
    std::string key_;
    std::string buffer_;
    std::uint64_t left_;  // how many may still be made
};

class GetEach final : public LineRequests {
public:
    GetEach(Lines lines, const CommonOptions& common, const RequestOptions& request)
        : LineRequests(std::move(lines), "GET", common, request.count_max),
          random_(common.seed),
          is_in_order_(request.is_in_order) {}

    std::optional<std::string_view> next() override {
        if (left_ == 0 || (is_in_order_ && made_ == lines_.size())) {
            return std::nullopt;
        }
        --left_;
        begin_request(lines_.fields(is_in_order_ ? made_++ : random_.below(lines_.size())));
        buffer_.append("\r\n");
        return buffer_;
    }

private:
    Prng random_;
    bool is_in_order_;
    std::size_t made_ = 0;
};

class PostEach final : public LineRequests {
public:
    PostEach(Lines lines, const CommonOptions& common, std::optional<std::uint64_t> count_max)
        : LineRequests(std::move(lines), "POST", common, count_max),
          key_line_(fmt::format("Idempotency-Key: post-{}-", common.seed)) {}

    std::optional<std::string_view> next() override {
        if (left_ == 0 || made_ == lines_.size()) {
            return std::nullopt;
        }
        --left_;
        const Lines::Fields fields = lines_.fields(made_);
        begin_request(fields);
        fmt::format_to(std::back_inserter(buffer_), "{}{}\r\n", key_line_, made_);
        if (fields.third.empty()) {
            buffer_.append("Content-Length: 0\r\n\r\n");
        } else {
            fmt::format_to(std::back_inserter(buffer_),
                           "Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{}",
                           fields.third.size(), fields.third);
        }
        ++made_;
        return buffer_;
    }

private:
    std::string key_line_;
    std::size_t made_ = 0;
};

}  // namespace

std::string request_head(std::string_view method, std::string_view path, std::string_view token,
                         const CommonOptions& common) {
    std::string head = fmt::format("{} {} HTTP/1.1\r\nHost: {}\r\n", method, path, common.address);
    if (!token.empty()) {
        head += fmt::format("Authorization: Bearer {}\r\n", token);
    }
    for (const std::string& line : common.headers) {
        head += line + "\r\n";
    }
    return head;
}

Result<std::unique_ptr<RequestMaker>, std::string> make_requests(const CommonOptions& common,
                                                                 const RequestOptions& request) {
    using Kind = RequestOptions::Kind;
    switch (request.kind) {
    case Kind::Join:
        return std::make_unique<NumberedRequests>(join_templates(common, request),
                                                  request.count_max);
    case Kind::Get:
        return std::make_unique<NumberedRequests>(
            std::vector{
                NumberedTemplate(request_head("GET", request.path, common.key, common) + "\r\n")},
            request.count_max);
    case Kind::GetEach:
        return std::make_unique<GetEach>(TRY(Lines::read(request.file)), common, request);
    case Kind::PostEach:
        return std::make_unique<PostEach>(TRY(Lines::read(request.file)), common,
                                          request.count_max);
    case Kind::Mix:
        return make_mixed_requests(common, request);
    }
    UNREACHABLE();
}

}  // namespace standby::bench::load
