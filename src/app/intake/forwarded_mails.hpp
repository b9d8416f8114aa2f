// Mails that somebody forwarded to a list: kept, then read one after the other by a process without
// rights, on threads of their own, so that no offer ever waits for a mail. In a cluster each list's
// mails are read by the node that serves the list.
#pragma once

#include "app/service/log.hpp"
#include "base/guarded.hpp"
#include "core/rules/zone_book.hpp"
#include "engine/ports/clock.hpp"
#include "engine/ports/mail_desk.hpp"
#include "intake/mail/card.hpp"
#include "intake/sandbox/sandbox.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace standby::app {

inline constexpr std::size_t mail_threads = 2;
inline constexpr std::size_t mails_looked_at_max = 200;  // that wait, at a time
inline constexpr std::uint32_t mail_tries_max = 10;      // a server may be ended while it reads
inline constexpr Duration mail_tick = std::chrono::seconds{1};

// Before a mail of which only the header was fetched.
inline constexpr std::string_view too_large_mark = "X-Standby-Too-Large: yes";

// Where a mail lay.
struct MailOrigin {
    engine::AccountNumber account;
    core::ResourceNumber list;
    std::uint64_t connection = 0;
    std::uint32_t uid_validity = 0;
    std::uint32_t uid = 0;
    Time arrived{};
};

// All must outlive the mails.
struct ForwardedMailServices {
    engine::Store& store;
    engine::Registry& registry;
    engine::Clock& clock;
    const core::ZoneBook& zones;
    Log& log;
    // Whether this node carries the list out.
    std::function<bool(core::ResourceNumber)> is_ours;
    // The program that reads mails; the sandbox's default says where this program stands.
    std::string reader_program;
};

// Where the program that reads mails stands: beside this one.
std::string mail_reader_path();

class ForwardedMails final : public engine::MailDesk {
public:
    explicit ForwardedMails(ForwardedMailServices services);
    ~ForwardedMails() override { stop(); }

    void start();
    void stop();

    Result<engine::TakenMail, engine::StoreError> take(engine::Registry& registry,
                                                       engine::AccountNumber account,
                                                       core::ResourceNumber list,
                                                       std::string_view bytes, Time now) override;
    // A mail that was fetched from somewhere.
    Result<engine::TakenMail, engine::StoreError>
    keep(engine::Registry& registry, const MailOrigin& origin, std::string_view bytes);

private:
    void run();
    // A mail that waits and that nobody reads; marks it as begun.
    std::optional<engine::IntakeMail> next_mail();
    void read(const engine::IntakeMail& mail);
    Result<intake::Card, engine::StoreError> card_of(const engine::IntakeMail& mail,
                                                     intake::MailReading reading) const;
    void wake();

    ForwardedMailServices services_;
    intake::Sandbox sandbox_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::uint64_t news_ = 0;  // protected by mutex_
    std::atomic<bool> is_stopping_ = false;
    Guarded<std::set<std::uint64_t>> being_read_;
    std::vector<std::thread> threads_;
};

}  // namespace standby::app
