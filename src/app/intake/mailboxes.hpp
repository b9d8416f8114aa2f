// Mailboxes that businesses forward requests to: a thread each, which waits for news (IDLE) and
// hands in what comes. In a cluster a mailbox is read by the node that serves its list.
#pragma once

#include "app/intake/forwarded_mails.hpp"
#include "app/runtime/worker.hpp"
#include "app/service/options.hpp"
#include "engine/ports/mailboxes.hpp"
#include "interchange/web/web_client.hpp"

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>

namespace standby::app {

inline constexpr Duration mailbox_backoff_min = std::chrono::seconds{2};
inline constexpr Duration mailbox_backoff_max = std::chrono::minutes{5};
inline constexpr std::size_t mailboxes_read_max = 50;  // by one node

class ReadMailboxes final : public engine::Mailboxes {
public:
    struct Services {
        engine::Registry& registry;
        engine::Clock& clock;
        ForwardedMails& mails;
        Log& log;
        std::function<bool(core::ResourceNumber)> is_ours;
        std::function<std::size_t()> count_nodes;
    };
    ReadMailboxes(const ServeOptions& options, Services services);
    ~ReadMailboxes() override { stop(); }

    void start();
    void stop();

    Result<std::optional<engine::Mailbox>, engine::StoreError>
    mailbox(engine::Registry& registry, engine::AccountNumber account) override;
    Result<void, engine::MailboxError> put(engine::Registry& registry,
                                           engine::AccountNumber account, core::ResourceNumber list,
                                           const engine::MailboxSettings& settings,
                                           const std::optional<engine::MailboxSecrets>& secrets,
                                           Time now) override;
    Result<bool, engine::StoreError> remove(engine::Registry& registry,
                                            engine::AccountNumber account, Time now) override;
    void test(engine::AccountNumber account, engine::MailboxSettings settings,
              std::optional<engine::MailboxSecrets> secrets,
              std::function<void(std::optional<engine::TestedMailbox>)> done) override;

private:
    struct Reader;
    struct Turn;

    void run();
    void look_after(std::map<std::uint64_t, std::unique_ptr<Reader>>& readers);
    void read(Reader& reader);
    void renew(engine::Connection& connection, const engine::MailboxSecrets& secrets);
    Result<std::optional<engine::Connection>, engine::StoreError>
    find(engine::Registry& registry, engine::AccountNumber account) const;
    std::optional<engine::MailboxSecrets> open(const engine::Connection& connection) const;
    Result<std::vector<std::byte>, engine::MailboxError>
    seal(const engine::MailboxSecrets& secrets) const;
    engine::TestedMailbox try_out(const engine::MailboxSettings& settings,
                                  const engine::MailboxSecrets& secrets);

    const ServeOptions options_;
    Services services_;
    std::atomic<bool> is_stopping_ = false;
    std::unique_ptr<WorkerPool> testers_;
    std::thread thread_;
};

}  // namespace standby::app
