// Requests and signatures that AWS has published: its test suite for version 4 of the signature,
// and the example of its documentation. The suite's requests all have the same key and time.
#include "notify/sms/sigv4.hpp"

#include <gtest/gtest.h>

namespace standby::notify {
namespace {

const AwsCredentials suite_credentials{"AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
                                       ""};
const AwsScope suite_scope{"us-east-1", "service"};

Time suite_time() {
    return *parse_time("2015-08-30T12:36:00Z");
}

struct PublishedCase {
    std::string name;
    AwsRequest request;
    std::string signed_headers;
    std::string signature;
};

AwsRequest request(std::string method, std::string path = "/", FormFields query = {},
                   std::vector<std::pair<std::string, std::string>> headers = {},
                   std::string body = "") {
    headers.emplace_back("Host", "example.amazonaws.com");
    return {std::move(method), std::move(path), std::move(query), std::move(headers),
            std::move(body)};
}

const std::string unreserved = "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const std::vector<PublishedCase> published = {
    {"get-vanilla", request("GET"), "host;x-amz-date",
     "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"},
    {"get-unreserved", request("GET", "/" + unreserved), "host;x-amz-date",
     "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f"},
    {"get-utf8", request("GET", "/\xe1\x88\xb4"), "host;x-amz-date",
     "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"},
    {"get-space", request("GET", "/example space/"), "host;x-amz-date",
     "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741"},
    {"get-vanilla-query-order-key-case",
     request("GET", "/", {{"Param2", "value2"}, {"Param1", "value1"}}), "host;x-amz-date",
     "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"},
    {"get-vanilla-query-order-value",
     request("GET", "/", {{"Param1", "value2"}, {"Param1", "value1"}}), "host;x-amz-date",
     "5772eed61e12b33fae39ee5e7012498b51d56abc0abb7c60486157bd471c4694"},
    {"get-vanilla-query-unreserved", request("GET", "/", {{unreserved, unreserved}}),
     "host;x-amz-date", "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197"},
    {"get-vanilla-utf8-query", request("GET", "/", {{"\xe1\x88\xb4", "bar"}}), "host;x-amz-date",
     "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04"},
    {"get-header-value-trim",
     request("GET", "/", {}, {{"My-Header1", " value1"}, {"My-Header2", " \"a   b   c\""}}),
     "host;my-header1;my-header2;x-amz-date",
     "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"},
    {"get-header-key-duplicate",
     request("GET", "/", {},
             {{"My-Header1", "value2"}, {"My-Header1", "value2"}, {"My-Header1", "value1"}}),
     "host;my-header1;x-amz-date",
     "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea"},
    {"post-header-value-case", request("POST", "/", {}, {{"My-Header1", "VALUE1"}}),
     "host;my-header1;x-amz-date",
     "cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d"},
    {"post-vanilla-empty-query-value", request("POST", "/", {{"Param1", "value1"}}),
     "host;x-amz-date", "28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11"},
    {"post-x-www-form-urlencoded",
     request("POST", "/", {}, {{"Content-Type", "application/x-www-form-urlencoded"}},
             "Param1=value1"),
     "content-type;host;x-amz-date",
     "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a"},
    {"post-x-www-form-urlencoded-parameters",
     request("POST", "/", {}, {{"Content-Type", "application/x-www-form-urlencoded; charset=utf8"}},
             "Param1=value1"),
     "content-type;host;x-amz-date",
     "1a72ec8f64bd914b0e42e42607c7fbce7fb2c7465f63e3092b3b0d39fa77a6fe"},
};

TEST(AwsSignature, IsThePublishedOne) {
    for (const PublishedCase& known : published) {
        const auto headers =
            sign_aws_request(known.request, suite_scope, suite_credentials, suite_time());
        EXPECT_EQ(headers,
                  (std::vector<std::string>{
                      "X-Amz-Date: 20150830T123600Z",
                      "Authorization: AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/"
                      "service/aws4_request, SignedHeaders=" +
                          known.signed_headers + ", Signature=" + known.signature}))
            << known.name;
    }
}

TEST(AwsSignature, CoversTheSessionsToken) {
    AwsCredentials credentials = suite_credentials;
    credentials.session_token =
        "AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfp"
        "SPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQ"
        "DYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+s"
        "cqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==";
    const auto headers = sign_aws_request(request("POST"), suite_scope, credentials, suite_time());
    ASSERT_EQ(headers.size(), 3U);
    EXPECT_EQ(headers[1], "X-Amz-Security-Token: " + credentials.session_token);
    EXPECT_TRUE(headers[2].ends_with(
        "Signature=85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead"))
        << headers[2];
}

TEST(AwsSignature, IsThatOfTheDocumentedExample) {
    AwsRequest list_users;
    list_users.method = "GET";
    list_users.query = {{"Action", "ListUsers"}, {"Version", "2010-05-08"}};
    list_users.headers = {{"Host", "iam.amazonaws.com"},
                          {"Content-Type", "application/x-www-form-urlencoded; charset=utf-8"}};
    const auto headers =
        sign_aws_request(list_users, {"us-east-1", "iam"}, suite_credentials, suite_time());
    EXPECT_EQ(headers.back(),
              "Authorization: AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/"
              "aws4_request, SignedHeaders=content-type;host;x-amz-date, "
              "Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7");
}

}  // namespace
}  // namespace standby::notify
