// Opening connections to other nodes, and doing something a little later: the two things for which
// the files here need the network library.
#pragma once

#include "base/time.hpp"
#include "http/server/io_thread.hpp"
#include "http/server/transport.hpp"

#include <functional>
#include <memory>
#include <string>

namespace standby::http {

// Both are called on the I/O thread and call back there, later. `address` is "host:port"; null is
// what comes back when there is nobody, or not in time.
void connect_to(wire::IoThread& thread, const std::string& address, Duration deadline,
                wire::TlsContext* tls, std::function<void(std::unique_ptr<wire::Transport>)> done);
// The thread ends only after it has run.
void run_after(wire::IoThread& thread, Duration delay, std::function<void()> task);

}  // namespace standby::http
