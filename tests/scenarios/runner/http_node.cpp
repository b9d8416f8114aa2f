#include "tests/scenarios/runner/http_node.hpp"

#include "base/assert.hpp"
#include "tests/scenarios/runner/http_json.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <filesystem>
#include <system_error>
#include <utility>

namespace standby::scenarios {
namespace {

constexpr int status_ok = 200;
constexpr std::string_view staff_key = "sk_stories_over_http_0123456789abcdef";

// In memory where that is possible: a database there is as safe from the end of its process as one
// on a disk, and ten times as fast.
std::filesystem::path place_for_folders() {
    const std::filesystem::path memory = "/dev/shm";
    return std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path();
}

std::string make_folder() {
    std::string pattern = (place_for_folders() / "standby-story-XXXXXX").string();
    const char* made = ::mkdtemp(pattern.data());
    ASSERT(made != nullptr);
    return pattern;
}

}  // namespace

HttpNode::HttpNode(std::string binary, std::vector<std::string> flags)
    : settings_{std::move(binary), make_folder(), std::string(staff_key), std::move(flags)} {}

HttpNode::~HttpNode() {
    server_.kill();
    std::error_code ignored;
    std::filesystem::remove_all(settings_.data_folder, ignored);
}

Result<void, std::string> HttpNode::start(Time now) {
    TRY(begin_start(now));
    return finish_start();
}

Result<void, std::string> HttpNode::begin_start(Time now) {
    client_.reset();
    return server_.launch(settings_, now);
}

Result<void, std::string> HttpNode::finish_start() {
    TRY(server_.wait_until_it_listens());
    client_.emplace(server_.address());
    return {};
}

Result<void, std::string> HttpNode::stop() {
    client_.reset();
    return server_.stop();
}

void HttpNode::kill() {
    client_.reset();
    server_.kill();
}

Result<HttpAnswer, std::string> HttpNode::call(HttpCall call) {
    if (!client_) {
        return std::unexpected("the server does not run");
    }
    if (call.credential.empty()) {
        call.credential = settings_.api_key;
    }
    return client_->call(call);
}

Result<ClockAnswer, std::string> HttpNode::move_clock(Time to) {
    HttpAnswer answer = TRY(call({"POST", "/test/clock", json_of({{"to", format_time(to)}}), ""}));
    const Json json = TRY(Json::read(std::move(answer.body)));
    if (answer.status != status_ok) {
        return std::unexpected(
            fmt::format("the clock is not moved: {}", text_in(json.root(), "detail")));
    }
    ClockAnswer moved;
    if (const auto next = parse_time(text_in(json.root(), "next"))) {
        moved.next = *next;
    }
    if (const JsonValue* shards = member(json.root(), "shards")) {
        for (const JsonValue& shard : shards->items) {
            moved.shards.push_back(static_cast<engine::ShardNumber>(shard.integer));
        }
    }
    return moved;
}

Result<void, std::string> HttpNode::use_relay(Relay relay) {
    HttpAnswer answer =
        TRY(call({"POST", "/test/relay", relay == Relay::Prompt ? "prompt" : "by_hand", ""}));
    if (answer.status != status_ok) {
        return std::unexpected(fmt::format("the relay is not told: {}", answer.body));
    }
    return {};
}

}  // namespace standby::scenarios
