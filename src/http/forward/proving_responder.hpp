// The answer to a request that another node passed on: proven as it goes over the wire, so that it
// is compressed here and not later.
#pragma once

#include "http/forward/forwarder.hpp"
#include "http/server/content_coding.hpp"
#include "http/server/message.hpp"

#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace standby::http {

class ProvingResponder final : public Responder {
public:
    // The forwarder must outlive it.
    ProvingResponder(std::unique_ptr<Responder> inner, const Forwarder& forwarder, Hop hop,
                     wire::ContentCoding coding)
        : inner_(std::move(inner)), forwarder_(forwarder), hop_(std::move(hop)), coding_(coding) {}

    void send(Response response) override {
        const bool has_no_body = response.status == 204 || response.status == 304;
        if (has_no_body) {
            response.body.clear();
        }
        if (std::exchange(response.compressible, false)) {
            compress(response);
        }
        forwarder_.prove(response, hop_);
        inner_->send(std::move(response));
    }
    // What comes on a stream is not proven: it changes nothing, and ends with its connection.
    std::shared_ptr<EventStream> stream(std::function<void()> closed) override {
        return inner_->stream(std::move(closed));
    }

private:
    void compress(Response& response) const {
        for (const auto& [name, value] : response.headers) {
            if (name == "Content-Encoding") {
                return;
            }
        }
        response.headers.emplace_back("Vary", "Accept-Encoding");
        if (coding_ == wire::ContentCoding::Identity ||
            response.body.size() < wire::compressed_size_min) {
            return;
        }
        if (std::string packed = wire::compress(response.body, coding_); !packed.empty()) {
            response.body = std::move(packed);
            response.headers.emplace_back("Content-Encoding",
                                          std::string(wire::coding_name(coding_)));
        }
    }

    const std::unique_ptr<Responder> inner_;
    const Forwarder& forwarder_;
    const Hop hop_;
    const wire::ContentCoding coding_;
};

}  // namespace standby::http
