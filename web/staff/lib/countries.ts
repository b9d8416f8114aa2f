// Countries by their ISO codes, as the server knows their phone numbers, named as the reader's language
// does.
import { speech } from './say.svelte';

export const countryCodes: readonly string[] = [
    'AD-AE-AF-AG-AI-AL-AM-AO-AR-AS-AT-AU-AW-AX-AZ-BA-BB-BD-BE-BF-BG-BH-BI-BJ-BL-BM-BN-BO-BQ-BR',
    'BS-BT-BW-BY-BZ-CA-CC-CD-CF-CG-CH-CI-CK-CL-CM-CN-CO-CR-CU-CV-CW-CX-CY-CZ-DE-DJ-DK-DM-DO-DZ',
    'EC-EE-EG-EH-ER-ES-ET-FI-FJ-FK-FM-FO-FR-GA-GB-GD-GE-GF-GG-GH-GI-GL-GM-GN-GP-GQ-GR-GT-GU-GW',
    'GY-HK-HN-HR-HT-HU-ID-IE-IL-IM-IN-IO-IQ-IR-IS-IT-JE-JM-JO-JP-KE-KG-KH-KI-KM-KN-KP-KR-KW-KY',
    'KZ-LA-LB-LC-LI-LK-LR-LS-LT-LU-LV-LY-MA-MC-MD-ME-MF-MG-MH-MK-ML-MM-MN-MO-MP-MQ-MR-MS-MT-MU',
    'MV-MW-MX-MY-MZ-NA-NC-NE-NF-NG-NI-NL-NO-NP-NR-NU-NZ-OM-PA-PE-PF-PG-PH-PK-PL-PM-PR-PS-PT-PW',
    'PY-QA-RE-RO-RS-RU-RW-SA-SB-SC-SD-SE-SG-SH-SI-SJ-SK-SL-SM-SN-SO-SR-SS-ST-SV-SX-SY-SZ-TC-TD',
    'TG-TH-TJ-TK-TL-TM-TN-TO-TR-TT-TV-TW-TZ-UA-UG-US-UY-UZ-VA-VC-VE-VG-VI-VN-VU-WF-WS-XK-YE-YT',
    'ZA-ZM-ZW',
].flatMap((line) => line.split('-'));

/** "Germany"; the code itself where the browser knows no name. */
export function countryName(code: string): string {
    return new Intl.DisplayNames([speech.locale], { type: 'region' }).of(code) ?? code;
}

/** All countries as choices, by name. */
export function countryChoices(): { value: string; label: string }[] {
    return countryCodes
        .map((code) => ({ value: code, label: countryName(code) }))
        .sort((one, other) => one.label.localeCompare(other.label, speech.locale));
}
