// Each command is one call, after which the server does all that is due; looking is a GET.
#include "tests/scenarios/runner/http_driver.hpp"

#include "tests/scenarios/runner/http_requests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace standby::scenarios {
namespace {

constexpr int status_ok = 200;
constexpr int status_error = 400;
constexpr std::size_t page_max = 100;

Reply not_answered(std::string detail) {
    Reply reply;
    reply.refused = Refused{"bad-request", "", std::move(detail)};
    return reply;
}

std::string page_path(std::string_view resource, std::string_view list, std::size_t limit,
                      const std::string& cursor) {
    return fmt::format("/v1/resources/{}/{}?limit={}{}{}", resource, list, limit,
                       cursor.empty() ? "" : "&cursor=", cursor);
}

}  // namespace

Result<HttpDriver::Answered, std::string> HttpDriver::ask(HttpCall call) {
    HttpAnswer answer = TRY(host_->call(call));
    auto json = Json::read(std::move(answer.body));
    if (!json) {
        return std::unexpected(fmt::format("{} {} is answered with {}, and {}", call.method,
                                           call.path, answer.status, json.error()));
    }
    return Answered{answer.status, *std::move(json)};
}

Result<void, std::string> HttpDriver::go_on() {
    TRY(host_->use_relay(relay_));
    return settle();
}

Result<void, std::string> HttpDriver::settle() {
    is_stale_ = true;
    return host_->advance(*now_);
}

Result<void, std::string> HttpDriver::advance(Time to) {
    const bool is_first = !now_;
    now_ = to;
    if (!is_first) {
        return settle();
    }
    TRY(host_->start(to));
    return go_on();
}

Result<void, std::string> HttpDriver::be_down_until(Time to) {
    TRY(host_->stop());
    now_ = to;
    TRY(host_->start(to));
    return go_on();
}

Result<void, std::string> HttpDriver::restart() {
    const std::string before = TRY(shown());
    TRY(host_->restart(*now_, trails_.empty() ? std::string_view{} : trails_.back().resource));
    TRY(go_on());
    const std::string after = TRY(shown());
    if (before != after) {
        return std::unexpected(
            fmt::format("before a restart there was\n{}and after it\n{}", before, after));
    }
    return {};
}

Result<std::string, std::string> HttpDriver::shown() {
    std::string text;
    for (const Trail& trail : trails_) {
        for (const std::string& path : {"/v1/resources/" + trail.resource,
                                        page_path(trail.resource, "queue", page_max, "")}) {
            text += TRY(host_->call({"GET", path, "", ""})).body + '\n';
        }
    }
    return text;
}

void HttpDriver::use_relay(Relay relay) {
    relay_ = relay;
    if (auto told = go_on(); !told) {
        note(told.error());
    }
}

// Adds what must be asked of the server first: the code that names a referrer, and the token that
// was mailed.
Result<HttpCall, std::string> HttpDriver::complete(const Request& request) {
    Request asked = request;
    if (const auto referrer = asked.fields.extract("referrer")) {
        const Answered entry = TRY(ask({"GET", "/v1/waitlist/" + referrer.mapped(), "", ""}));
        asked.fields["referral_code"] = text_in(entry.json.root(), "referral_code");
    }
    std::optional<HttpCall> call = call_of(asked);
    if (!call) {
        return std::unexpected(fmt::format("no command is called '{}'", request.command));
    }
    call->credential = credential_of(request);
    if (request.command == "verify") {
        const Answered mailed = TRY(ask(
            {"POST", "/test/token", json_of({{"purpose", "verify"}, {"id", request.about}}), ""}));
        call->credential = text_in(mailed.json.root(), "token");
    }
    return *std::move(call);
}

std::string HttpDriver::credential_of(const Request& request) const {
    std::string_view entry;
    if (request.command == "leave") {
        entry = request.about;
    } else if (request.command == "accept" || request.command == "decline" ||
               request.command == "late_yes") {
        const auto made = made_.find(request.about);
        entry = made == made_.end() ? std::string_view{} : made->second.entry;
    }
    const auto token = tokens_.find(entry);
    return token == tokens_.end() ? std::string() : token->second;
}

Reply HttpDriver::submit(const Request& request) {
    auto call = complete(request);
    if (!call) {
        return not_answered(call.error());
    }
    const auto answered = ask(*std::move(call));
    if (!answered) {
        return not_answered(answered.error());
    }
    if (const auto settled = settle(); !settled) {
        return not_answered(settled.error());
    }
    if (answered->status >= status_error) {
        Reply reply;
        reply.refused = refused_by(answered->json.root(), request);
        return reply;
    }
    Reply reply = reply_of(answered->json.root(), answered->status, request);
    if (request.command == "create") {
        trails_.push_back({reply.resource, "", 0});
    } else if (std::string token = text_in(answered->json.root(), "token"); !token.empty()) {
        tokens_[reply.entry] = std::move(token);  // of joining, or of proving, which ends that
    }
    return reply;
}

void HttpDriver::note(std::string trouble) {
    if (trouble_.empty()) {
        trouble_ = std::move(trouble);
    }
}

std::optional<Json> HttpDriver::get(const std::string& path) {
    auto answered = ask({"GET", path, "", ""});
    if (!answered) {
        note(answered.error());
        return std::nullopt;
    }
    if (answered->status != status_ok) {
        note(fmt::format("GET {} is answered with {}: {}", path, answered->status,
                         text_in(answered->json.root(), "detail")));
        return std::nullopt;
    }
    return std::move(answered->json);
}

