import { decimalsOf } from '../core/foundation/currencies.ts';
import type { Money } from '../core/foundation/ports/connector-requests.ts';

/**
 * Thrown for an amount that the vendor's format cannot express, such as 1.005 in a currency with two decimals there.
 */
export class InexactAmountError extends Error {
  override readonly name = 'InexactAmountError';
}

/** Translates amounts between ISO 4217's minor units and a vendor's. */
export interface VendorAmounts {
  /** @throws {InexactAmountError} if the vendor's unit is too coarse. Nothing was sent: fail the call. */
  toVendor(money: Money): number;
  /** An amount from the vendor, in minor units by ISO 4217. */
  fromVendor(amount: number, currency: string): Money;
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
        throw new InexactAmountError(`The vendor cannot be asked for ${amount} minor units of ${currency}.`);
      }
      return sent;
    },
    fromVendor(amount, currency) {
      const upper = currency.toUpperCase();
      const found = shifted(amount, -shiftOf(upper));
      if (!Number.isSafeInteger(found)) {
        throw new InexactAmountError(`The vendor gave ${amount} of ${upper}, which has no minor units.`);
      }
      return { amount: found, currency: upper };
    },
  };
}

/** Division stays exact where it can be: by powers of ten that are whole numbers. */
const shifted = (amount: number, places: number): number =>
  places < 0 ? amount / 10 ** -places : amount * 10 ** places;
