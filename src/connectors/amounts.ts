import { decimalsOf, moneyText } from '../core/foundation/currencies.ts';
import type { Money } from '../core/foundation/ports/connector-requests.ts';
import { RefusedRequestError, UnreadableAnswerError } from './exchange.ts';

declare const origin: unique symbol;

/** An amount in the vendor's unit that a request is sent with. Only `toVendor` makes one. */
export type RequestAmount = number & { readonly [origin]: 'request' };
/** An amount of a response, in minor units by ISO 4217. Only `fromVendor` makes one, and it is no request's. */
export type AnswerAmount = Money & { readonly [origin]: 'answer' };
/** The amount of a request, in minor units by ISO 4217. */
type Requested = Money & { readonly [origin]?: never };

/** Translates amounts between ISO 4217's minor units and a vendor's. */
export interface VendorAmounts {
  /**
   * @throws {RefusedRequestError} `amount_not_exact` if the vendor's format cannot express the amount, such as 1.005 in a
   * currency with two decimals there. Nothing is sent.
   */
  toVendor(money: Requested): RequestAmount;
  /**
   * An amount from the vendor, in minor units by ISO 4217.
   *
   * @throws {UnreadableAnswerError} if it is not a number, or has a fraction of a minor unit. Money may have moved.
   */
  fromVendor(amount: number, currency: string): AnswerAmount;
}

/**
 * The translation for a vendor.
 *
 * @param exceptions The decimals that the vendor counts differently, by currency.
 * @param step Amounts that the vendor takes in steps of more than its unit, by currency.
 *
 * @example
 * ```ts
 * const amounts = vendorAmounts({ CLP: 2, ISK: 2 });
 * amounts.toVendor({ amount: 500, currency: 'CLP' }); // 50000
 * ```
 */
export function vendorAmounts(
  exceptions: Readonly<Record<string, number>>,
  step: Readonly<Record<string, number>> = {},
): VendorAmounts {
  const shiftOf = (currency: string) => (exceptions[currency] ?? decimalsOf(currency)) - decimalsOf(currency);
  return {
    toVendor({ amount, currency }) {
      const sent = shifted(amount, shiftOf(currency));
      if (!Number.isSafeInteger(sent) || sent % (step[currency] ?? 1) !== 0) {
        const message = `The vendor cannot be asked for ${moneyText(amount, currency)}.`;
        throw new RefusedRequestError('amount_not_exact', message);
      }
      return sent as RequestAmount;
    },
    fromVendor(amount, currency) {
      if (typeof currency !== 'string' || !/^[A-Za-z]{3}$/.test(currency)) {
        throw new UnreadableAnswerError('The vendor gave an amount without a currency.');
      }
      const upper = currency.toUpperCase();
      if (!Number.isSafeInteger(amount)) {
        throw new UnreadableAnswerError(`The vendor gave an amount of ${upper} that is no whole number.`);
      }
      const found = shifted(amount, -shiftOf(upper));
      if (!Number.isSafeInteger(found)) {
        throw new UnreadableAnswerError(`The vendor gave ${amount} of ${upper}, a part of a minor unit.`);
      }
      return { amount: found, currency: upper } as AnswerAmount;
    },
  };
}

/** Division stays exact where it can be: by powers of ten that are whole numbers. */
const shifted = (amount: number, places: number): number =>
  places < 0 ? amount / 10 ** -places : amount * 10 ** places;