std::optional<EntryFacts> HttpDriver::entry(std::string_view id) {
    const auto json = get(fmt::format("/v1/waitlist/{}", id));
    if (!json) {
        return std::nullopt;
    }
    const JsonValue& entry = json->root();
    EntryFacts facts;
    facts.state = text_in(entry, "state");
    facts.position = natural_in(entry, "position");
    if (member(entry, "rank") != nullptr) {
        facts.rank = natural_in(entry, "rank");
    }
    facts.points = integer_in(entry, "points");
    facts.misses = natural_in(entry, "misses");
    facts.declines = natural_in(entry, "declines");
    const JsonValue* standing = member(entry, "standing_yes");
    facts.standing_yes = standing != nullptr && standing->boolean;
    facts.opening = text_in(entry, "opening_id");
    if (const JsonValue* offer = member(entry, "offer")) {
        facts.offer = text_in(*offer, "id");
    } else if (facts.state == "accepted") {
        events();
        const auto found = accepted_.find(id);
        facts.offer = found == accepted_.end() ? "" : found->second;
    }
    return facts;
}

std::optional<OfferFacts> HttpDriver::offer(std::string_view id) {
    const auto json = id.empty() ? std::nullopt : get(fmt::format("/v1/offers/{}", id));
    if (!json) {
        return std::nullopt;
    }
    events();
    const auto made = made_.find(id);
    OfferFacts facts;
    facts.state = text_in(json->root(), "state");
    facts.expires_at = parse_time(text_in(json->root(), "expires_at")).value_or(Time{});
    facts.send_at = made == made_.end() ? Time{} : made->second.send_at;
    return facts;
}

std::string HttpDriver::opening_state(std::string_view id) {
    const auto json = get(fmt::format("/v1/openings/{}", id));
    return json ? text_in(json->root(), "state") : std::string();
}

CountFacts HttpDriver::counts(std::string_view resource) {
    const auto json = get(fmt::format("/v1/resources/{}", resource));
    const JsonValue* counts = json ? member(json->root(), "counts") : nullptr;
    if (counts == nullptr) {
        return {};
    }
    return {natural_in(*counts, "unverified"), natural_in(*counts, "waiting"),
            natural_in(*counts, "offered"), natural_in(*counts, "accepted"),
            natural_in(*counts, "free")};
}

std::vector<std::string> HttpDriver::line(std::string_view resource, std::size_t count) {
    std::vector<std::string> entries;
    std::string cursor;
    do {
        const std::size_t limit = std::min(count - entries.size(), page_max);
        const auto json = get(page_path(resource, "queue", limit, cursor));
        const JsonValue* items = json ? member(json->root(), "items") : nullptr;
        if (items == nullptr) {
            return {};
        }
        for (const JsonValue& item : items->items) {
            entries.push_back(text_in(item, "id"));
        }
        cursor = text_in(json->root(), "next_cursor");
    } while (!cursor.empty() && entries.size() < count);
    return entries;
}

std::string HttpDriver::failed_check(std::string_view entry, std::string_view opening) {
    const auto json = get(fmt::format("/v1/waitlist/{}/explain{}{}", entry,
                                      opening.empty() ? "" : "?opening_id=", opening));
    const JsonValue* present = json ? member(json->root(), "now") : nullptr;
    if (present == nullptr) {
        return "unknown";
    }
    const std::string check = text_in(*present, "check");
    return check.empty() && text_in(*present, "eligible") != "true" ? "unknown" : check;
}

void HttpDriver::remember(const EventRecord& event) {
    if (event.type == "offer_made") {
        const Time send_at = parse_time(event.details.at("send_at")).value_or(Time{});
        made_[event.offer] = {event.entry, send_at};
    } else if (event.type == "offer_accepted") {
        accepted_[event.entry] = event.offer;
    }
}

// A page says where the next one begins only when there is one. So the page that was read before
// is asked for again, as short as it was: whether it is the last tells whether there is more.
void HttpDriver::read_trail(Trail& trail, std::vector<EventRecord>& fresh) {
    while (true) {
        const std::size_t limit = trail.read > 0 ? trail.read : page_max;
        const auto json = get(page_path(trail.resource, "audit", limit, trail.cursor));
        const JsonValue* items = json ? member(json->root(), "items") : nullptr;
        if (items == nullptr) {
            return;
        }
        for (std::size_t at = trail.read; at < items->items.size(); ++at) {
            fresh.push_back(record_of(items->items[at], trail.resource));
        }
        trail.read = items->items.size();
        std::string cursor = text_in(json->root(), "next_cursor");
        if (cursor.empty()) {
            return;
        }
        trail.cursor = std::move(cursor);
        trail.read = 0;
    }
}

const std::vector<EventRecord>& HttpDriver::events() {
    if (!std::exchange(is_stale_, false)) {
        return records_;
    }
    std::vector<EventRecord> fresh;
    for (Trail& trail : trails_) {
        read_trail(trail, fresh);
    }
    std::stable_sort(
        fresh.begin(), fresh.end(),
        [](const EventRecord& left, const EventRecord& right) { return left.at < right.at; });
    for (EventRecord& event : fresh) {
        remember(event);
        records_.push_back(std::move(event));
    }
    return records_;
}

}  // namespace standby::scenarios
