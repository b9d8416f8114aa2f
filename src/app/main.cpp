// The entry point: hands the arguments over and prints the answer.
#include "app/command_line.hpp"

#include <iostream>
#include <string_view>
#include <vector>

int main(int argument_count, char** argument_values) {
    const std::vector<std::string_view> arguments(argument_values + (argument_count > 0 ? 1 : 0),
                                                  argument_values + argument_count);
    const auto answer = standby::app::answer_command_line(arguments);
    std::cout << answer.standard_output << std::flush;
    std::cerr << answer.standard_error;
    return answer.exit_code;
}
