#include "http/api/body.hpp"

namespace standby::http {

Result<JsonDocument, Problem> read_object(std::string_view text, EmptyBody empty) {
    const bool is_blank = text.find_first_not_of(" \t\r\n") == std::string_view::npos;
    auto document = read_json(is_blank && empty == EmptyBody::IsAnObject ? "{}" : text);
    if (!document) {
        return std::unexpected(problem(ProblemType::MalformedJson,
                                       "Reading stopped: " + document.error().text() + '.'));
    }
    if (document->root().type != JsonType::Object) {
        return std::unexpected(invalid("body", "must be a JSON object"));
    }
    return std::move(*document);
}

}  // namespace standby::http
