// The control plane: the same statements as in a real store, run on tables of SQLite in memory.
// What was written is kept as the statements that wrote it, so that it stays a value: run again, a
// copy of them gives the same tables.
#include "base/assert.hpp"
#include "store/codec/migration.hpp"
#include "store/sqlite/migrations.hpp"
#include "tests/memory_store/memory_store.hpp"

namespace standby::store {
namespace {

using engine::StoreError;

ControlWrite kept(const SqlStatement& statement) {
    ControlWrite write{.text = statement.text, .values = {}};
    for (const SqlValue& value : statement.values) {
        write.values.push_back(std::visit(
            [](const auto& seen) -> ControlWrite::Value {
                if constexpr (std::is_same_v<decltype(seen), const std::string_view&>) {
                    return std::string(seen);
                } else if constexpr (requires { seen.begin(); }) {
                    return std::vector(seen.begin(), seen.end());
                } else {
                    return seen;
                }
            },
            value));
    }
    return write;
}

SqlStatement statement_of(const ControlWrite& write) {
    SqlStatement statement{.text = write.text, .values = {}};
    for (const ControlWrite::Value& value : write.values) {
        statement.values.push_back(std::visit(
            [](const auto& held) -> SqlValue {
                if constexpr (std::is_same_v<decltype(held), const std::monostate&>) {
                    return held;
                } else {
                    return sql_value(held);
                }
            },
            value));
    }
    return statement;
}

class RecordingSession final : public SqlSession {
public:
    RecordingSession(Connection& connection, std::vector<ControlWrite>& written)
        : connection_(connection), written_(written) {}

    Result<std::uint64_t, std::string> run(const SqlStatement& statement,
                                           const EachRow& each) override {
        const std::uint64_t changed = TRY(connection_.run(statement, each));
        if (!statement.text.starts_with("SELECT")) {
            written_.push_back(kept(statement));
        }
        return changed;
    }

private:
    Connection& connection_;
    std::vector<ControlWrite>& written_;
};

}  // namespace

MemoryStore::MemoryStore(MemoryContent content)
    : ControlPlane(static_cast<SqlDatabase&>(*this)), content_(std::move(content)) {}

MemoryStore::~MemoryStore() = default;

void MemoryStore::go_back_to(MemoryContent content) {
    content_ = std::move(content);
    tables_.reset();
}

// Only made when someone asks for them: most simulations have no control plane.
Connection& MemoryStore::tables() {
    if (tables_ == nullptr) {
        tables_ = Connection::open(":memory:", {.mode = Connection::Mode::Create}).value();
        const auto made = migrate(*tables_, "memory", sqlite_migrations());
        ASSERT(made.has_value());
        for (const ControlWrite& write : content_.control) {
            const auto changed = tables_->run(statement_of(write), [](SqlRow&) {});
            ASSERT(changed.has_value());
        }
    }
    return *tables_;
}

Result<void, StoreError> MemoryStore::look(std::span<const SqlStatement> statements,
                                           const EachRow& each) {
    if (fault_of(Call::Registry) != Fault::None) {
        return std::unexpected(StoreError::OutcomeUnknown);
    }
    for (const SqlStatement& statement : statements) {
        if (!tables().run(statement, each)) {
            return std::unexpected(StoreError::OutcomeUnknown);
        }
    }
    return {};
}

Result<std::uint64_t, StoreError> MemoryStore::put(std::span<const SqlStatement> statements) {
    std::uint64_t changed = 0;
    TRY(change([&](SqlSession& session) -> Result<Change, std::string> {
        for (const SqlStatement& statement : statements) {
            changed += TRY(session.run(statement));
        }
        return Change::Made;
    }));
    return changed;
}

Result<void, StoreError> MemoryStore::change(const SqlJob& job) {
    return writing(Call::Registry, [&]() -> Result<void, StoreError> {
        Connection& connection = tables();
        const std::size_t before = content_.control.size();
        RecordingSession session(connection, content_.control);
        connection.execute("BEGIN");
        if (job(session) && connection.execute("COMMIT")) {
            return {};
        }
        connection.execute("ROLLBACK");
        content_.control.resize(before);
        return std::unexpected(StoreError::NotCommitted);
    });
}

Result<core::ResourceNumber, StoreError>
MemoryStore::allocate_resource(engine::AccountNumber account, std::optional<engine::RequestKey> key,
                               Time now) {
    return writing(Call::Registry, [&]() -> Result<core::ResourceNumber, StoreError> {
        if (key && content_.creations.contains(*key)) {
            return content_.creations.at(*key).resource;
        }
        // Numbers are never taken back, so the next one is one more than there are.
        const core::ResourceNumber number{
            static_cast<std::uint32_t>(content_.resources.size() + 1)};
        content_.resources[number.value()].account = account;
        if (key) {
            content_.creations[*key] = {.resource = number, .made_at = now};
        }
        return number;
    });
}

Result<std::optional<engine::AccountNumber>, StoreError>
MemoryStore::account_of(core::ResourceNumber resource) {
    return reading(Call::Registry, [&]() -> std::optional<engine::AccountNumber> {
        const MemoryResource* found = find(resource);
        return found == nullptr ? std::nullopt : std::optional(found->account);
    });
}

}  // namespace standby::store
