// Tables that people come from: uploaded in pieces, looked at, and then run slice by slice, each of
// them one call, so that guests who join meanwhile never wait for more than a slice.
#include "http/api/entry_body.hpp"
#include "http/api/import_body.hpp"
#include "http/routes/call.hpp"
#include "http/routes/handlers.hpp"

#include <atomic>
#include <utility>

namespace standby::http {
namespace {

ImportPlace place_of(const Call& call) {
    return {.import = call.about.import,
            .resource = call.about.resource,
            .account = call.about.account,
            .time_zone = call.about.time_zone,
            .actor = call.actor(),
            .now = call.now};
}

Result<ImportDesk*, Problem> desk_of(const Call& call) {
    if (call.shared.services.imports == nullptr) {
        return std::unexpected(unavailable());
    }
    return call.shared.services.imports;
}

// Hands all requests of a slice to the shard and goes on when all are answered.
class SliceStep {
public:
    SliceStep(engine::Gateway& gateway, ImportSlice& slice) : gateway_(gateway), slice_(slice) {}

    bool await_ready() const { return slice_.requests.empty(); }
    bool await_suspend(std::coroutine_handle<> waiting) {
        slice_.replies.resize(slice_.requests.size());
        left_ = slice_.requests.size() + 1;
        for (std::size_t index = 0; index < slice_.requests.size(); ++index) {
            engine::Request& request = slice_.requests[index];
            request.done = [this, index, waiting](engine::Reply reply) {
                slice_.replies[index] = std::move(reply);
                if (left_.fetch_sub(1) == 1) {
                    waiting.resume();
                }
            };
            gateway_.submit(std::move(request));
        }
        // Whoever takes the last one goes on; behind this, the step may be gone.
        return left_.fetch_sub(1) != 1;
    }
    void await_resume() const {}

private:
    engine::Gateway& gateway_;
    ImportSlice& slice_;
    std::atomic<std::size_t> left_ = 0;
};

}  // namespace

Task<Answer> begin_import(Call& call) {
    ImportDesk* desk = CO_TRY(desk_of(call));
    const ImportBody body = CO_TRY(parse_import(call.request.body));
    auto begun = co_await call.read([&](engine::Registry& registry) {
        return desk->begin(place_of(call), body.file_name, body.size, registry);
    });
    co_return json_response(201, CO_TRY(std::move(begun)));
}

Task<Answer> get_import(Call& call) {
    ImportDesk* desk = CO_TRY(desk_of(call));
    auto shown = co_await call.read(
        [&](engine::Registry& registry) { return desk->show(place_of(call), registry); });
    co_return json_response(200, CO_TRY(std::move(shown)));
}

Task<Answer> upload_import(Call& call) {
    ImportDesk* desk = CO_TRY(desk_of(call));
    ImportPiece piece = CO_TRY(parse_import_piece(call.request.body));
    auto uploaded = desk->upload(place_of(call), piece.offset, std::move(piece.bytes));
    co_return json_response(200, CO_TRY(std::move(uploaded)));
}

Task<Answer> preview_import(Call& call) {
    ImportDesk* desk = CO_TRY(desk_of(call));
    const ImportChoice choice = CO_TRY(parse_import_choice(call.request.body));
    auto previewed = co_await call.read(
        [&](engine::Registry& registry) { return desk->preview(place_of(call), choice, registry); },
        engine::Effort::Long);
    co_return json_response(200, CO_TRY(std::move(previewed)));
}

Task<Answer> run_import(Call& call) {
    ImportDesk* desk = CO_TRY(desk_of(call));
    const ImportPermits permits = CO_TRY(parse_import_permits(call.request.body));
    auto begun = co_await call.read(
        [&](engine::Registry&) { return desk->begin_run(place_of(call), permits); },
        engine::Effort::Long);
    ImportSlice slice = CO_TRY(std::move(begun));
    co_await SliceStep(call.shared.services.gateway, slice);
    auto ended = co_await call.read([&](engine::Registry& registry) {
        auto text = desk->end_run(place_of(call), std::move(slice), registry);
        if (text && text->contains(R"("state":"done")")) {
            call.report_staff(registry, call.about.account,
                              {.act = "people_imported", .detail = std::string(call.path_id)});
        }
        return text;
    });
    co_return json_response(200, CO_TRY(std::move(ended)));
}

Task<Answer> undo_import(Call& call) {
    ImportDesk* desk = CO_TRY(desk_of(call));
    CO_TRY(parse_nothing(call.request.body));
    auto begun = co_await call.read(
        [&](engine::Registry& registry) { return desk->begin_undo(place_of(call), registry); },
        engine::Effort::Long);
    ImportSlice slice = CO_TRY(std::move(begun));
    co_await SliceStep(call.shared.services.gateway, slice);
    auto ended = co_await call.read([&](engine::Registry& registry) {
        auto text = desk->end_undo(place_of(call), std::move(slice), registry);
        if (text && text->contains(R"("state":"undone")")) {
            call.report_staff(registry, call.about.account,
                              {.act = "import_undone", .detail = std::string(call.path_id)});
        }
        return text;
    });
    co_return json_response(200, CO_TRY(std::move(ended)));
}

}  // namespace standby::http
