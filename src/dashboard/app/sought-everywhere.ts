import { amountsAs, last4Of } from '../list/sought.ts';
import type { SessionQuery } from '../session/session.documents.ts';
import type { FindQueryVariables } from './find.documents.ts';

type Permission = SessionQuery['viewer']['permissions'][number];

/** How far back payments are looked through for a charged amount that is not the one asked for. */
const CHARGED_DAYS = 30;

/** The least characters that are searched for. */
export const FIND_LEAST = 2;

/**
 * The conditions of a search over everything that a person may read: each has an index of its own, so each costs a few
 * rows.
 */
export function soughtEverywhere(
  typed: string,
  can: (permission: Permission) => boolean,
): FindQueryVariables {
  const text = typed.trim();
  const last4 = last4Of(text);
  const isBin = /^(?:\d{6}|\d{8})$/.test(text);
  const ofAmount = (field: string) => {
    const each = amountsAs(field, [text], ([minorUnits]) => ({ eq: minorUnits }));
    const all = each.map((one) => (one[field] as { eq: number }).eq);
    // The amounts first, for the index; then which of them is of the currency.
    return { [field]: { in: [...new Set(all)] }, or: each };
  };
  const mayPay = can('PAYMENTS_READ');
  const asAmount = mayPay && amountsAs('amount', [text], () => ({})).length > 0;
  // Words of a number with decimals would be found in half of all texts.
  const asWords = text.length >= FIND_LEAST && !(asAmount && /[.,]/.test(text));
  const since = new Date(Date.now() - CHARGED_DAYS * 24 * 60 * 60_000).toISOString();
  return {
    text,
    digits: last4 ?? (isBin ? text : ''),
    amounts: asAmount ? ofAmount('amount') : {},
    charged: asAmount ? { ...ofAmount('netAmount'), created: { gte: since } } : {},
    asLast4: mayPay && last4 !== undefined,
    asBin: mayPay && isBin,
    asAmount,
    inPayments: asWords && mayPay,
    inRefunds: asWords && can('REFUNDS_READ'),
    inDisputes: asWords && can('DISPUTES_READ'),
    inPayouts: asWords && can('PAYOUTS_READ'),
    inCustomers: asWords && can('CUSTOMERS_READ'),
  };
}
