// JSON by hand: it is little, and always the same.
#include "bench/load/report.hpp"

#include <fmt/core.h>

namespace standby::bench::load {

std::string latency_json(const Histogram& histogram) {
    const auto milliseconds = [](auto duration) { return static_cast<double>(duration) / 1e6; };
    const auto quantile = [&](double share) { return milliseconds(histogram.quantile(share)); };
    return fmt::format(R"({{"p50_ms":{:.4f},"p90_ms":{:.4f},"p99_ms":{:.4f},"p999_ms":{:.4f},)"
                       R"("max_ms":{:.4f},"mean_ms":{:.4f}}})",
                       quantile(0.5), quantile(0.9), quantile(0.99), quantile(0.999),
                       milliseconds(histogram.maximum()), milliseconds(histogram.mean()));
}

std::string statuses_json(const StatusCounts& counts) {
    std::string text;
    for (std::size_t status = 0; status < counts.size(); ++status) {
        if (counts[status] > 0) {
            text += fmt::format(R"({}"{}":{})", text.empty() ? "" : ",", status, counts[status]);
        }
    }
    return "{" + text + "}";
}

std::string in_quotes(std::string_view text) {
    std::string result = "\"";
    for (const char letter : text) {
        if (letter == '"' || letter == '\\') {
            result += '\\';
            result += letter;
        } else if (static_cast<unsigned char>(letter) < ' ') {
            result += fmt::format("\\u{:04x}", static_cast<unsigned>(letter));
        } else {
            result += letter;
        }
    }
    return result + "\"";
}

double rate_of(std::uint64_t count, Nanoseconds duration) {
    return duration <= 0 ? 0 : static_cast<double>(count) / to_seconds(duration);
}

}  // namespace standby::bench::load
