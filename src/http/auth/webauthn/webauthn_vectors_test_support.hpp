// What Chromium's own authenticator answered, for each algorithm: one key made, one challenge
// signed with it. Bytes are in base64url, as the browser gave them.
#pragma once

#include <string_view>

namespace standby::http {

struct WebAuthnVector {
    std::string_view name;
    std::string_view challenge;
    std::string_view id;
    std::string_view create;  // the client data of making the key
    std::string_view attestation;
    std::string_view get;  // the client data of signing
    std::string_view data;
    std::string_view signature;
};

inline constexpr std::string_view vectors_origin = "http://localhost:37041";

inline constexpr WebAuthnVector webauthn_vectors[] = {
    {.name = "es256",
     .challenge = "Dg4ODg4ODg4ODg4ODg4ODg",
     .id = "SZZAfp-5uV4GwfvF0CEjVKqeS9RyWvyTlKgwZP6bkUc",
     .create = "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiRGc0T0RnNE9EZzRPRGc0T0"
               "RnNE9EZyIsIm9yaWdpbiI6Imh0dHA6Ly9sb2NhbGhvc3Q6MzcwNDEiLCJjcm9zc09yaWdpbiI6"
               "ZmFsc2V9",
     .attestation = "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikSZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmV"
                    "zzuoMdl2NFAAAAAQECAwQFBgcIAQIDBAUGBwgAIEmWQH6fubleBsH7xdAhI1SqnkvUclr8k5So"
                    "MGT-m5FHpQECAyYgASFYINOU3TxeoEAQ3nn4Sd7zKurScH0HWHMnk0WzehGgr_AQIlggqYbqPB"
                    "ISfMI5S8hahDabvR3Do62k3QZKbVzsXPIc9VU",
     .get = "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiRGc0T0RnNE9EZzRPRGc0T0RnNE"
            "9EZyIsIm9yaWdpbiI6Imh0dHA6Ly9sb2NhbGhvc3Q6MzcwNDEiLCJjcm9zc09yaWdpbiI6ZmFs"
            "c2V9",
     .data = "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAg",
     .signature = "MEUCIFtWwGdny1xSitYGP9lu9mIlzcWvW1-N6Z5tpTTkTTI0AiEA2GAVBBAk7A4je02RSZw5p-"
                  "8L4LPipJP8jQsCBoaqog0"},
    {.name = "eddsa",
     .challenge = "Dw8PDw8PDw8PDw8PDw8PDw",
     .id = "brJjcKKw68vC5s2MwZEms0Ch6XNTz73wX_ZpYdxdzn8",
     .create = "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiRHc4UER3OFBEdzhQRHc4UE"
               "R3OFBEdyIsIm9yaWdpbiI6Imh0dHA6Ly9sb2NhbGhvc3Q6MzcwNDEiLCJjcm9zc09yaWdpbiI6"
               "ZmFsc2V9",
     .attestation = "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YViBSZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmV"
                    "zzuoMdl2NFAAAAAQECAwQFBgcIAQIDBAUGBwgAIG6yY3CisOvLwubNjMGRJrNAoelzU8-98F_2"
                    "aWHcXc5_pAEBAycgBiFYIGNokmyivIHyz5A-T-8f8y6jQN9gf4v6xBerNmPtLBdp",
     .get = "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiRHc4UER3OFBEdzhQRHc4UER3OF"
            "BEdyIsIm9yaWdpbiI6Imh0dHA6Ly9sb2NhbGhvc3Q6MzcwNDEiLCJjcm9zc09yaWdpbiI6ZmFs"
            "c2V9",
     .data = "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAg",
     .signature = "31qqIs4rxZbGT8YZnw2FAerTYhU85oBs-uw2bgnRNd7Ic5NwDDwkTJtbe7RsijXrlq380I-ulp"
                  "n-C5LvrFtGCg"},
    {.name = "rs256",
     .challenge = "QEBAQEBAQEBAQEBAQEBAQA",
     .id = "_To_0Tzqxw2IUvuCwhQVtnQ-PP4P5fkrdGVpoceA930",
     .create = "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiUUVCQVFFQkFRRUJBUUVCQV"
               "FFQkFRQSIsIm9yaWdpbiI6Imh0dHA6Ly9sb2NhbGhvc3Q6MzcwNDEiLCJjcm9zc09yaWdpbiI6"
               "ZmFsc2V9",
     .attestation = "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVkBZ0mWDeWIDoxodDQXD2R2YFuP5K65ooYyx5"
                    "lc87qDHZdjRQAAAAEBAgMEBQYHCAECAwQFBgcIACD9Oj_RPOrHDYhS-4LCFBW2dD48_g_l-St0"
                    "ZWmhx4D3faQBAwM5AQAgWQEAmCGav_pAP59xFRTYGUoklRfU-NLv_e5OgzqDE0v30-2jEIRGsp"
                    "dBx7lVsz3H3LXAqdi3vqOaCdTZaMpNpPSdGs55EKp56V0iZKyCPb_VPQ_yBaqSH2fbhEqMespu"
                    "i6lx52mc2Wws3O08FpHpeV19UVxm1nkyOXCsmY5j5j9phxlUBAhnjqaDH7J8iAlF7Pv6B6lUlC"
                    "-EweMfaX5XN80MFXCaVFqvyUAxVu-_6KjAKfAM-anciFFiD33SXMQ-KniwBKsseLts8jMKokwW"
                    "CtCM51TSRkj_OjlNuYJf9TYlKfzdUmMrna3hpIZPFQgOZqiGfSwOmsWhyPWVsilDZ1itnSFDAQ"
                    "AB",
     .get = "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiUUVCQVFFQkFRRUJBUUVCQVFFQk"
            "FRQSIsIm9yaWdpbiI6Imh0dHA6Ly9sb2NhbGhvc3Q6MzcwNDEiLCJjcm9zc09yaWdpbiI6ZmFs"
            "c2V9",
     .data = "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAg",
     .signature = "ZfweYISeEa8-NGxFnM5qC6NgFhSGF0PHfPiA4Zt0pZRJ49EouVWlPSSjhebaWaalfTc5Xi9vTj"
                  "fz5RgY38CQnzfrZ5EdcuL2ypTKEtybD_v3RgpK-ea89I8R5oQlxECBP7cFhf2v-BHWHP12StoD"
                  "pJ4ebxNY_ba7766G_b0mO_q9ANGr2A4iJDot1V2bJvZttWM3UdYc4wpDkjJi0REFEsLPel0UzN"
                  "HXsS5eUkQzjSibRU3cPWOZP4KzrO82cUBY4_NsFftTpYDIaIzxhYn4H3HIiGXk2hnFtUmVUKQE"
                  "7AyVSI1rodlXyi-qGD2E4zHN_azrgVCkxBbcG-Q0CRjNEg"},
};

}  // namespace standby::http
