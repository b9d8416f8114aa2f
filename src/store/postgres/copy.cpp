// Rows into a table by COPY: for moving whole databases.
#include "base/assert.hpp"
#include "store/postgres/connection_impl.hpp"

#include <fmt/core.h>

#include <cstdlib>
#include <utility>

namespace standby::store {
namespace {

// The columns' types, asked for with the columns that the COPY names.
std::string columns_query(const std::string& copy) {
    const std::size_t open = copy.find('(');
    const std::size_t close = copy.find(')');
    ASSERT(copy.starts_with("COPY ") && open != std::string::npos && open < close);
    return fmt::format("SELECT {} FROM {} LIMIT 0", copy.substr(open + 1, close - open - 1),
                       copy.substr(5, open - 5));
}

// Puts bytes into the stream; waits while the connection's buffer is full.
Result<void, PgError> put(PgConnection::Impl& impl, const std::string& bytes, Deadline deadline) {
    while (true) {
        const int state =
            PQputCopyData(impl.handle.get(), bytes.data(), static_cast<int>(bytes.size()));
        if (state < 0) {
            return impl.close_lost(Loss::IsHarmless);
        }
        if (state > 0) {
            break;
        }
        TRY(impl.wait(true, deadline, Loss::IsHarmless));
    }
    return impl.flush(deadline, Loss::IsHarmless);
}

}  // namespace

Result<void, PgError> PgConnection::begin_copy(const std::string& sql, Deadline deadline) {
    ASSERT(impl_->in_transaction && impl_->handle != nullptr);
    const PgResult columns = TRY(impl_->simple(columns_query(sql), deadline));
    impl_->copy_types.clear();
    for (int column = 0; column < PQnfields(columns.get()); ++column) {
        impl_->copy_types.push_back(PQftype(columns.get(), column));
    }
    if (PQsendQuery(impl_->handle.get(), sql.c_str()) == 0) {
        return impl_->close_lost(Loss::IsHarmless);
    }
    TRY(impl_->flush(deadline, Loss::IsHarmless));
    const PgResult started = TRY(impl_->next_result(deadline, Loss::IsHarmless));
    if (PQresultStatus(started.get()) != PGRES_COPY_IN) {
        PgError error = error_of(started.get());
        error.is_unknown = false;
        return std::unexpected(std::move(error));
    }
    ASSERT(PQbinaryTuples(started.get()) != 0);
    // The signature, no flags, no extension.
    return put(*impl_, std::string("PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0", 19), deadline);
}

Result<void, PgError> PgConnection::copy_row(const PgParams& values, Deadline deadline) {
    if (impl_->handle == nullptr) {
        return impl_->close("the connection to the database is closed", Loss::IsHarmless);
    }
    const std::vector<PgParams::Value>& row = values.values();
    ASSERT(row.size() == impl_->copy_types.size());
    std::string bytes{'\0', static_cast<char>(row.size())};
    for (std::size_t column = 0; column < row.size(); ++column) {
        if (!append_copy_value(bytes, row[column], impl_->copy_types[column])) {
            return impl_->close(
                fmt::format("a row does not fit into its table (column {})", column + 1),
                Loss::IsHarmless);
        }
    }
    return put(*impl_, bytes, deadline);
}

Result<std::uint64_t, PgError> PgConnection::end_copy(Deadline deadline) {
    if (impl_->handle == nullptr) {
        return impl_->close("the connection to the database is closed", Loss::IsHarmless);
    }
    TRY(put(*impl_, "\377\377", deadline));
    while (true) {
        const int state = PQputCopyEnd(impl_->handle.get(), nullptr);
        if (state < 0) {
            return impl_->close_lost(Loss::IsHarmless);
        }
        if (state > 0) {
            break;
        }
        TRY(impl_->wait(true, deadline, Loss::IsHarmless));
    }
    TRY(impl_->flush(deadline, Loss::IsHarmless));
    std::optional<PgError> error;
    std::uint64_t rows = 0;
    while (PgResult result = TRY(impl_->next_result(deadline, Loss::IsHarmless))) {
        if (PQresultStatus(result.get()) == PGRES_COMMAND_OK) {
            rows = std::strtoull(PQcmdTuples(result.get()), nullptr, 10);
        } else if (!error) {
            error = error_of(result.get());
            error->is_unknown = false;
        }
    }
    if (error) {
        return std::unexpected(*std::move(error));
    }
    return rows;
}

}  // namespace standby::store
