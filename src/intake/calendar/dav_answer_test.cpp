// What calendar servers answer, and what strangers who pretend to be one may not bring along.
#include "intake/calendar/dav_answer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace standby::intake {
namespace {

std::string answer_with(const std::string& before, const std::string& name) {
    return R"(<?xml version="1.0"?>)" + before +
           R"(<multistatus xmlns="DAV:"><response><href>/a/</href><propstat><prop><displayname>)" +
           name +
           "</displayname></prop><status>HTTP/1.1 200 OK</status></propstat></response>"
           "</multistatus>";
}

TEST(DavAnswer, IsReadFromItsElements) {
    const auto answer = read_dav_answer(answer_with("", "Noor &amp; Mia"));
    ASSERT_TRUE(answer) << answer.error();
    ASSERT_EQ(answer->responses.size(), 1U);
    EXPECT_EQ(answer->responses[0].href, "/a/");
    EXPECT_EQ(answer->responses[0].display_name, "Noor & Mia");
}

// A server that is asked may be anybody's: no file of ours, and nothing that grows.
TEST(DavAnswer, TakesNoTextsThatItDefines) {
    for (const char* document_type :
         {R"(<!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/passwd">]>)",
          R"(<!DOCTYPE m [<!ENTITY a "ha"><!ENTITY x "&a;&a;&a;&a;">]>)",
          R"(<!DOCTYPE m SYSTEM "http://127.0.0.1/m.dtd">)"}) {
        EXPECT_FALSE(read_dav_answer(answer_with(document_type, "&x;"))) << document_type;
    }
    EXPECT_FALSE(read_dav_answer(answer_with("", "&x;")));
}

}  // namespace
}  // namespace standby::intake
