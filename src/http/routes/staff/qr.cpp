// A link of ours as a picture that a phone's camera reads.
#include "http/pages/qr.hpp"

#include "http/api/body.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"

namespace standby::http {

// Sent as a body, because a link may let its reader in and an address stands in logs. Of our own
// links only: what our pages show to be scanned leads nowhere else.
Task<Answer> draw_qr(Call& call) {
    const std::string url = CO_TRY(read_body<std::string>(call.request.body, [](FieldReader& reader,
                                                                                std::string& text) {
        reader.require("url");
        text = reader.text("url", {.length_max = qr_bytes_max, .may_be_blank = false}).value_or("");
    }));
    if (!url.starts_with(call.shared.options.public_url + "/")) {
        co_return refuse_field("url", "must be a link to this server");
    }
    co_return json_response(
        200, json_object([&](JsonWriter& writer) { writer.text("qr_svg", qr_svg(url)); }));
}

}  // namespace standby::http
