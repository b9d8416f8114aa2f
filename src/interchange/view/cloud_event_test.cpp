// Events in the envelope that other programs know.
#include "interchange/view/cloud_event.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace standby::interchange {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string text_of(const core::Event& event, FreeText text = FreeText::Shown) {
    std::string json;
    JsonWriter writer{json};
    write_cloud_event(writer, "https://salon.example", core::ResourceNumber{7}, event, {}, text);
    return json;
}

TEST(CloudEventTest, SaysWhereItComesFromAndWhatItIsAbout) {
    core::Event event{.number = 17, .at = Time{std::chrono::seconds{1'700'000'000}}};
    event.entry = 3;
    event.offer = core::OfferNumber{2};
    event.body = core::OfferSent{};
    EXPECT_THAT(
        text_of(event),
        StartsWith(R"({"specversion":"1.0","id":"res_7:17",)"
                   R"("source":"https://salon.example/v1/resources/res_7",)"
                   R"("type":"offer_sent","subject":")" +
                   core::format_id(core::offer_id(core::ResourceNumber{7}, core::OfferNumber{2})) +
                   R"(","time":"2023-11-14T22:13:20Z","datacontenttype":"application/json",)"
                   R"("data":{"resource_id":"res_7","seq":17,)"));
}

TEST(CloudEventTest, HasTheListAsItsSubjectWhereItIsAboutNothingOfIt) {
    core::Event event{.number = 1};
    event.body = core::StatusChanged{};
    EXPECT_THAT(text_of(event), HasSubstr(R"("subject":"res_7")"));
}

TEST(CloudEventTest, LeavesOutWhatPeopleTypedWhereItCannotBeErased) {
    core::Event event{.number = 2};
    event.entry = 1;
    event.body = core::EntryJoined{.wants = {.service = "beard trim"}};
    EXPECT_THAT(text_of(event), HasSubstr("beard trim"));
    EXPECT_THAT(text_of(event, FreeText::LeftOut), Not(HasSubstr("beard trim")));
    event.body = core::OfferMade{.note = "she called"};
    EXPECT_THAT(text_of(event), HasSubstr("she called"));
    EXPECT_THAT(text_of(event, FreeText::LeftOut), Not(HasSubstr("she called")));
}

}  // namespace
}  // namespace standby::interchange
