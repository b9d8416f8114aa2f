// Members, their sessions, and one-time links.
#include "store/codec/staff_rules.hpp"
#include "tests/memory_store/memory_store.hpp"

#include <algorithm>

namespace standby::store {

using engine::Member;
using engine::OneTimeLink;
using engine::StaffError;
using engine::StaffSession;
using engine::StoreError;

Result<std::vector<Member>, StoreError> MemoryStore::members() {
    return reading(Call::Registry, [&] { return content_.members; });
}

Result<std::vector<StaffSession>, StoreError> MemoryStore::sessions() {
    return reading(Call::Registry, [&] { return content_.sessions; });
}

Result<std::vector<OneTimeLink>, StoreError> MemoryStore::links() {
    return reading(Call::Registry, [&] { return content_.links; });
}

Result<OneTimeLink, StoreError> MemoryStore::add_link(const OneTimeLink& link) {
    return writing(Call::Registry, [&]() -> Result<OneTimeLink, StoreError> {
        for (OneTimeLink& old : content_.links) {
            if (is_replaced_by(old, link)) {
                old.used_at = link.created_at;
            }
        }
        content_.links.push_back(link);
        content_.links.back().number = content_.links.size();
        return content_.links.back();
    });
}

Result<bool, StoreError> MemoryStore::end_link(std::uint64_t number, Time now) {
    return writing(Call::Registry, [&]() -> Result<bool, StoreError> {
        const auto link = std::ranges::find(content_.links, number, &OneTimeLink::number);
        if (link == content_.links.end() || !engine::is_live(*link, now)) {
            return false;
        }
        link->used_at = now;
        return true;
    });
}

Result<engine::UsedLink, StaffError> MemoryStore::use_link(const engine::LinkUse& use) {
    return writing(Call::Registry, [&]() -> Result<engine::UsedLink, StaffError> {
        const auto link = std::ranges::find(content_.links, use.hash, &OneTimeLink::hash);
        const bool is_known = link != content_.links.end();
        Member member = TRY(
            member_of_link(is_known ? std::optional(*link) : std::nullopt, use, content_.members));
        link->used_at = use.now;
        if (member.number == 0) {
            member.number = content_.members.size() + 1;
            content_.members.push_back(member);
        } else {
            keep(member);
            end_sessions_of(member.number);
        }
        StaffSession session = use.session;
        session.member = member.number;
        keep(session);
        return engine::UsedLink{.member = member, .session = session, .purpose = link->purpose};
    });
}

Result<void, StaffError> MemoryStore::begin_session(const StaffSession& session,
                                                    std::optional<std::uint64_t> totp_step) {
    return writing(Call::Registry, [&]() -> Result<void, StaffError> {
        keep(TRY(member_of_session(session, totp_step, content_.members)));
        keep(session);
        return {};
    });
}

Result<void, StoreError> MemoryStore::touch_session(const Sha256Digest& hash, Time now) {
    return writing(Call::Registry, [&]() -> Result<void, StoreError> {
        for (StaffSession& session : content_.sessions) {
            if (session.hash == hash) {
                session.last_seen_at = now;
                content_.members[session.member - 1].last_seen_at = now;
            }
        }
        return {};
    });
}

Result<bool, StoreError> MemoryStore::end_session(const Sha256Digest& hash) {
    return writing(Call::Registry, [&]() -> Result<bool, StoreError> {
        return std::erase_if(content_.sessions, [&](const StaffSession& session) {
                   return session.hash == hash;
               }) == 1;
    });
}

Result<void, StoreError> MemoryStore::end_sessions(std::uint64_t member) {
    return writing(Call::Registry, [&]() -> Result<void, StoreError> {
        end_sessions_of(member);
        return {};
    });
}

Result<Member, StaffError> MemoryStore::change_member(const engine::MemberChange& change) {
    return writing(Call::Registry, [&]() -> Result<Member, StaffError> {
        const Member member = TRY(changed_member(change, content_.members));
        keep(member);
        if (change.only_session) {
            end_sessions_of(member.number, change.only_session);
        }
        return member;
    });
}

Result<Member, StaffError> MemoryStore::remove_member(std::uint64_t number, Time now) {
    return writing(Call::Registry, [&]() -> Result<Member, StaffError> {
        const Member member = TRY(removed_member(number, now, content_.members));
        keep(member);
        end_sessions_of(number);
        for (OneTimeLink& link : content_.links) {
            if (link.member == number && !link.used_at) {
                link.used_at = now;
            }
        }
        return member;
    });
}

void MemoryStore::keep(const Member& member) {
    content_.members[member.number - 1] = member;
}

void MemoryStore::keep(const StaffSession& session) {
    std::erase_if(content_.sessions, [&](const StaffSession& other) {
        return other.expires_at <= session.created_at;
    });
    const auto is_own = [&](const StaffSession& other) { return other.member == session.member; };
    if (std::ranges::count_if(content_.sessions, is_own) >=
        std::ptrdiff_t{engine::sessions_per_member_max}) {
        content_.sessions.erase(std::ranges::find_if(content_.sessions, is_own));
    }
    content_.sessions.push_back(session);
}

void MemoryStore::end_sessions_of(std::uint64_t member, std::optional<Sha256Digest> but) {
    std::erase_if(content_.sessions, [&](const StaffSession& session) {
        return session.member == member && session.hash != but;
    });
}

}  // namespace standby::store
