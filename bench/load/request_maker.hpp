// Makes the requests of a run, one after the other, as the bytes that go over the wire. The same
// options and seed give the same requests in the same order, and making one allocates nothing.
#pragma once

#include "base/result.hpp"
#include "bench/load/arguments.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::bench::load {

class RequestMaker {
public:
    virtual ~RequestMaker() = default;

    // The next request, valid until the next call, or nothing when all were made.
    virtual std::optional<std::string_view> next() = 0;

    // For a maker of several kinds of requests, which are told apart in the results: their names,
    // and which of them the last request was.
    [[nodiscard]] virtual std::vector<std::string> kinds() const { return {}; }
    [[nodiscard]] virtual std::size_t kind() const { return 0; }

    // The answer to a request of this kind. Only a maker of several kinds is told.
    virtual void learn(std::size_t /*kind*/, int /*status*/, std::string_view /*answer*/) {}
};

// Fails with a sentence when the file of the options cannot be used.
Result<std::unique_ptr<RequestMaker>, std::string> make_requests(const CommonOptions& common,
                                                                 const RequestOptions& request);

// The head of a request up to and including the header lines that all have in common, without the
// empty line: "GET /path HTTP/1.1", Host, the bearer token unless it is empty, and the extra ones.
std::string request_head(std::string_view method, std::string_view path, std::string_view token,
                         const CommonOptions& common);

}  // namespace standby::bench::load
