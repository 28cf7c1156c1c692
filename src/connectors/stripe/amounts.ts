import { vendorAmounts } from '../amounts.ts';

/**
 * The currencies that Stripe counts in another unit than ISO 4217: the Icelandic króna and the Ugandan shilling have
 * no minor unit and are counted in hundredths all the same; the Malagasy ariary is counted whole.
 */
export const decimalsAtStripe: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };

/**
 * The step of an amount in Stripe's unit, for currencies in which Stripe rounds: an amount must be a multiple of it.
 */
export const stepsAtStripe: Readonly<Record<string, number>> = {
  ISK: 100,
  UGX: 100,
  BHD: 10,
  JOD: 10,
  KWD: 10,
  OMR: 10,
  TND: 10,
};

/** For payouts only: the forint and the Taiwan dollar are paid out whole, and counted in hundredths. */
export const stepsOfPayouts: Readonly<Record<string, number>> = { ...stepsAtStripe, HUF: 100, TWD: 100 };

export const stripeAmounts = vendorAmounts(decimalsAtStripe, stepsAtStripe);
export const payoutAmounts = vendorAmounts(decimalsAtStripe, stepsOfPayouts);

/** The currencies in circulation that Stripe charges cards in. */
export const currencies: ReadonlySet<string> = new Set(
  (
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF ' +
    'CLP CNY COP CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ' +
    'ILS INR ISK JMD JOD JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR ' +
    'MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR ' +
    'SEK SGD SHP SLE SOS SRD STN SZL THB TJS TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XCG ' +
    'XOF XPF YER ZAR ZMW'
  ).split(' '),
);
