import { amountsAs, last4Of } from '../list/sought.ts';
import type { SessionQuery } from '../session/session.documents.ts';
import type { FindQueryVariables } from './find.documents.ts';

type Permission = SessionQuery['viewer']['permissions'][number];

/** How far back payments are searched by charged amount, if it differs from the requested one. */
const CHARGED_DAYS = 30;

/** The minimum length of a search. */
export const FIND_LEAST = 2;

/**
 * The conditions of a search over everything that a person may read. Each has its own index, so each costs a few rows.
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
    // The amounts come first, for the index; the currencies then narrow them.
    return { [field]: { in: [...new Set(all)] }, or: each };
  };
  const mayPay = can('PAYMENTS_READ');
  const asAmount = mayPay && amountsAs('amount', [text], () => ({})).length > 0;
  // Parts of a decimal number would match half of all texts.
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
