// The same contact has the same key, another one another.
#include "http/auth/contacts.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace standby::http {
namespace {

engine::Secret contact_secret(int fill) {
    engine::Secret secret;
    secret.purpose = engine::SecretPurpose::Contacts;
    secret.bytes.assign(32, static_cast<std::byte>(fill));
    return secret;
}

TEST(ContactHasher, GivesTheSameKeyForTheSameContact) {
    const ContactHasher hasher(contact_secret(1));
    EXPECT_EQ(hasher.email("ada@example.com"),
              ContactHasher(contact_secret(1)).email("ada@example.com"));
    EXPECT_NE(hasher.email("ada@example.com"), hasher.email("bob@example.com"));
    EXPECT_NE(hasher.email("ada@example.com").value(), 0U);
}

TEST(ContactHasher, KnowsAnAddressInEveryCase) {
    const ContactHasher hasher(contact_secret(1));
    EXPECT_EQ(hasher.email(" Ada@Example.COM"), hasher.email("ada@example.com"));
}

TEST(ContactHasher, HasOneKeyForEachContact) {
    const ContactHasher hasher(contact_secret(1));
    engine::Person person;
    EXPECT_TRUE(hasher.of(person).empty());
    person.email = "Ada@example.com";
    person.phone = "+49301234567";
    person.user_id = "ada";
    EXPECT_EQ(hasher.of(person),
              (std::vector{hasher.email("ada@example.com"), hasher.phone("+49301234567"),
                           hasher.user_id("ada")}));
}

TEST(ContactHasher, KeepsTheKindsApart) {
    const ContactHasher hasher(contact_secret(1));
    EXPECT_NE(hasher.email("x"), hasher.phone("x"));
    EXPECT_NE(hasher.email("x"), hasher.user_id("x"));
    EXPECT_NE(hasher.phone("x"), hasher.user_id("x"));
}

TEST(ContactHasher, KnowsAFriendByTheMailboxAndTheNumberBehindTheContacts) {
    const ContactHasher hasher(contact_secret(1));
    const auto keys = [&](std::string email, std::string phone = {}) {
        engine::Person person;
        person.email = std::move(email);
        person.phone = std::move(phone);
        return hasher.friend_keys(person);
    };
    EXPECT_EQ(keys("A.da+beta@gmail.com"), keys("ada@googlemail.com"));
    EXPECT_EQ(keys("JÖRG+1@Example.com"), keys("jörg@example.com"));
    EXPECT_NE(keys("a.da@example.com"), keys("ada@example.com")) << "only Gmail ignores dots";
    EXPECT_EQ(keys("", "+49301234567"), keys("", "+49301234567"));
    EXPECT_EQ(keys("ada@example.com", "+49301234567").size(), 2U);
    EXPECT_TRUE(keys("").empty());
    EXPECT_NE(keys("ada@example.com").front(), hasher.email("ada@example.com"))
        << "nobody is recognised by it on joining";
}

TEST(ContactHasher, DependsOnItsSecret) {
    EXPECT_NE(ContactHasher(contact_secret(1)).email("ada@example.com"),
              ContactHasher(contact_secret(2)).email("ada@example.com"));
}

}  // namespace
}  // namespace standby::http
