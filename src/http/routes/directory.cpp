// Keeping the directory up to date.
#include "http/routes/directory.hpp"

#include <variant>

namespace standby::http {

void Directory::add(core::ResourceNumber resource, engine::AccountNumber account,
                    std::string_view time_zone) {
    table_.with([&](Table& table) {
        table.insert_or_assign(resource, Facts{account, std::string(time_zone)});
    });
}

void Directory::on_committed(const engine::Committed& committed) {
    for (const core::Event& event : committed.events) {
        const core::Settings* settings = nullptr;
        if (const auto* created = std::get_if<core::ResourceCreated>(&event.body)) {
            settings = &created->settings;
        } else if (const auto* changed = std::get_if<core::SettingsChanged>(&event.body)) {
            settings = &changed->settings;
        } else {
            continue;
        }
        table_.with([&](Table& table) {
            const auto found = table.find(committed.resource);
            if (found != table.end()) {
                found->second.time_zone = settings->time_zone;
            }
        });
    }
}

void Directory::forget_shard(engine::ShardNumber shard, std::uint32_t shards) {
    table_.with([&](Table& table) {
        std::erase_if(table, [&](const auto& known) {
            return engine::shard_of(known.first, shards) == shard;
        });
    });
}

std::optional<Directory::Facts> Directory::find(core::ResourceNumber resource) const {
    return table_.with([&](const Table& table) -> std::optional<Facts> {
        const auto found = table.find(resource);
        return found == table.end() ? std::nullopt : std::optional{found->second};
    });
}

}  // namespace standby::http
