// Tables that are on their way to a list, in the memory of this node: the file as it arrives, what
// it is taken for, and how far it has come. Whom it brought onto the list is kept in the store, so
// that they can be taken off again after a restart, too.
#pragma once

#include "app/imports/import_plan.hpp"
#include "base/guarded.hpp"
#include "core/rules/zone_book.hpp"
#include "http/auth/contacts.hpp"
#include "http/routes/import_desk.hpp"
#include "intake/sandbox/sandbox.hpp"

#include <map>
#include <memory>
#include <string>

namespace standby::app {

class ImportDesk final : public http::ImportDesk {
public:
    // All must outlive the desk.
    ImportDesk(intake::Sandbox& sandbox, const core::ZoneBook& zones,
               const http::ContactHasher& contacts);
    ~ImportDesk() override;

    Text begin(const http::ImportPlace& place, const std::string& file_name, std::uint64_t size,
               engine::Registry& registry) override;
    Text upload(const http::ImportPlace& place, std::uint64_t offset, std::string piece) override;
    Text preview(const http::ImportPlace& place, const http::ImportChoice& choice,
                 engine::Registry& registry) override;
    Text show(const http::ImportPlace& place, engine::Registry& registry) override;
    Result<http::ImportSlice, http::Problem> begin_run(const http::ImportPlace& place,
                                                       const http::ImportPermits& permits) override;
    Text end_run(const http::ImportPlace& place, http::ImportSlice slice,
                 engine::Registry& registry) override;
    Result<http::ImportSlice, http::Problem> begin_undo(const http::ImportPlace& place,
                                                        engine::Registry& registry) override;
    Text end_undo(const http::ImportPlace& place, http::ImportSlice slice,
                  engine::Registry& registry) override;

private:
    struct Import;
    using Imports = std::map<interchange::ImportId, std::shared_ptr<Import>>;

    static void give_way(Imports& imports, Time now);
    Result<std::shared_ptr<Import>, http::Problem> find(const http::ImportPlace& place) const;
    Result<std::shared_ptr<Import>, http::Problem> find_or_load(const http::ImportPlace& place,
                                                                engine::Registry& registry);

    intake::Sandbox& sandbox_;
    const core::ZoneBook& zones_;
    const http::ContactHasher& contacts_;
    Guarded<Imports> imports_;
};

}  // namespace standby::app
