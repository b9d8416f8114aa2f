// Google's API as a script on loopback: what is asked for, what is made of the answers, and a token
// that whoever has the public key believes.
#include "intake/calendar/google.hpp"

#include "base/guarded.hpp"
#include "base/text_coding.hpp"
#include "intake/calendar/calendar_test_support.hpp"
#include "intake/google/google_login.hpp"
#include "interchange/network/little_server_test_support.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

#include <memory>

namespace standby::intake {
namespace {

using interchange::LittleServer;
using interchange::Peer;
using testing::HasSubstr;

struct FreeKey {
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
};
using Key = std::unique_ptr<EVP_PKEY, FreeKey>;

std::string pem_of(EVP_PKEY* key) {
    BIO* bio = BIO_new(BIO_s_mem());
    PEM_write_bio_PrivateKey(bio, key, nullptr, nullptr, 0, nullptr, nullptr);
    char* data = nullptr;
    const long size = BIO_get_mem_data(bio, &data);
    std::string text(data, static_cast<std::size_t>(size));
    BIO_free(bio);
    return text;
}

std::string key_file(const std::string& pem, const std::string& token_url) {
    std::string escaped;
    for (const char one : pem) {
        escaped += one == '\n' ? std::string("\\n") : std::string(1, one);
    }
    return "{\"type\":\"service_account\",\"client_email\":\"standby@p.example\","
           "\"private_key_id\":\"k1\",\"private_key\":\"" +
           escaped + "\",\"token_uri\":\"" + token_url + "\"}";
}

TEST(GoogleKey, SignsWhatItsPublicHalfBelieves) {
    const Key key(EVP_RSA_gen(2048));
    const auto read = read_google_key(key_file(pem_of(key.get()), "https://oauth.example/token"));
    ASSERT_TRUE(read);
    const auto token = sign_for_google(*read, "https://www.googleapis.com/auth/calendar.events",
                                       at("2026-11-19T08:00:00Z"));
    ASSERT_TRUE(token);
    const std::size_t end = token->rfind('.');
    const auto signature = decode_base64url(token->substr(end + 1));
    ASSERT_TRUE(signature);
    const std::string text = token->substr(0, end);
    EVP_MD_CTX* context = EVP_MD_CTX_new();
    EVP_DigestVerifyInit(context, nullptr, EVP_sha256(), nullptr, key.get());
    EXPECT_EQ(
        EVP_DigestVerify(
            context, static_cast<const unsigned char*>(static_cast<const void*>(signature->data())),
            signature->size(),
            static_cast<const unsigned char*>(static_cast<const void*>(text.data())), text.size()),
        1);
    EVP_MD_CTX_free(context);
    const auto claims = decode_base64url(text.substr(text.find('.') + 1));
    std::string words;
    for (const std::byte one : *claims) {
        words.push_back(static_cast<char>(one));
    }
    EXPECT_THAT(words, HasSubstr("\"iss\":\"standby@p.example\""));
    EXPECT_THAT(words, HasSubstr("\"exp\":1795078800"));
    EXPECT_FALSE(read_google_key("{}"));
    EXPECT_FALSE(sign_for_google({.email = "a", .id = "k", .private_key = "x", .token_url = "y"},
                                 "scope", at("2026-11-19T08:00:00Z")));
}

// Answers in turn; the token's own address gives a token whenever it is asked.
class FakeGoogle {
public:
    struct Turn {
        std::string status;
        std::string body;
    };
    explicit FakeGoogle(std::vector<Turn> turns) : turns_(std::move(turns)) {}

    std::string address() const { return server_.address(); }
    std::vector<std::string> asked() const { return asked_.copy(); }

private:
    void serve(Peer& peer) {
        std::string first;
        std::size_t size = 0;
        while (auto line = peer.read_line()) {
            if (first.empty()) {
                first = *line;
            }
            if (line->starts_with("Content-Length: ")) {
                size = std::stoul(line->substr(16));
            }
            if (line->empty()) {
                peer.read_bytes(size);
                answer(peer, first);
                first.clear();
                size = 0;
            }
        }
    }
    void answer(Peer& peer, const std::string& request) {
        Turn turn{"200 OK", R"({"access_token":"t","expires_in":3600})"};
        if (request.find(" /token ") == std::string::npos) {
            const std::size_t number = asked_.with([&](std::vector<std::string>& all) {
                all.push_back(request);
                return all.size() - 1;
            });
            turn = number < turns_.size() ? turns_[number] : Turn{"500 Oops", ""};
        }
        peer.write("HTTP/1.1 " + turn.status + "\r\nContent-Length: " +
                   std::to_string(turn.body.size()) + "\r\n\r\n" + turn.body);
    }

