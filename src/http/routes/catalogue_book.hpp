// The catalogues of businesses as this node knows them. Every join and every freed slot asks, so
// they are kept for a few seconds instead of being read each time; what this node changes counts at
// once, what another one changes a moment later.
#pragma once

#include "base/guarded.hpp"
#include "interchange/catalogue/offered_names.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace standby::http {

class CatalogueBook {
public:
    static constexpr Duration kept_for = std::chrono::seconds{5};
    static constexpr std::size_t accounts_max = 10'000;

    // Whether the caller is to read it now, and then calls `put` or `give_up`. While one reads what
    // has become old, the others go on with that. `now` is time that only runs forward.
    bool is_due(engine::AccountNumber account, Time now) {
        return books_.with([&](Books& books) {
            const auto found = books.find(account);
            if (found == books.end()) {
                return true;
            }
            Kept& kept = found->second;
            if (kept.is_being_read || now - kept.read_at < kept_for) {
                return false;
            }
            kept.is_being_read = true;
            return true;
        });
    }
    void put(engine::AccountNumber account, std::vector<engine::CatalogueItem> items, Time now) {
        interchange::OfferedNames names{std::move(items)};
        books_.with([&](Books& books) {
            if (books.size() >= accounts_max && !books.contains(account)) {
                books.clear();
            }
            books[account] = {.names = std::move(names), .read_at = now, .is_being_read = false};
        });
    }
    // It could not be read this time.
    void give_up(engine::AccountNumber account) {
        books_.with([&](Books& books) {
            if (const auto found = books.find(account); found != books.end()) {
                found->second.is_being_read = false;
            }
        });
    }
    // Calls `use` with the names; with none where they are not known. It must be quick.
    template <class Use>
    auto with(engine::AccountNumber account, Use&& use) const {
        return books_.with([&](const Books& books) {
            static const interchange::OfferedNames nothing;
            const auto found = books.find(account);
            return use(found == books.end() ? nothing : found->second.names);
        });
    }

private:
    struct Kept {
        interchange::OfferedNames names;
        Time read_at{};
        bool is_being_read = false;
    };
    using Books = std::unordered_map<engine::AccountNumber, Kept>;
    Guarded<Books> books_;
};

}  // namespace standby::http
