// What ties a business to other systems: a sheet that staff edit, a calendar, an import, a mailbox.
// Kept here are how each is set up, how far it has been read, what was seen of it (its items), and
// cards that ask staff for a decision. What the texts mean is known to whoever reads them.
// Nothing of this is about people: an item or a card names entries by their numbers and compares
// what somebody typed by keyed hashes.
#pragma once

#include "base/result.hpp"
#include "base/time.hpp"
#include "core/model/ids.hpp"
#include "engine/ports/store.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace standby::engine {

inline constexpr std::size_t connections_per_list_max = 20;
inline constexpr std::size_t connection_items_max = 200'000;

// On disk: the numbers never change. Those that only a newer version knows are left to it.
enum class ConnectionKind : std::uint8_t {
    Sheet = 1,
    Calendar = 2,
    Import = 3,
    Mailbox = 4,
    PaymentProvider = 7,
    BookingSystem = 8,
};

struct Connection {
    std::uint64_t number = 0;
    AccountNumber account;
    core::ResourceNumber resource;  // 0: it is about the whole account
    ConnectionKind kind = ConnectionKind::Sheet;
    std::string settings;  // JSON, without secrets
    std::vector<std::byte>
        sealed;  // secrets, with a key that the store does not know; may be empty
    Time created_at{};
    Time changed_at{};
    friend bool operator==(const Connection&, const Connection&) = default;
};

// How far a connection has been read. The mark is new with every look that is kept, so that of two
// nodes that look at the same time only one is heard.
struct ConnectionState {
    std::uint64_t mark = 0;
    std::string state;  // JSON
    std::optional<Time> looked_at;
    friend bool operator==(const ConnectionState&, const ConnectionState&) = default;
};

struct ConnectionItem {
    std::string key;  // within the connection
    std::string data;
    friend bool operator==(const ConnectionItem&, const ConnectionItem&) = default;
};

// Something that only staff can decide. Settled once, by whoever comes first.
struct ConnectionCard {
    std::uint64_t number = 0;  // drawn at random by whoever makes it: 1 to 2^53
    AccountNumber account;
    core::ResourceNumber resource;  // 0: of no list
    std::uint64_t connection = 0;
    std::string kind;
    std::string data;  // JSON
    Time made_at{};
    std::optional<Time> settled_at;
    std::string outcome;  // of a settled one
    friend bool operator==(const ConnectionCard&, const ConnectionCard&) = default;
};

// What came of one look: all or nothing.
struct ConnectionLook {
    std::uint64_t connection = 0;
    std::uint64_t replaces = 0;  // the mark it was based on; 0: there was no look before
    std::uint64_t mark = 0;      // any other number but 0 that is not likely to be drawn twice
    std::string state;
    Time looked_at{};
    std::vector<ConnectionItem> items;    // replace those of the same keys
    std::vector<std::string> dropped;     // keys of items that go
    std::vector<ConnectionCard> cards{};  // new ones
};

class Connections {
public:
    virtual ~Connections() = default;

    // Of all accounts, by number.
    virtual Result<std::vector<Connection>, StoreError> connections(ConnectionKind kind) = 0;
    // `number` is given by the registry, and never given again.
    virtual Result<Connection, StoreError> add_connection(const Connection& connection) = 0;
    // Replaces settings, secrets and the time of the change. False: the account has no such
    // connection.
    virtual Result<bool, StoreError> change_connection(const Connection& connection) = 0;
    // With its state, items and cards. False: the account has no such connection.
    virtual Result<bool, StoreError> remove_connection(AccountNumber account, std::uint64_t number,
                                                       Time now) = 0;

    // Empty, with mark 0, before the first look.
    virtual Result<ConnectionState, StoreError> connection_state(std::uint64_t connection) = 0;
    // By key, ascending, after `after`, at most `limit`.
    virtual Result<std::vector<ConnectionItem>, StoreError>
    connection_items(std::uint64_t connection, std::string_view after, std::size_t limit) = 0;
    // False, and nothing changes, when the mark is not the one it was based on, or the connection
    // is gone.
    virtual Result<bool, StoreError> save_look(const ConnectionLook& look) = 0;

    // Those of the account that are not settled, by number, after `after`, at most `limit`.
    virtual Result<std::vector<ConnectionCard>, StoreError>
    open_cards(AccountNumber account, std::uint64_t after, std::size_t limit) = 0;
    virtual Result<std::optional<ConnectionCard>, StoreError>
    connection_card(AccountNumber account, std::uint64_t number) = 0;
    // False: there is no such card, or somebody settled it before.
    virtual Result<bool, StoreError> settle_card(AccountNumber account, std::uint64_t number,
                                                 std::string_view outcome, Time now) = 0;
};

}  // namespace standby::engine
