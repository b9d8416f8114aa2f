// The whole way of a request, from its bytes to its answer: a few requests, one after the other, to
// a small world. Whatever they are, each is answered once, with a status that the API documents and
// a body that can be read; looking changes nothing; repeating a request under its key repeats its
// answer; nobody without rights learns an address; and the history holds in the end.
#include "base/json/reader.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "http/server/reply.hpp"
#include "http/server/syntax.hpp"
#include "tests/fuzz/support/check.hpp"
#include "tests/fuzz/support/input.hpp"
#include "tests/fuzz/support/world.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace standby::fuzz {
namespace {

constexpr std::array<std::uint16_t, 16> documented{200, 201, 204, 302, 303, 400, 401, 403,
                                                   404, 405, 409, 410, 413, 415, 422, 429};

bool has_header(const http::Response& response, std::string_view name) {
    return std::ranges::any_of(response.headers,
                               [&](const auto& one) { return to_lower(one.first) == name; });
}

void check_body(const http::Response& response) {
    const std::string& body = response.body;
    expect(is_utf8(body), "an answer is valid UTF-8");
    expect(!body.contains('\x1A'), "every mark is filled in", body);
    if (!response.content_type.ends_with("json")) {
        return;
    }
    const auto document = read_json(body);
    expect(document.has_value(), "an answer is JSON", body);
    expect(document->root().type == JsonType::Object, "an answer is an object", body);
    if (response.status < 400) {
        expect(response.content_type == "application/json", "an answer says its type");
        return;
    }
    expect(response.content_type == "application/problem+json", "a problem says its type");
    const JsonValue* status = document->root().find("status");
    expect(status != nullptr && status->integer == response.status, "a problem knows its status");
    const JsonValue* type = document->root().find("type");
    expect(type != nullptr && type->text.starts_with("/problems/"), "a problem has a page", body);
    const JsonValue* errors = document->root().find("errors");
    expect(response.status != 422 || type->text != "/problems/invalid" ||
               (errors != nullptr && !errors->items.empty()),
           "a 422 names a field", body);
}

void check_answer(const Said& said) {
    const http::Response& response = said.response;
    const std::string status = std::to_string(response.status);
    expect(said.answers == 1, "a request is answered once", said.request.path);
    if (said.is_stream) {
        return;
    }
    expect(std::ranges::count(documented, response.status) == 1, "the status is documented",
           status);
    expect(response.status != 405 || has_header(response, "allow"), "a 405 says what is allowed",
           said.request.path);
    expect(response.status != 429 || has_header(response, "retry-after"), "a 429 says when");
    expect(response.status != 401 || has_header(response, "www-authenticate"), "a 401 says how");
    check_body(response);
    std::string bytes;
    http::wire::append_reply(bytes, response, {}, "Sun, 15 Nov 2026 14:00:00 GMT");
    expect(bytes.starts_with("HTTP/1.1 " + status + " "), "an answer can be sent");
}

// Guests of this world have their addresses in a domain that appears nowhere else.
void check_privacy(const Said& said) {
    const http::Request& request = said.request;
    const bool has_rights = !request.header("authorization").empty() ||
                            request.query.contains("token=") || request.path.starts_with("/e/") ||
                            request.path.starts_with("/o/");
    const bool says_it = request.body.contains("secret") || request.body.contains('%') ||
                         request.path.contains("secret");
    expect(has_rights || says_it || !said.response.body.contains("secret.test"),
           "nobody without rights learns an address", said.response.body);
}

void check_repeated(World& world, std::string_view text, const Said& first) {
    const http::Request& request = first.request;
    if (request.method != "POST" || !request.path.starts_with("/v1/") ||
        request.header("idempotency-key").empty()) {
        return;
    }
    const Said again = world.ask(text);
    check_answer(again);
    if (first.response.status == 429 || again.response.status == 429) {
        return;
    }
    expect(again.response.status == first.response.status, "a repeated request has its status",
           std::to_string(first.response.status) + " then " +
               std::to_string(again.response.status) + " " + again.response.body);
    expect(again.response.body == first.response.body, "a repeated request has its answer",
           first.response.body + " then " + again.response.body);
}

void check_looking(World& world, std::string_view text) {
    const store::MemoryContent before = world.content();
    const auto fingerprints = world.fingerprints();
    const Said said = world.ask(text);
    if (said.is_refused) {
        return;
    }
    check_answer(said);
    check_privacy(said);
    expect(world.content() == before, "looking writes nothing", said.request.path);
    expect(world.fingerprints() == fingerprints, "looking changes nothing", said.request.path);
}

void run(std::string_view script) {
    World world;
    for (const std::string_view text : requests_of(script)) {
        if (text.starts_with("GET ") || text.starts_with("HEAD ")) {
            check_looking(world, text);
            continue;
        }
        const Said said = world.ask(text);
        if (said.is_refused) {
            continue;
        }
        check_answer(said);
        check_privacy(said);
        check_repeated(world, text, said);
    }
    if (!world.is_untouched()) {
        const auto findings = world.findings();
        expect(findings.empty(), "the history holds", findings.empty() ? "" : findings.front());
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    run(Input(data, size).text());
    return 0;
}

}  // namespace standby::fuzz
