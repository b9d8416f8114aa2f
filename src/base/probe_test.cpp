// Tests that probes are known from program start and count what passes them.
#include "base/probe.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <thread>

namespace standby {
namespace {

std::map<std::string, std::uint64_t> hits_here() {
    std::map<std::string, std::uint64_t> hits;
    for_each_probe(
        [&](std::string_view name, std::string_view file, unsigned line, std::uint64_t count) {
            if (file.ends_with("probe_test.cpp")) {
                EXPECT_GT(line, 0U);
                EXPECT_TRUE(hits.emplace(name, count).second) << name << " reported twice";
            }
        });
    return hits;
}

void take_branch(bool is_left) {
    if (is_left) {
        PROBE("left branch");
    } else {
        PROBE("right branch");
    }
}

template <class T>
void pass_template(T) {
    PROBE("inside a template");
}

TEST(Probe, IsListedBeforeItIsReached) {
    reset_probes();
    const auto hits = hits_here();
    ASSERT_TRUE(hits.contains("right branch"));
    EXPECT_EQ(hits.at("right branch"), 0U);
}

TEST(Probe, CountsEveryPass) {
    reset_probes();
    take_branch(true);
    take_branch(true);
    EXPECT_EQ(hits_here().at("left branch"), 2U);
    EXPECT_EQ(hits_here().at("right branch"), 0U);
    reset_probes();
    EXPECT_EQ(hits_here().at("left branch"), 0U);
}

TEST(Probe, AddsUpTheInstancesOfATemplate) {
    reset_probes();
    pass_template(1);
    pass_template('a');
    pass_template(2.0);
    EXPECT_EQ(hits_here().at("inside a template"), 3U);
}

TEST(Probe, WorksInLambdasAndSeveralThreads) {
    reset_probes();
    const auto pass_often = [] {
        for (int pass = 0; pass < 1000; ++pass) {
            PROBE("in a lambda");
        }
    };
    std::thread other(pass_often);
    pass_often();
    other.join();
    EXPECT_EQ(hits_here().at("in a lambda"), 2000U);
}

TEST(Probe, IsReportedInTheOrderOfFileAndLine) {
    std::string previous_file;
    unsigned previous_line = 0;
    for_each_probe([&](std::string_view, std::string_view file, unsigned line, std::uint64_t) {
        EXPECT_TRUE(previous_file < file || (previous_file == file && previous_line <= line));
        previous_file = file;
        previous_line = line;
    });
    EXPECT_GT(previous_line, 0U);
}

}  // namespace
}  // namespace standby
