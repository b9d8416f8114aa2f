#include "http/assets/kept_document.hpp"

#include "base/sha256.hpp"
#include "http/assets/asset_response.hpp"
#include "http/server/content_coding.hpp"

#include <span>
#include <utility>

namespace standby::http {
namespace {

constexpr std::size_t tag_bytes = 16;

std::string compressed(std::string_view text, wire::ContentCoding coding) {
    return text.size() < wire::compressed_size_min ? std::string{} : wire::compress(text, coding);
}

std::string tag_of(std::string_view text) {
    const Sha256Digest digest = sha256(std::as_bytes(std::span(text)));
    return '"' + to_hex(std::span(digest).first(tag_bytes)) + '"';
}

}  // namespace

KeptDocument::KeptDocument(Response document)
    : head_(std::move(document)),
      plain_(std::exchange(head_.body, {})),
      gzip_(compressed(plain_, wire::ContentCoding::Gzip)),
      brotli_(compressed(plain_, wire::ContentCoding::Brotli)),
      etag_(tag_of(plain_)),
      forms_{.path = {},
             .content_type = head_.content_type,
             .plain = plain_,
             .gzip = gzip_,
             .brotli = brotli_,
             .etag = etag_} {}

Response KeptDocument::response_to(const Request& request) const {
    Response response = negotiated_response(forms_, request);
    response.headers.insert(response.headers.end(), head_.headers.begin(), head_.headers.end());
    return response;
}

Response DocumentShelf::find(std::string_view name, const Request& request, const Make& make) {
    // A document that is there stays, so it can be read without the lock.
    const KeptDocument* document = documents_.with([&](Documents& documents) {
        auto found = documents.find(name);
        if (found == documents.end()) {
            found = documents.emplace(name, std::make_unique<const KeptDocument>(make())).first;
        }
        return found->second.get();
    });
    return document->response_to(request);
}

}  // namespace standby::http
