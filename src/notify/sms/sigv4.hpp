// AWS's signature of requests, version 4: a header that proves who sends this request, and when.
#pragma once

#include "base/time.hpp"
#include "notify/transport/url_text.hpp"

#include <string>
#include <utility>
#include <vector>

namespace standby::notify {

struct AwsCredentials {
    std::string access_key_id;
    std::string secret_access_key;
    std::string session_token;  // empty: the key is no temporary one
};

// What the signature holds for.
struct AwsScope {
    std::string region;
    std::string service;
};

struct AwsRequest {
    std::string method;
    std::string path = "/";  // not encoded, and without `.` and `..`
    FormFields query;        // not encoded
    std::vector<std::pair<std::string, std::string>>
        headers;  // all are signed; `Host` must be there
    std::string body;
};

// The headers to send in addition, "Name: value": the date, the session's token and Authorization.
std::vector<std::string> sign_aws_request(const AwsRequest& request, const AwsScope& scope,
                                          const AwsCredentials& credentials, Time at);

}  // namespace standby::notify
