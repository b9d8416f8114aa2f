// Mails that somebody forwarded to a list: kept as they came until they were read and a member of
// staff has said what becomes of them. They are full of personal data, so what they say is gone a
// day after that, and with the person whom it is about (Store::erase takes it out). What stays for
// a year is that they were there, so that none is taken twice.
#pragma once

#include "base/result.hpp"
#include "base/sha256.hpp"
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

// Of a larger one only the beginning is kept by whoever takes it in, or nothing.
inline constexpr std::size_t intake_mail_bytes_max = 25UZ * 1024 * 1024;
inline constexpr std::size_t intake_mails_unread_max = 20'000;  // of an account
inline constexpr std::size_t intake_cards_per_page_max = 100;

inline constexpr Duration intake_undo_time = std::chrono::minutes{1};
// Until what a mail says is forgotten: of cards that nobody settled, and of settled ones.
inline constexpr Duration intake_open_time = std::chrono::days{30};
inline constexpr Duration intake_settled_time = std::chrono::days{1};
// Until it is forgotten that it was there.
inline constexpr Duration intake_known_time = std::chrono::days{365};

// On disk: the numbers never change.
enum class IntakeState : std::uint8_t {
    Unread = 1,
    Open = 2,       // it has a card
    Approving = 3,  // somebody approved it; the row is about to join, or has
    Approved = 4,
    Dismissed = 5,
    Forgotten = 6,  // nobody settled it in time
};
std::string_view name_of(IntakeState state);  // "open"

struct IntakeMail {
    std::uint64_t number = 0;  // drawn at random by whoever takes it in: 1 to 2^53
    AccountNumber account;
    core::ResourceNumber resource;   // the list that it is for, unless the card names another
    std::uint64_t connection = 0;    // the mailbox; 0: it came over HTTP
    std::uint32_t uid_validity = 0;  // of the mailbox
    std::uint32_t uid = 0;
    Sha256Digest digest{};  // of what makes it the same mail; once per account
    IntakeState state = IntakeState::Unread;
    std::uint64_t size = 0;
    Time received_at{};
    std::uint32_t tries = 0;  // to read it
    std::string card;         // JSON: what was found
    std::string row;          // JSON: what is to join, from the moment it was approved
    std::uint32_t round = 0;  // how often it was approved and taken back
    core::Ticket entry = 0;   // who joined
    std::optional<Time> settled_at;
    bool is_told = false;  // staff were written to
    friend bool operator==(const IntakeMail&, const IntakeMail&) = default;
};

enum class KeptMail : std::uint8_t { New, KnownBefore, TooMany };

class IntakeMails {
public:
    virtual ~IntakeMails() = default;

    // Keeps the mail with its bytes, unless the account has one of the same digest. All or nothing.
    virtual Result<KeptMail, StoreError> keep_mail(const IntakeMail& mail,
                                                   std::string_view bytes) = 0;
    // Nothing: there is no such mail, or it is forgotten.
    virtual Result<std::optional<std::string>, StoreError>
    intake_mail_bytes(std::uint64_t number) = 0;
    // Those that wait to be read, of all accounts, in the order in which they came.
    virtual Result<std::vector<IntakeMail>, StoreError> unread_mails(std::size_t limit) = 0;
    // Somebody begins to read it: if it is begun too often, it is no mail that can be read.
    virtual Result<bool, StoreError> begin_mail(std::uint64_t number) = 0;
    // What was found. False: it had a card before, or is gone.
    virtual Result<bool, StoreError> save_intake_card(std::uint64_t number,
                                                      core::ResourceNumber resource,
                                                      std::string_view card) = 0;

    // Those with a card that nobody settled, or that somebody did after `settled_since`; by number,
    // after `after`.
    virtual Result<std::vector<IntakeMail>, StoreError> intake_cards(AccountNumber account,
                                                                     Time settled_since,
                                                                     std::uint64_t after,
                                                                     std::size_t limit) = 0;
    virtual Result<std::optional<IntakeMail>, StoreError> intake_mail(AccountNumber account,
                                                                      std::uint64_t number) = 0;
    virtual Result<std::uint64_t, StoreError> count_unread_mails(AccountNumber account) = 0;

    // From Open to Approving, with the row that is to join that list. False: somebody was faster.
    virtual Result<bool, StoreError> begin_approval(AccountNumber account, std::uint64_t number,
                                                    core::ResourceNumber resource,
                                                    std::string_view row) = 0;
    // The row has joined; or it has not, and the card is open again. False: it was not under way.
    virtual Result<bool, StoreError> end_approval(AccountNumber account, std::uint64_t number,
                                                  core::Ticket entry, Time now) = 0;
    virtual Result<bool, StoreError> give_up_approval(AccountNumber account,
                                                      std::uint64_t number) = 0;
    // From Open to Dismissed.
    virtual Result<bool, StoreError> dismiss_mail(AccountNumber account, std::uint64_t number,
                                                  Time now) = 0;
    // From Approved or Dismissed, if it was settled after `since`, to Open.
    virtual Result<bool, StoreError> reopen_mail(AccountNumber account, std::uint64_t number,
                                                 Time since) = 0;

    // Cards that nobody settled and that staff were not told of, of all accounts.
    virtual Result<std::vector<IntakeMail>, StoreError> untold_cards(std::size_t limit) = 0;
    virtual Result<void, StoreError> note_told(std::uint64_t number) = 0;

    // The highest UID that is kept of the mailbox; 0: none.
    virtual Result<std::uint32_t, StoreError> last_uid(std::uint64_t connection,
                                                       std::uint32_t uid_validity) = 0;

    // What the mail says from which somebody joined who is erased.
    virtual Result<void, StoreError> erase_mails_of(core::EntryId entry) = 0;
    // What the mails say that are over, and that they were there. Returns how many changed.
    virtual Result<std::uint64_t, StoreError> forget_mails(Time now) = 0;
};

}  // namespace standby::engine
