// The parts of a packed file (XLSX and ODS are ZIP archives), unpacked piece by piece and paid for
// as they come out: what an archive says about its sizes is not believed.
#pragma once

#include "intake/table/allowance.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

struct zip;

namespace standby::intake {

class Archive {
public:
    // The bytes must outlive the archive.
    static Result<Archive, TableError> open(std::string_view bytes, Allowance& allowance);

    [[nodiscard]] bool has(const std::string& part) const;
    // Hands over the part in pieces, in whatever case its name is written, until `take` fails.
    using Take = std::function<Result<void, TableError>(std::string_view piece)>;
    Result<void, TableError> read(const std::string& part, const Take& take);
    Result<std::string, TableError> read_whole(const std::string& part);

private:
    struct Close {
        void operator()(zip* archive) const;
    };
    Archive(zip* archive, Allowance& allowance) : archive_(archive), allowance_(&allowance) {}

    std::unique_ptr<zip, Close> archive_;
    Allowance* allowance_;
};

TableError damaged(std::string words);

}  // namespace standby::intake
