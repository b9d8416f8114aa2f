// Which words of a mail server are believed, and which somebody may have written into the mail.
#include "intake/mail/authentication.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace standby::intake {
namespace {

Authenticity of(std::vector<std::string> results, std::string_view sender = "noor@aster.example") {
    return authenticity_of(results, "mx.aster.example", sender);
}

TEST(Authenticity, BelievesTheOwnersServerAlone) {
    EXPECT_EQ(of({"mx.aster.example; dmarc=pass header.from=aster.example"}), Authenticity::Proven);
    EXPECT_EQ(of({"MX.aster.example 1; spf=pass; dmarc=pass (p=none) header.from=aster.example"}),
              Authenticity::Proven);
    EXPECT_EQ(of({"mx.evil.example; dmarc=pass header.from=aster.example"}), Authenticity::Unknown);
    EXPECT_EQ(of({"mx.evil.example (mx.aster.example;); dmarc=pass header.from=aster.example",
                  "mx.aster.example; dmarc=pass header.from=aster.example"}),
              Authenticity::Unknown)
        << "what stands below came with the mail";
    EXPECT_EQ(of({}), Authenticity::Unknown);
    EXPECT_EQ(authenticity_of(std::vector<std::string>{"; dmarc=pass header.from=aster.example"},
                              "", "noor@aster.example"),
              Authenticity::Unknown);
}

TEST(Authenticity, AnotherDomainProvesNothing) {
    EXPECT_EQ(of({"mx.aster.example; dmarc=pass header.from=evil.example"}), Authenticity::Forged);
    EXPECT_EQ(of({"mx.aster.example; dkim=pass header.d=evil.example; spf=pass"}),
              Authenticity::Unknown);
    EXPECT_EQ(of({"mx.aster.example; dkim=pass header.d=aster.example"}), Authenticity::Proven);
    EXPECT_EQ(of({"mx.aster.example; dkim=pass header.d=aster.example; dmarc=fail"}),
              Authenticity::Forged);
    EXPECT_EQ(of({"mx.aster.example; x=\"dmarc=pass header.from=aster.example\""}),
              Authenticity::Unknown);
    EXPECT_EQ(of({"mx.aster.example; spf=pass (dmarc=pass header.from=aster.example)"}),
              Authenticity::Unknown);
}

}  // namespace
}  // namespace standby::intake
