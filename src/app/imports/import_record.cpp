#include "app/imports/import_record.hpp"

#include "base/json/reader.hpp"
#include "base/json/writer.hpp"
#include "base/number.hpp"

#include <algorithm>

namespace standby::app {
namespace {

// `1-20,25,30-31`: a few bytes for most imports, and no more values than a JSON text may have.
std::string text_of(const TicketRuns& tickets) {
    std::string text;
    for (const auto& [first, last] : tickets.runs()) {
        text += text.empty() ? "" : ",";
        text += std::to_string(first);
        text += first == last ? "" : "-" + std::to_string(last);
    }
    return text;
}

bool read_runs(std::string_view text, TicketRuns& tickets) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(','), text.size());
        const std::string_view run = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t dash = std::min(run.find('-'), run.size());
        const auto first = parse_number<core::Ticket>(run.substr(0, dash));
        const auto last =
            dash == run.size() ? first : parse_number<core::Ticket>(run.substr(dash + 1));
        constexpr core::Ticket run_max = 10'000'000;
        if (!first || !last || *last < *first || *last - *first > run_max) {
            return false;
        }
        for (core::Ticket ticket = *first; ticket <= *last; ++ticket) {
            tickets.add(ticket);
        }
    }
    return true;
}

}  // namespace

void TicketRuns::add(core::Ticket ticket) {
    if (!runs_.empty() && runs_.back().second + 1 == ticket) {
        runs_.back().second = ticket;
    } else {
        runs_.emplace_back(ticket, ticket);
    }
    ++size_;
}

std::vector<core::Ticket> TicketRuns::some(std::uint64_t skip, std::size_t count_max) const {
    std::vector<core::Ticket> found;
    for (const auto& [first, last] : runs_) {
        const std::uint64_t length = std::uint64_t{last} - first + 1;
        if (skip >= length) {
            skip -= length;
            continue;
        }
        for (std::uint64_t at = first + skip; at <= last && found.size() < count_max; ++at) {
            found.push_back(static_cast<core::Ticket>(at));
        }
        skip = 0;
    }
    return found;
}

std::string encode_record(const ImportRecord& record) {
    return json_object([&](JsonWriter& writer) {
        writer.text("joined", text_of(record.joined));
        writer.time("finished_at", record.finished_at);
        writer.natural("removed", record.removed);
        writer.natural("kept", record.kept);
    });
}

std::optional<ImportRecord> decode_record(std::string_view text) {
    ImportRecord record;
    if (text.empty()) {
        return record;
    }
    const auto document = read_json(text);
    if (!document || document->root().type != JsonType::Object) {
        return std::nullopt;
    }
    const auto number = [&](std::string_view name) {
        const JsonValue* value = document->root().find(name);
        return value != nullptr && value->integer > 0 ? static_cast<std::uint64_t>(value->integer)
                                                      : 0;
    };
    record.removed = number("removed");
    record.kept = number("kept");
    const JsonValue* finished = document->root().find("finished_at");
    if (finished != nullptr && finished->type == JsonType::Text) {
        const auto time = parse_time(finished->text);
        if (!time) {
            return std::nullopt;
        }
        record.finished_at = *time;
    }
    const JsonValue* joined = document->root().find("joined");
    if (joined != nullptr && !read_runs(joined->text, record.joined)) {
        return std::nullopt;
    }
    return record;
}

}  // namespace standby::app
