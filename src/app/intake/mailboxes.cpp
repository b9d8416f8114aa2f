#include "app/intake/mailboxes.hpp"

#include "app/delivery/secrets_key.hpp"
#include "app/intake/mailbox_turn.hpp"
#include "intake/mail/mailbox_settings.hpp"

#include <algorithm>
#include <utility>

namespace standby::app {
namespace {

using engine::Connection;
using engine::ConnectionKind;
using engine::Mailbox;
using engine::MailboxError;
using engine::MailboxSecrets;
using engine::MailboxSettings;
using engine::StoreError;

constexpr auto step = std::chrono::milliseconds{250};
constexpr std::size_t tests_waiting_max = 10;

// Who signs in where: for anybody else, a kept secret is none.
bool is_same_login(const MailboxSettings& one, const MailboxSettings& other) {
    return one.host == other.host && one.port == other.port && one.login == other.login &&
           one.username == other.username && one.token_url == other.token_url &&
           one.client_id == other.client_id;
}

}  // namespace

struct ReadMailboxes::Reader {
    Connection connection;
    std::atomic<bool> is_stopping = false;
    std::atomic<bool> is_done = false;
    std::thread thread;

    ~Reader() {
        is_stopping = true;
        if (thread.joinable()) {
            thread.join();
        }
    }
};

ReadMailboxes::ReadMailboxes(const ServeOptions& options, Services services)
    : options_(options), services_(std::move(services)) {}

void ReadMailboxes::start() {
    testers_ = std::make_unique<WorkerPool>(1, tests_waiting_max);
    thread_ = std::thread([this] { run(); });
}

void ReadMailboxes::stop() {
    is_stopping_ = true;
    if (thread_.joinable()) {
        thread_.join();
    }
    testers_.reset();
}

void ReadMailboxes::run() {
    std::map<std::uint64_t, std::unique_ptr<Reader>> readers;
    constexpr int steps_between = 4;
    for (int passed = 0; !is_stopping_; ++passed) {
        if (passed % steps_between == 0) {
            look_after(readers);
        }
        std::this_thread::sleep_for(step);
    }
    for (const auto& [number, reader] : readers) {
        reader->is_stopping = true;
    }
}

void ReadMailboxes::look_after(std::map<std::uint64_t, std::unique_ptr<Reader>>& readers) {
    const auto connections = services_.registry.connections(ConnectionKind::Mailbox);
    if (!connections) {
        return;
    }
    const auto is_wanted = [&](std::uint64_t number, const Connection& running) {
        const auto found = std::ranges::find(*connections, number, &Connection::number);
        return found != connections->end() && found->changed_at == running.changed_at &&
               found->settings == running.settings && services_.is_ours(found->resource);
    };
    for (const auto& [number, reader] : readers) {
        if (!is_wanted(number, reader->connection)) {
            reader->is_stopping = true;
        }
    }
    std::erase_if(readers, [](const auto& one) { return one.second->is_done.load(); });
    for (const Connection& connection : *connections) {
        const auto settings = intake::read_mailbox_settings(connection.settings);
        if (!settings || settings->host.empty() || readers.contains(connection.number) ||
            readers.size() == mailboxes_read_max || !services_.is_ours(connection.resource)) {
            continue;
        }
        auto& reader = readers[connection.number];
        reader = std::make_unique<Reader>();
        reader->connection = connection;
        reader->thread = std::thread([this, one = reader.get()] {
            read(*one);
            one->is_done = true;
        });
    }
}

void ReadMailboxes::read(Reader& reader) {
    Duration pause = mailbox_backoff_min;
    std::string said;
    while (!reader.is_stopping) {
        MailboxTurn turn(
            {.registry = services_.registry,
             .clock = services_.clock,
             .mails = services_.mails,
             .web = {.private_places = interchange::PrivatePlaces(options_.private_places),
                     .ca_file = {}},
             .renew = [this, &reader](
                          const MailboxSecrets& secrets) { renew(reader.connection, secrets); }},
            reader.connection, reader.is_stopping);
        const auto secrets = open(reader.connection);
        const auto problem = secrets ? turn.run(*secrets) : interchange::WebProblem::WrongLogin;
        if (reader.is_stopping) {
            return;
        }
        pause = turn.has_looked() ? mailbox_backoff_min : std::min(pause * 2, mailbox_backoff_max);
        const std::string name(interchange::name_of(problem));
        if (name != said) {
            services_.log.write(LogLevel::Warning, "mailbox_not_read",
                                {{"mailbox", static_cast<std::int64_t>(reader.connection.number)},
                                 {"problem", name}});
            said = name;
        }
        for (Duration waited{0}; waited < pause && !reader.is_stopping; waited += step) {
            std::this_thread::sleep_for(step);
        }
    }
}

Result<std::optional<Connection>, StoreError>
ReadMailboxes::find(engine::Registry& registry, engine::AccountNumber account) const {
    for (Connection& one : TRY(registry.connections(ConnectionKind::Mailbox))) {
        if (one.account == account) {
            return std::optional(std::move(one));
        }
    }
    return std::optional<Connection>();
}

std::optional<MailboxSecrets> ReadMailboxes::open(const Connection& connection) const {
    if (connection.sealed.empty()) {
        return MailboxSecrets{};
    }
    const auto key = SecretsKey::read(secrets_key_path(options_));
    const auto text = key && *key ? (*key)->open(connection.sealed) : std::nullopt;
    return text ? intake::read_mailbox_secrets(*text) : std::nullopt;
}

Result<std::vector<std::byte>, MailboxError>
ReadMailboxes::seal(const MailboxSecrets& secrets) const {
    if (options_.secrets_key_file.empty() && services_.count_nodes() > 1) {
        return std::unexpected(MailboxError::KeyNotShared);
    }
    const auto key = SecretsKey::read_or_make(secrets_key_path(options_));
    if (!key) {
        services_.log.write(LogLevel::Error, "secrets_key_unusable", {{"problem", key.error()}});
        return std::unexpected(MailboxError::NoKey);
    }
    return key->seal(intake::write_mailbox_secrets(secrets));
}

// Unless an owner has changed it meanwhile.
void ReadMailboxes::renew(Connection& connection, const MailboxSecrets& secrets) {
    const auto found = find(services_.registry, connection.account);
    auto sealed = seal(secrets);
    if (!sealed || !found || !*found || (*found)->number != connection.number ||
        (*found)->changed_at != connection.changed_at) {
        return;
    }
    connection.sealed = *std::move(sealed);
    static_cast<void>(services_.registry.change_connection(connection));
}

Result<std::optional<Mailbox>, StoreError> ReadMailboxes::mailbox(engine::Registry& registry,
                                                                  engine::AccountNumber account) {
    const auto found = TRY(find(registry, account));
    if (!found) {
        return std::optional<Mailbox>();
    }
    const auto state = TRY(registry.connection_state(found->number));
    const intake::MailboxProgress progress = intake::read_mailbox_progress(state.state);
    Mailbox view{.number = found->number,
                 .account = account,
                 .resource = found->resource,
                 .settings =
                     intake::read_mailbox_settings(found->settings).value_or(MailboxSettings{}),
                 .has_secret = !found->sealed.empty(),
                 .is_locked = !open(*found),
                 .created_at = found->created_at,
                 .status = {.looked_at = progress.looked_at,
                            .problem = progress.problem,
                            .sentence = {},
                            .taken = progress.taken}};
    if (const auto problem = interchange::web_problem_named(progress.problem)) {
        view.status.sentence = mailbox_sentence(*problem);
    }
    return std::optional(std::move(view));
}

Result<void, MailboxError>
ReadMailboxes::put(engine::Registry& registry, engine::AccountNumber account,
                   core::ResourceNumber list, const MailboxSettings& settings,
                   const std::optional<MailboxSecrets>& secrets, Time now) {
    auto found = find(registry, account);
    if (!found) {
        return std::unexpected(MailboxError::Unavailable);
    }
    Connection connection{.number = 0,
                          .account = account,
                          .resource = list,
                          .kind = ConnectionKind::Mailbox,
                          .settings = intake::write_mailbox_settings(settings),
                          .sealed = {},
                          .created_at = now,
                          .changed_at = now};
    const auto before = *found ? intake::read_mailbox_settings((*found)->settings) : std::nullopt;
    if (secrets) {
        connection.sealed = TRY(seal(*secrets));
    } else if (before && is_same_login(*before, settings)) {
        connection.sealed = (*found)->sealed;
    }
    // What was read of one mailbox says nothing about another.
    const bool is_same = before && before->host == settings.host &&
                         before->username == settings.username &&
                         before->folder == settings.folder && (*found)->resource == list;
    if (is_same) {
        connection.number = (*found)->number;
        connection.created_at = (*found)->created_at;
        const auto changed = registry.change_connection(connection);
        return changed && *changed
                   ? Result<void, MailboxError>()
                   : Result<void, MailboxError>(std::unexpected(MailboxError::Unavailable));
    }
    if (*found && !registry.remove_connection(account, (*found)->number, now)) {
        return std::unexpected(MailboxError::Unavailable);
    }
    if (!registry.add_connection(connection)) {
        return std::unexpected(MailboxError::Unavailable);
    }
    return {};
}

Result<bool, StoreError> ReadMailboxes::remove(engine::Registry& registry,
                                               engine::AccountNumber account, Time now) {
    const auto found = TRY(find(registry, account));
    return found ? registry.remove_connection(account, found->number, now)
                 : Result<bool, StoreError>(false);
}

void ReadMailboxes::test(engine::AccountNumber account, MailboxSettings settings,
                         std::optional<MailboxSecrets> secrets,
                         std::function<void(std::optional<engine::TestedMailbox>)> done) {
    const auto shared = std::make_shared<std::function<void(std::optional<engine::TestedMailbox>)>>(
        std::move(done));
    const bool is_posted =
        testers_ && testers_->post([this, account, settings = std::move(settings),
                                    secrets = std::move(secrets), shared] {
            std::optional<MailboxSecrets> used = secrets;
            const auto found = used ? Result<std::optional<Connection>, StoreError>()
                                    : find(services_.registry, account);
            if (!used && found && *found) {
                const auto before = intake::read_mailbox_settings((*found)->settings);
                used = before && is_same_login(*before, settings) ? open(**found) : std::nullopt;
            }
            (*shared)(try_out(settings, used.value_or(MailboxSecrets{})));
        });
    if (!is_posted) {
        (*shared)(std::nullopt);
    }
}

engine::TestedMailbox ReadMailboxes::try_out(const MailboxSettings& settings,
                                             const MailboxSecrets& secrets) {
    const auto tested = try_mailbox(
        settings, secrets,
        {.private_places = interchange::PrivatePlaces(options_.private_places), .ca_file = {}},
        is_stopping_);
    if (!tested) {
        return {.problem = std::string(interchange::name_of(tested.error())),
                .sentence = mailbox_sentence(tested.error())};
    }
    return *tested;
}

}  // namespace standby::app
