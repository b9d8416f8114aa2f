// The program that reads strangers' mails, started by the server and by nobody else. It has the
// libraries for pictures and documents, so that the server does not.
#include "scans/scan_jobs.hpp"

#include <cstdio>
#include <string_view>
#include <vector>

int main(int argument_count, char** argument_values) {
    const std::vector<std::string_view> arguments(argument_values + (argument_count > 0 ? 1 : 0),
                                                  argument_values + argument_count);
    if (!standby::intake::asks_for_reader(arguments)) {
        std::fputs("This is a part of standby, which starts it by itself.\n", stderr);
        return 64;
    }
    return standby::intake::run_reader(arguments, standby::scans::scan_jobs());
}
