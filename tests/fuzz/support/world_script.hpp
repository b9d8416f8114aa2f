// The requests that make the world, in the form of script.hpp: resource 1 has slots, 2 has seats,
// 3 gives access in waves, and 4 belongs to someone else.
#pragma once

#include <string_view>

namespace standby::fuzz {

inline constexpr std::string_view world_script = R"(POST /v1/resources
Authorization: Bearer $staff

{"name":"Salon","kind":"slots","time_zone":"Europe/Berlin","rules":{"claim_window":"30m",
 "quiet_hours":null,"after_decline":"keep","instant_yes":true}}
===
POST /v1/resources
Authorization: Bearer $staff

{"name":"Concert","kind":"seats","capacity":0,"starts_at":"2026-12-24T19:00:00Z",
 "rules":{"order":"score","referral":{"points":5,"cap":50},"visibility":"band","quiet_hours":null}}
===
POST /v1/resources
Authorization: Bearer $staff

{"name":"Beta","kind":"access","rules":{"verify_email":true,"wave_size":2,"wave_interval":"1h"}}
===
POST /v1/resources
Authorization: Bearer $other

{"name":"Elsewhere","kind":"seats","capacity":1}
===
POST /v1/resources/$res1/waitlist:join

{"name":"Ada","email":"ada@secret.test","wants":{"service":"cut"}}
===
POST /v1/resources/$res1/waitlist:join

{"name":"Ben","phone":"+493012345678","party_size":2,"wants":{"weekly":[{"days":["mon"],
 "from":"09:00","to":"18:00"}],"max_price":{"amount":4500,"currency":"EUR"}}}
===
POST /v1/resources/$res1/waitlist:join

{"name":"Cleo","email":"cleo@secret.test","instant_yes":{"min_notice":"1h"}}
===
POST /v1/resources/$res2/waitlist:join

{"name":"Dora","email":"dora@secret.test"}
===
POST /v1/resources/$res2/waitlist:join

{"name":"Emil","email":"emil@secret.test"}
===
POST /v1/resources/$res2/waitlist:join
Authorization: Bearer $staff

{"name":"Finn","user_id":"finn-1","party_size":2}
===
POST /v1/resources/$res2/waitlist:join
Authorization: Bearer $staff

{"name":"Gita","email":"gita@secret.test","tier":1,"points":7}
===
PATCH /v1/resources/$res2
Authorization: Bearer $staff

{"capacity":2}
===
POST /v1/offers/$off2.1:accept
Authorization: Bearer $staff
===
POST /v1/resources/$res3/waitlist:join

{"name":"Hugo","email":"hugo@secret.test"}
===
POST /v1/resources/$res3/waitlist:join

{"name":"Ines","email":"ines@secret.test"}
===
POST /v1/waitlist/$ent3.1:verify
Authorization: Bearer $vt3.1
===
POST /v1/resources/$res4/waitlist:join

{"name":"Jan","email":"jan@secret.test"}
===
POST /v1/resources/$res1/openings
Authorization: Bearer $staff

{"event_id":"o1","starts_at":"2026-11-16T10:00:00Z","duration":"45m","service":"cut",
 "price":{"amount":3000,"currency":"EUR"}})";

}  // namespace standby::fuzz
