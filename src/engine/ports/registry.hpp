// The control plane: accounts, keys, secrets, and which account a resource belongs to. Ordinary
// small transactions beside the shards; nothing here holds up a claim.
#pragma once

#include "base/result.hpp"
#include "base/sha256.hpp"
#include "base/time.hpp"
#include "core/model/ids.hpp"
#include "engine/ports/catalogue.hpp"
#include "engine/ports/bus_cursors.hpp"
#include "engine/ports/connections.hpp"
#include "engine/ports/correspondence.hpp"
#include "engine/ports/delivery_settings.hpp"
#include "engine/ports/event_feed.hpp"
#include "engine/ports/guest_notes.hpp"
#include "engine/ports/house_figures.hpp"
#include "engine/ports/intake_mails.hpp"
#include "engine/ports/payments.hpp"
#include "engine/ports/signing_keys.hpp"
#include "engine/ports/staff.hpp"
#include "engine/ports/staff_messages.hpp"
#include "engine/ports/staff_trail.hpp"
#include "engine/ports/store.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace standby::engine {

struct Account {
    AccountNumber number;
    std::string name;
    Time created_at{};
    friend bool operator==(const Account&, const Account&) = default;
};

// An API key. Only its prefix and its hash are kept.
struct ApiKey {
    std::uint64_t number = 0;
    AccountNumber account;
    Role role = Role::ReadOnly;
    std::string label;
    std::string prefix;
    Sha256Digest hash{};
    Time created_at{};
    std::optional<Time> revoked_at;
    friend bool operator==(const ApiKey&, const ApiKey&) = default;
};

// A secret that signs guest tokens, or hashes contacts. Retired ones still verify.
enum class SecretPurpose : std::uint8_t { GuestTokens = 1, Contacts = 2 };
struct Secret {
    std::uint32_t id = 0;
    SecretPurpose purpose = SecretPurpose::GuestTokens;
    std::vector<std::byte> bytes;
    Time created_at{};
    std::optional<Time> retired_at;
    friend bool operator==(const Secret&, const Secret&) = default;
};

class Registry : public Correspondence,
                 public Staff,
                 public StaffTrail,
                 public SigningKeys,
                 public GuestNotes,
                 public StaffMessages,
                 public Catalogues,
                 public HouseFigures,
                 public DeliverySettings,
                 public Connections,
                 public IntakeMails,
                 public Payments,
                 public EventFeeds,
                 public BusCursors {
public:
    virtual Result<Account, StoreError> create_account(std::string_view name, Time now) = 0;
    virtual Result<std::vector<Account>, StoreError> accounts() = 0;

    // `key.number` is given by the registry.
    virtual Result<ApiKey, StoreError> add_key(const ApiKey& key) = 0;
    // Of all accounts, revoked ones included, by number.
    virtual Result<std::vector<ApiKey>, StoreError> keys() = 0;
    // False when there is no such key, or it was revoked before.
    virtual Result<bool, StoreError> revoke_key(std::uint64_t number, Time now) = 0;

    virtual Result<std::vector<Secret>, StoreError> secrets() = 0;
    // Adds a secret under the next id; those of the same purpose that are in use are retired.
    virtual Result<Secret, StoreError> add_secret(SecretPurpose purpose,
                                                  std::span<const std::byte> bytes, Time now) = 0;
    // Forgets the retired ones: nothing that they signed is believed any more.
    virtual Result<void, StoreError> drop_retired_secrets(SecretPurpose purpose) = 0;

    // The number of a resource to be created. The same request key gives the same number again,
    // until Store::drop_answers forgets it.
    virtual Result<core::ResourceNumber, StoreError>
    allocate_resource(AccountNumber account, std::optional<RequestKey> key, Time now) = 0;
    // Nothing for a number that was never allocated.
    virtual Result<std::optional<AccountNumber>, StoreError>
    account_of(core::ResourceNumber resource) = 0;
};

}  // namespace standby::engine
