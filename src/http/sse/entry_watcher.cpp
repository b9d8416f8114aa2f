#include "http/sse/entry_watcher.hpp"

namespace standby::http {

void EntryWatcher::on_change() {
    if (stream_->is_open() && !is_asking_.exchange(true)) {
        refresh_(shared_from_this());
    }
}

void EntryWatcher::show(std::uint64_t seen, std::string_view json) {
    is_asking_.store(false);
    shown_.with([&](Shown& shown) {
        if (shown.json == json || seen < shown.seen) {
            return;
        }
        std::string text = shown.json.empty() ? "event: snapshot\nid: " : "event: change\nid: ";
        text += std::to_string(seen);
        text += "\ndata: ";
        text += json;
        text += "\n\n";
        shown.seen = seen;
        shown.json = json;
        stream_->write(std::move(text));
    });
}

}  // namespace standby::http
