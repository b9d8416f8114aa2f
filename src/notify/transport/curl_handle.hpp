// curl's handles with an owner, and what all transfers have in common. curl's own header stays out
// of ours: to it, a handle is a pointer to void.
#pragma once

#include "notify/transport/transport.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace standby::notify {

struct CloseEasyHandle {
    void operator()(void* easy) const;
};
using EasyHandle = std::unique_ptr<void, CloseEasyHandle>;

struct CloseMultiHandle {
    void operator()(void* multi) const;
};
using MultiHandle = std::unique_ptr<void, CloseMultiHandle>;

EasyHandle make_easy_handle();
MultiHandle make_multi_handle(const TransportOptions& options);

// Forgets what the handle was used for, and sets times, certificates and protocols.
// `protocols` such as "smtp,smtps": no other one is spoken, whatever the URL says.
void prepare_handle(void* easy, const TransportOptions& options, const std::string& url,
                    const char* protocols);

// Addresses of our own network are refused at the moment of connecting, after the name is resolved,
// so that no answer of a name server can lead inside; `was_kept_outside`, which outlives the
// transfer, is set then.
void keep_outside(void* easy, bool& was_kept_outside);
inline constexpr std::string_view kept_outside_error = "the address belongs to a private network";

// A sentence about a CURLcode, without addresses and credentials.
std::string describe_failure(int code);

// "https://example.com:8443" out of a URL: who is connected to.
std::string_view origin_of(std::string_view url);

}  // namespace standby::notify
