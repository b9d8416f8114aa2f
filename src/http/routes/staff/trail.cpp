// What staff did, for owners, newest first.
#include "http/routes/handlers.hpp"
#include "http/routes/paging.hpp"
#include "interchange/view/deed.hpp"

namespace standby::http {

Task<Answer> list_deeds(Call& call) {
    const engine::AccountNumber account = call.about.account;
    co_return co_await answer_list(
        call, "deeds of " + std::to_string(account.value()),
        [account](engine::Store&, engine::Registry& registry, std::uint64_t before,
                  std::size_t limit) { return registry.deeds(account, before, limit); },
        [](JsonWriter& writer, const engine::StaffRow& row, engine::Store&) {
            interchange::write_deed(writer, row);
            return row.number;
        });
}

}  // namespace standby::http
