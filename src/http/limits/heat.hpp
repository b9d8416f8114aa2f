// How much is going on lately, for each list or client: each time counts one and fades. A steady
// stream of n in the window gives n.
#pragma once

#include "base/guarded.hpp"
#include "base/time.hpp"
#include "http/limits/client_key.hpp"

#include <cstddef>
#include <map>

namespace standby::http {

class Heat {
public:
    explicit Heat(Duration window, std::size_t keys_max = 100'000)
        : window_(window), keys_max_(keys_max) {}

    // Any thread may call these.
    void count(const ClientKey& key, Time now);
    [[nodiscard]] double of(const ClientKey& key, Time now) const;
    [[nodiscard]] std::size_t size() const;

private:
    struct Level {
        double value = 0;
        Time at{};
    };
    using Levels = std::map<ClientKey, Level>;

    double faded(const Level& level, Time now) const;
    void forget_cold(Levels& levels, Time now) const;

    const Duration window_;
    const std::size_t keys_max_;
    Guarded<Levels> levels_;
};

}  // namespace standby::http
