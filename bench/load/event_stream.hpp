// Splits the body of a server-sent event stream into its events. What an event says does not matter
// to a load generator; that it came, its name and its id do.
#pragma once

#include <string>
#include <string_view>

namespace standby::bench::load {

class EventStream {
public:
    // Reads the input up to the end of the next event and returns true, or to its own end and
    // returns false. The input afterwards begins behind what was read.
    bool take(std::string_view& input);

    // Of the event that take() found, until it is called again. The id is the last one that the
    // stream gave, the name is "message" where the event has none.
    [[nodiscard]] std::string_view name() const { return name_; }
    [[nodiscard]] std::string_view id() const { return id_; }

private:
    void read_line(std::string_view line);

    std::string partial_;  // the beginning of a line whose end has not arrived
    std::string name_ = "message";
    std::string id_;
    bool has_data_ = false;
    bool is_delivered_ = false;  // the next line begins another event
};

}  // namespace standby::bench::load
