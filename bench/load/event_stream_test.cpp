// Event streams whole and cut in two at every byte.
#include "bench/load/event_stream.hpp"

#include <gtest/gtest.h>

namespace standby::bench::load {
namespace {

void gather(EventStream& stream, std::string_view input, std::string& found) {
    while (stream.take(input)) {
        found.append(stream.name()).append("#").append(stream.id()).append(" ");
    }
}

TEST(LoadEventStream, FindsTheSameEventsHoweverTheyArrive) {
    constexpr std::string_view text = "retry: 1000\n\n: hello\n\n"
                                      "event: snapshot\nid: 17\ndata: {\"rank\":1}\n\n"
                                      "data: a\r\ndata: b\r\n\r\n"
                                      "event:change\nid:19\ndata:\n\n"
                                      "event: lost\n\n"
                                      "data: x\n\nevent: unfinished\ndata: y\n";
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        EventStream stream;
        std::string found;
        gather(stream, text.substr(0, cut), found);
        gather(stream, text.substr(cut), found);
        EXPECT_EQ(found, "snapshot#17 message#17 change#19 message#19 ") << cut;
    }
}

TEST(LoadEventStream, SurvivesOneByteAtATime) {
    constexpr std::string_view text = "event: change\nid: 5\ndata: {\"rank\":1}\n\n";
    EventStream stream;
    std::string found;
    for (std::size_t at = 0; at < text.size(); ++at) {
        gather(stream, text.substr(at, 1), found);
    }
    EXPECT_EQ(found, "change#5 ");
}

}  // namespace
}  // namespace standby::bench::load