    std::vector<Turn> turns_;
    Guarded<std::vector<std::string>> asked_;
    LittleServer server_{[this](Peer& peer) { serve(peer); }};
};

TEST(Google, IsAskedForChangesAndForEverythingWhenItForgot) {
    const std::string ada = R"({"id":"a","status":"confirmed","summary":"Colour - Ada",)"
                            R"("start":{"dateTime":"2026-11-22T13:00:00+01:00"},)"
                            R"("end":{"dateTime":"2026-11-22T14:00:00+01:00"}})";
    FakeGoogle google(
        {{"200 OK", R"({"nextPageToken":"p","items":[)" + ada + "]}"},
         {"200 OK", R"({"nextSyncToken":"s1","items":[]})"},
         {"200 OK", R"({"nextSyncToken":"s2","items":[{"id":"a","status":"cancelled"}]})"},
         {"410 Gone", "{}"},
         {"200 OK", R"({"nextSyncToken":"s3","items":[]})"}});
    const Key key(EVP_RSA_gen(2048));
    interchange::WebClient web(
        {.private_places = interchange::PrivatePlaces({google.address()}), .ca_file = {}});
    const std::string base = "http://" + google.address();
    const CalendarSettings settings{.kind = CalendarKind::Google, .url = base, .calendar = "c@g"};
    const CalendarSecrets secrets{.password = {},
                                  .key_file = key_file(pem_of(key.get()), base + "/token")};
    const CalendarReading reading = reading_of("2026-11-19T00:00:00Z", "2027-05-01T00:00:00Z");
    SourceState state;
    CalendarMemory memory;
    const auto look = [&] {
        return look_at_google(web, {.settings = settings,
                                    .secrets = secrets,
                                    .state = state,
                                    .memory = memory,
                                    .reading = reading,
                                    .now = at("2026-11-19T08:00:00Z"),
                                    .slot_of = [](const Occurrence&) { return core::Slot{}; }});
    };
    const auto first = look();
    ASSERT_TRUE(first);
    EXPECT_TRUE(first->look.is_whole);
    ASSERT_EQ(first->look.changed.size(), 1u);
    EXPECT_EQ(first->look.changed[0].second.times[0].starts_at, at("2026-11-22T12:00:00Z"));
    EXPECT_THAT(google.asked()[0], HasSubstr("/calendars/c%40g/events?singleEvents=true"));
    EXPECT_THAT(google.asked()[1], HasSubstr("pageToken=p"));
    state = first->state;
    const auto second = look();
    ASSERT_TRUE(second);
    EXPECT_FALSE(second->look.is_whole);
    EXPECT_THAT(second->look.deleted, testing::ElementsAre("a"));
    EXPECT_THAT(google.asked()[2], HasSubstr("syncToken=s1"));
    state = second->state;
    const auto third = look();  // a forgotten token is a look at everything
    ASSERT_TRUE(third);
    EXPECT_TRUE(third->look.is_whole);
    EXPECT_EQ(third->state.token, "s3");
}

TEST(Google, WritesUnderAnIdOfItsOwnOnce) {
    FakeGoogle google({{"409 Conflict", "{}"}, {"200 OK", "{}"}, {"403 Forbidden", "{}"}});
    const Key key(EVP_RSA_gen(2048));
    interchange::WebClient web(
        {.private_places = interchange::PrivatePlaces({google.address()}), .ca_file = {}});
    const std::string base = "http://" + google.address();
    const CalendarSettings settings{.kind = CalendarKind::Google, .url = base, .calendar = "c"};
    const CalendarSecrets secrets{.password = {},
                                  .key_file = key_file(pem_of(key.get()), base + "/token")};
    const ClaimedAppointment claimed{.uid = "standby-opn_1-1",
                                     .slot = {},
                                     .title = "Colour",
                                     .description = {},
                                     .stamp = at("2026-11-19T08:00:00Z")};
    const auto written = write_to_google(web, settings, secrets, claimed);
    ASSERT_TRUE(written);
    EXPECT_EQ(*written, google_event_id("standby-opn_1-1"));
    EXPECT_EQ(written->find_first_not_of("0123456789abcdefghijklmnopqrstuv"), std::string::npos);
    EXPECT_THAT(google.asked()[1], HasSubstr("PUT /calendars/c/events/" + *written));
    EXPECT_EQ(write_to_google(web, settings, secrets, claimed).error(),
              interchange::WebProblem::Forbidden);
}

}  // namespace
}  // namespace standby::intake
