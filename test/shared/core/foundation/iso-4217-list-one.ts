/**
 * List one of ISO 4217 as its maintenance agency, SIX, published it on 17 September 2026: 178 codes, of which amendment 180
 * is the last that changed one (BGN, to 31 December 2025). Transcribed from the list of 25 June 2024 in the npm package
 * `currency-codes` 2.2.0 and amendments 176 to 180; the codes agree with Debian's iso-codes in `pycountry` 26.2.16, codes
 * and decimals with the registry of NodaMoney of July 2026.
 */
export const listOne = {
  published: '2026-09-17',
  codes: 178,
  /** Currencies, by the number of decimals of their minor unit. */
  currencies: {
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
    2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP
      CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES
      KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK
      NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB
      TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`,
    3: 'BHD IQD JOD KWD LYD OMR TND',
  },
  /** Funds and units of account, by the number of decimals of their minor unit. */
  funds: { 0: 'UYI', 2: 'BOV CHE CHW COU MXV USN XAD', 4: 'CLF UYW' },
  /** Metals, units without a minor unit, and the codes for tests and for no currency. */
  withoutMinorUnit: 'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX',
} as const;

/** Codes withdrawn by recent amendments, with their decimals: list three. */
export const withdrawn = { ANG: 2, BGN: 2, CUC: 2, HRK: 2, SLL: 2, ZWL: 2 } as const;

/** The codes of a part of the list, each with its decimals. */
export const decimalsIn = (part: Readonly<Record<number, string>>): [code: string, decimals: number][] =>
  Object.entries(part).flatMap(([decimals, codes]) =>
    codes.split(/\s+/).map((code): [string, number] => [code, Number(decimals)]),
  );
