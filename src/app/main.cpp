// The entry point: hands over the arguments and the process's own streams. Started by itself to
// read what strangers sent, it does only that.
#include "app/command_line.hpp"
#include "app/service/zones.hpp"
#include "intake/calendar/calendar_job.hpp"
#include "intake/jobs.hpp"

#include <unistd.h>

#include <iostream>
#include <string_view>
#include <vector>

int main(int argument_count, char** argument_values) {
    const std::vector<std::string_view> arguments(argument_values + (argument_count > 0 ? 1 : 0),
                                                  argument_values + argument_count);
    if (standby::intake::asks_for_reader(arguments)) {
        standby::intake::set_calendar_zones([] { return standby::app::read_zones(); });
        return standby::intake::run_reader(arguments, standby::intake::reader_jobs());
    }
    std::ios::sync_with_stdio(false);
    standby::app::Console console{.output = std::cout,
                                  .errors = std::cerr,
                                  .input = std::cin,
                                  .asks = ::isatty(STDIN_FILENO) == 1,
                                  .is_seen = ::isatty(STDOUT_FILENO) == 1};
    return standby::app::run_command_line(arguments, console);
}
