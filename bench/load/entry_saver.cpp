// Searching for two members is all the reading of JSON that is needed, and it costs nearly nothing.
#include "bench/load/entry_saver.hpp"

#include <fmt/core.h>

namespace standby::bench::load {

Result<EntrySaver, std::string> EntrySaver::create(const std::string& path) {
    EntrySaver saver;
    saver.file_.open(path, std::ios::binary | std::ios::trunc);
    if (!saver.file_) {
        return std::unexpected(fmt::format("{} cannot be written", path));
    }
    return saver;
}

void EntrySaver::save(std::string_view answer_body) {
    const std::string_view id = text_member(answer_body, "id");
    const std::string_view token = text_member(answer_body, "token");
    if (!id.empty() && !token.empty()) {
        file_ << id << '\t' << token << '\n';
    }
}

std::string_view text_member(std::string_view json, std::string_view name) {
    for (std::size_t at = json.find(name); at != std::string_view::npos;
         at = json.find(name, at + 1)) {
        std::string_view rest = json.substr(at + name.size());
        if (at == 0 || json[at - 1] != '"' || !rest.starts_with("\":")) {
            continue;
        }
        rest.remove_prefix(2);
        rest.remove_prefix(rest.starts_with(' ') ? 1 : 0);
        if (rest.starts_with('"')) {
            rest.remove_prefix(1);
            return rest.substr(0, rest.find('"'));
        }
    }
    return {};
}

}  // namespace standby::bench::load
