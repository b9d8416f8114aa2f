// Signing in to Google's APIs: a service account, whose key file an owner gives us, signs for
// itself and gets a token that is good for an hour.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "interchange/web/web_client.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace standby::intake {

// What a key file says. Nothing when it is none.
struct GoogleKey {
    std::string email;
    std::string id;
    std::string private_key;  // PEM
    std::string token_url;
};
std::optional<GoogleKey> read_google_key(std::string_view text);
// A JSON Web Token that the key signs (RS256), good for an hour. Nothing for a key that cannot.
std::optional<std::string> sign_for_google(const GoogleKey& key, std::string_view scope, Time now);

// For the scope; kept with the client that it was got by.
Result<std::string, interchange::WebProblem> google_token(interchange::WebClient& web,
                                                          const std::string& key_file,
                                                          std::string_view scope, Time now);
// What is wrong with an answer; nothing for a good one. Too many questions are Busy, whatever the
// status says.
std::optional<interchange::WebProblem> problem_of_google(const interchange::WebAnswer& answer);

// A token that is refused before its time was taken back: the next call gets another one.
void forget_refused_token(interchange::WebClient& web, interchange::WebProblem problem);

}  // namespace standby::intake
