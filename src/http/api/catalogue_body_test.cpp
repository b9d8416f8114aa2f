// Tests of the bodies about the catalogue: what they say, and names that clash.
#include "http/api/catalogue_body.hpp"

#include "http/api/body_test_support.hpp"

#include <gtest/gtest.h>

namespace standby::http {
namespace {

using engine::CatalogueItem;
using engine::CatalogueKind;
using interchange::OfferedNames;
using std::chrono::minutes;

OfferedNames salon() {
    return OfferedNames{
        {CatalogueItem{.number = 1, .name = "Colour", .other_names = {"Dye"}},
         CatalogueItem{.number = 2, .name = "Cut", .duration = minutes{30}, .buffer = minutes{5}},
         CatalogueItem{.number = 3, .kind = CatalogueKind::Person, .name = "Anna"}}};
}

Result<CatalogueItem, Problem> made(std::string_view body, CatalogueItem present = {}) {
    const auto call = present.number == 0 ? CatalogueCall::Add : CatalogueCall::Change;
    const auto parsed = parse_catalogue_item(body, present.kind, call);
    return parsed ? merged(*parsed, std::move(present), salon()) : std::unexpected(parsed.error());
}

TEST(CatalogueBody, TakesEveryFieldOfAService) {
    const auto item = made(R"({"name":" Wash ","other_names":["Shampoo"],"duration":"20m",
                               "price":{"amount":1500,"currency":"EUR"},"buffer":"5m"})");
    ASSERT_EQ(errors_of(item), Errors{});
    EXPECT_EQ(*item, (CatalogueItem{.name = "Wash",
                                    .other_names = {"Shampoo"},
                                    .duration = minutes{20},
                                    .price = core::Money{.amount = 1500},
                                    .buffer = minutes{5}}));
}

TEST(CatalogueBody, LeavesWhatIsNotGivenAndTakesAwayWhatIsNull) {
    const CatalogueItem cut = salon().items()[1];
    EXPECT_EQ(made("{}", cut).value(), cut);
    const CatalogueItem changed = made(R"({"duration":null,"name":"Trim"})", cut).value();
    EXPECT_EQ(changed.name, "Trim");
    EXPECT_EQ(changed.duration, std::nullopt);
    EXPECT_EQ(changed.buffer, minutes{5});
}

TEST(CatalogueBody, NamesWhoHasTheNameAlready) {
    EXPECT_EQ(errors_of(made(R"({"name":"COLOUR"})")),
              Errors{"name is a name of Colour (svc_1) already"});
    EXPECT_EQ(errors_of(made(R"({"name":"Tint","other_names":["a","dye"]})")),
              Errors{"other_names[1] is a name of Colour (svc_1) already"});
    EXPECT_EQ(errors_of(made(R"({"name":"cut"})", salon().items()[1])), Errors{})
        << "its own name, written in another way";
    EXPECT_EQ(errors_of(made(R"({"name":"Anna"})")), Errors{}) << "a person's name is no service's";
    EXPECT_EQ(errors_of(made(R"({"name":"per_7"})")), Errors{"name must not look like an id"});
}

TEST(CatalogueBody, DropsOtherNamesThatAddNothing) {
    EXPECT_EQ(made(R"({"name":"Wash","other_names":["WASH","Soap","soap "]})").value().other_names,
              std::vector<std::string>{"Soap"});
}

TEST(CatalogueBody, TakesServicesOfAPersonByIdOrName) {
    const CatalogueItem anna = salon().items()[2];
    const auto item = made(R"({"services":["svc_2","dye","Colour"],
        "hours":[{"days":["mon"],"from":"09:00","to":"17:00"}]})",
                           anna);
    ASSERT_EQ(errors_of(item), Errors{});
    EXPECT_EQ(item->services, (std::vector<std::uint64_t>{2, 1}));
    EXPECT_EQ(item->hours, (std::vector<core::WeeklyWindow>{{540, 480}}));
    EXPECT_EQ(errors_of(made(R"({"services":["Cut","Coluor","x"]})", anna)),
              (Errors{"services[1] is none of the services. Did you mean Colour?",
                      "services[2] is none of the services"}));
}

TEST(CatalogueBody, TakesTheSizeOfAPlace) {
    const CatalogueItem table{.number = 4, .kind = CatalogueKind::Place, .name = "Window"};
    const CatalogueItem sized = made(R"({"size":{"min":2,"max":4}})", table).value();
    EXPECT_EQ(std::pair(sized.size_min, sized.size_max), std::pair(2U, 4U));
    EXPECT_EQ(errors_of(made(R"({"size":{"min":5,"max":4}})", table)),
              Errors{"size.min must not be above max"});
    EXPECT_EQ(errors_of(made(R"({"duration":"1h"})", table)),
              Errors{"duration is not a known field"});
}

TEST(CatalogueBody, ImportsEverythingUnlessNamesAreGiven) {
    EXPECT_FALSE(parse_catalogue_import("")->names);
    const auto body = parse_catalogue_import(R"({"dry_run":true,"names":["Cut"]})");
    ASSERT_EQ(errors_of(body), Errors{});
    EXPECT_TRUE(body->dry_run);
    EXPECT_EQ(body->names, std::vector<std::string>{"Cut"});
}

}  // namespace
}  // namespace standby::http
