// Answers with embedded files: the form of the file that the client likes best, how long it may be
// kept, and "not modified" for those who have it already.
#pragma once

#include "http/assets/assets.hpp"
#include "http/server/message.hpp"

#include <string_view>

namespace standby::http {

// Pages of other origins load this one; everything else is for our own.
inline constexpr std::string_view widget_path = "/widget.js";

// The form of the asset that the client likes best, or 304, with nothing said about keeping it.
// Each form (plain, gzip, Brotli) has an entity tag of its own, because a strong tag stands for
// bytes; If-None-Match is compared with that of the form that would be sent.
Response negotiated_response(const Asset& asset, const Request& request);
// The same for GET of the asset.
Response asset_response(const Asset& asset, const Request& request);

// The staff app may run our own scripts and styles, talk to us, and nothing else.
inline constexpr std::string_view staff_security_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'";

// GET /staff and what is below it: the app, which reads the rest of the path itself; a sentence
// about how to get it in a binary that was built without the web pages.
Response staff_response(const Request& request);

// Is that path a page of the staff app? /staff and what is below it, but for names of files.
bool is_staff_page(std::string_view path);

// GET /favicon.svg and GET /robots.txt.
Response icon_response();
Response robots_response();

}  // namespace standby::http
