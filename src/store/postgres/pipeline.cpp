#include "store/postgres/pipeline.hpp"

#include <fmt/core.h>

#include <utility>

namespace standby::store {

Result<std::string, PgError> Pipeline::prepared(const PgStatement& statement) {
    std::vector<Oid> types;
    std::string key = statement.sql;
    for (const PgParams::Value& value : statement.params.values()) {
        types.push_back(value.type);
        key += fmt::format("|{}", value.type);
    }
    if (const auto known = connection_.prepared.find(key); known != connection_.prepared.end()) {
        return known->second;
    }
    std::string name = fmt::format("s{}", ++connection_.prepared_count);
    if (PQsendPrepare(connection_.handle.get(), name.c_str(), statement.sql.c_str(),
                      static_cast<int>(types.size()), types.data()) == 0) {
        return connection_.close_lost(loss_);
    }
    sent_.push_back({.kind = Sent::Kind::Prepare});
    connection_.prepared.emplace(key, name);
    new_names_.push_back(std::move(key));
    return name;
}

Result<void, PgError> Pipeline::send(const PgStatement& statement, bool is_commit) {
    if (sent_.empty() && PQenterPipelineMode(connection_.handle.get()) == 0) {
        return connection_.close_lost(loss_);
    }
    const std::string name = TRY(prepared(statement));
    std::vector<const char*> values;
    std::vector<int> sizes;
    for (const PgParams::Value& value : statement.params.values()) {
        // An empty value is not a missing one.
        values.push_back(value.is_null ? nullptr : value.bytes.empty() ? "" : value.bytes.data());
        sizes.push_back(static_cast<int>(value.bytes.size()));
    }
    const std::vector<int> formats(values.size(), 1);
    if (PQsendQueryPrepared(connection_.handle.get(), name.c_str(), static_cast<int>(values.size()),
                            values.data(), sizes.data(), formats.data(), 1) == 0) {
        return connection_.close_lost(loss_);
    }
    sent_.push_back({.kind = Sent::Kind::Execute, .is_commit = is_commit});
    return {};
}

bool Pipeline::take(PgResult result) {
    if (result == nullptr) {
        ++answered_;
        return false;
    }
    switch (PQresultStatus(result.get())) {
    case PGRES_PIPELINE_SYNC:
        return true;
    case PGRES_COMMAND_OK:
    case PGRES_TUPLES_OK:
        if (answered_ < sent_.size() && sent_[answered_].kind == Sent::Kind::Execute) {
            rows_.emplace_back(
                std::make_unique<PgRows::Impl>(PgRows::Impl{.result = std::move(result)}));
        }
        return false;
    case PGRES_PIPELINE_ABORTED:
        return false;
    default:
        break;
    }
    if (!error_) {
        error_ = error_of(result.get());
        const bool is_commit = answered_ < sent_.size() && sent_[answered_].is_commit;
        const bool is_certain = error_->sqlstate == "40001" || error_->sqlstate == "40P01" ||
                                error_->sqlstate == "25006";
        error_->is_unknown = error_->is_unknown || (is_commit && !is_certain);
    }
    return false;
}

Result<std::vector<PgRows>, PgError> Pipeline::finish(Deadline deadline) {
    if (PQpipelineSync(connection_.handle.get()) == 0) {
        return connection_.close_lost(loss_);
    }
    TRY(connection_.flush(deadline, loss_));
    while (true) {
        auto result = connection_.next_result(deadline, loss_);
        if (!result) {
            // The server's own last words say more than that it has gone.
            if (error_) {
                error_->is_unknown = loss_ == Loss::IsUnknown;
                return std::unexpected(*std::move(error_));
            }
            return std::unexpected(result.error());
        }
        if (take(*std::move(result))) {
            break;
        }
    }
    PQexitPipelineMode(connection_.handle.get());
    if (!error_) {
        return std::move(rows_);
    }
    for (const std::string& key : new_names_) {
        connection_.prepared.erase(key);
    }
    if (loss_ == Loss::IsHarmless) {
        error_->is_unknown = false;
    }
    return std::unexpected(*std::move(error_));
}

}  // namespace standby::store
