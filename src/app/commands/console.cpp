#include "app/commands/console.hpp"

namespace standby::app {

int complain(Console& console, const Complaint& complaint) {
    console.output.flush();
    console.errors << "standby: " << complaint.sentence
                   << (complaint.sentence.ends_with('.') ? "\n" : ".\n");
    return complaint.exit_code;
}

Result<void, Complaint> confirm(Console& console, Style style, std::string_view question,
                                std::string_view nothing_done) {
    if (!console.asks || style == Style::Json) {
        return fail(std::string(nothing_done) + ": add --yes to confirm");
    }
    console.output << question << " [y/N] " << std::flush;
    std::string answer;
    std::getline(console.input, answer);
    if (answer != "y" && answer != "Y" && answer != "yes") {
        return fail(nothing_done);
    }
    return {};
}

}  // namespace standby::app
