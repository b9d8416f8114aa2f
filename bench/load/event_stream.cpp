// Lines end with LF here, with or without CR before it, which is what servers send.
#include "bench/load/event_stream.hpp"

#include <utility>

namespace standby::bench::load {

bool EventStream::take(std::string_view& input) {
    if (std::exchange(is_delivered_, false)) {
        name_ = "message";
        has_data_ = false;
    }
    while (!input.empty()) {
        const std::size_t end = input.find('\n');
        if (end == std::string_view::npos) {
            // The rest of a data line is never looked at, so it need not be kept.
            if (!partial_.starts_with("data:")) {
                partial_ += input;
            }
            input = {};
            return false;
        }
        std::string_view line = input.substr(0, end);
        if (!partial_.empty()) {
            partial_ += line;
            line = partial_;
        }
        input.remove_prefix(end + 1);
        if (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        if (line.empty() && has_data_) {
            partial_.clear();
            is_delivered_ = true;
            return true;
        }
        read_line(line);
        partial_.clear();
    }
    return false;
}

void EventStream::read_line(std::string_view line) {
    if (line.empty()) {  // an event without data is no event
        name_ = "message";
        return;
    }
    const std::size_t colon = line.find(':');
    const std::string_view field = line.substr(0, colon);
    std::string_view value;
    if (colon != std::string_view::npos) {
        value = line.substr(colon + 1);
        value.remove_prefix(value.starts_with(' ') ? 1 : 0);
    }
    if (field == "data") {
        has_data_ = true;
    } else if (field == "event") {
        name_ = value.empty() ? "message" : value;
    } else if (field == "id") {
        id_ = value;
    }
}

}  // namespace standby::bench::load
