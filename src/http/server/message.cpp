#include "http/server/message.hpp"

#include "base/form.hpp"

namespace standby::http {

std::string_view Request::header(std::string_view name) const {
    const std::string* found = find_field(headers, name);
    return found == nullptr ? std::string_view{} : *found;
}

std::optional<std::string> Request::parameter(std::string_view name) const {
    const auto fields = decode_form(query, query.size());
    const std::string* found = fields ? find_field(*fields, name) : nullptr;
    return found == nullptr ? std::nullopt : std::optional(*found);
}

}  // namespace standby::http
