// For tests only: the outcome of parsing a body as lines to compare.
#pragma once

#include "base/json/reader.hpp"
#include "base/result.hpp"
#include "http/api/problem.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace standby::http {

using Errors = std::vector<std::string>;

// Each error as "field message". A problem without errors is its code and detail; success is
// nothing at all.
template <class Body>
Errors errors_of(const Result<Body, Problem>& result) {
    if (result) {
        return {};
    }
    if (result.error().errors.empty()) {
        return {std::string{result.error().code} + ": " + result.error().detail};
    }
    Errors lines;
    for (const FieldError& error : result.error().errors) {
        lines.push_back(error.field + ' ' + error.message);
    }
    return lines;
}

// A field with a value that is wrong, and what is said about it.
struct WrongField {
    std::string_view member;  // `"party_size":0`
    std::string_view error;   // the beginning of "field message"
};

// Puts the member into an object behind `base`, which is a list of members or empty.
inline std::string with_member(std::string_view base, std::string_view member) {
    std::string body = "{";
    body += base;
    body += base.empty() || member.empty() ? "" : ",";
    body += member;
    return body + '}';
}

}  // namespace standby::http
