#include "app/commands/console.hpp"

#include <ostream>

namespace standby::app {

int complain(Console& console, std::string_view sentence, int exit_code) {
    console.output.flush();
    console.errors << "standby: " << sentence << (sentence.ends_with('.') ? "\n" : ".\n");
    return exit_code;
}

}  // namespace standby::app
