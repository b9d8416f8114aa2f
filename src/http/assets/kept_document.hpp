// Documents that are the same for everybody, such as the API's description: written and compressed
// once, when they are first asked for. Compressing one for each request would let anybody keep the
// I/O threads busy for the price of a GET.
#pragma once

#include "base/guarded.hpp"
#include "http/assets/assets.hpp"
#include "http/server/message.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace standby::http {

class KeptDocument {
public:
    // An answer of status 200 without an entity tag.
    explicit KeptDocument(Response document);
    KeptDocument(const KeptDocument&) = delete;
    KeptDocument& operator=(const KeptDocument&) = delete;

    // The form that the client likes best, or 304 when it has that one.
    Response response_to(const Request& request) const;

private:
    Response head_;  // the answer without its body
    std::string plain_;
    std::string gzip_;
    std::string brotli_;
    std::string etag_;
    Asset forms_;  // points into the four above
};

// Documents by name. Any thread may ask. They stay for good, so a name must be one of few.
class DocumentShelf {
public:
    using Make = std::function<Response()>;
    Response find(std::string_view name, const Request& request, const Make& make);

private:
    using Documents = std::map<std::string, std::unique_ptr<const KeptDocument>, std::less<>>;
    Guarded<Documents> documents_;
};

}  // namespace standby::http
