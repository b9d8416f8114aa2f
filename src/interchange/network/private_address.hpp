// Which addresses belong to the public internet. A URL that a customer typed must not reach our own
// machine, our own network, or the address where a cloud hands out its credentials.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace standby::interchange {

using Ipv4Address = std::array<std::uint8_t, 4>;
using Ipv6Address = std::array<std::uint8_t, 16>;

[[nodiscard]] bool is_public_address(const Ipv4Address& address);
// An IPv6 address that stands for an IPv4 address is judged by that one.
[[nodiscard]] bool is_public_address(const Ipv6Address& address);
// "93.184.215.14", "2606:2800::1"; a text that is no address is not public.
[[nodiscard]] bool is_public_address(const std::string& text);
// What a socket is about to be connected to: a sockaddr of either family and its bytes. Any other
// family is not public.
[[nodiscard]] bool is_public_socket_address(int family, const void* address, std::size_t size);

}  // namespace standby::interchange
