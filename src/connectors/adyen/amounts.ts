import { type AnswerAmount, type RequestAmount, vendorAmounts } from '../amounts.ts';

/** Currencies whose decimals at Adyen differ from ISO 4217, with Adyen's decimals. */
export const adyenDecimals: Readonly<Record<string, number>> = { CLP: 2, CVE: 0, IDR: 0, ISK: 2 };

/** Amounts between ISO 4217's minor units and Adyen's. */
export const amounts = vendorAmounts(adyenDecimals);

/** An amount as Adyen writes it. */
export interface AdyenAmount {
  readonly currency: string;
  readonly value: number;
}

/** @throws {RefusedRequestError} for a part of a unit that Adyen does not count, such as 0.50 IDR. */
export const toAdyen = (
  money: Parameters<typeof amounts.toVendor>[0],
): AdyenAmount & { readonly value: RequestAmount } => ({
  currency: money.currency,
  value: amounts.toVendor(money),
});

/** @throws {UnreadableAnswerError} for an amount that Adyen cannot mean, such as half a króna. */
export const fromAdyen = ({ currency, value }: AdyenAmount): AnswerAmount =>
  amounts.fromVendor(value, currency);
