#include "http/server/message.hpp"

#include "http/server/target.hpp"

namespace standby::http {

std::string_view Request::header(std::string_view name) const {
    for (const auto& [key, value] : headers) {
        if (key == name) {
            return value;
        }
    }
    return {};
}

std::optional<std::string> Request::parameter(std::string_view name) const {
    std::string_view rest = query;
    while (!rest.empty()) {
        const std::size_t end = rest.find('&');
        const std::string_view pair = rest.substr(0, end);
        rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
        const std::size_t equals = pair.find('=');
        if (wire::decode_form(pair.substr(0, equals)) == name) {
            return equals == std::string_view::npos ? std::string{}
                                                    : wire::decode_form(pair.substr(equals + 1));
        }
    }
    return std::nullopt;
}

}  // namespace standby::http
