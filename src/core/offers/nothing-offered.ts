import type { ConnectorAccount } from '../entities/connector-account.ts';
import type { Payment } from '../entities/payment.ts';
import type { WritingContext } from '../foundation/context.ts';
import { requireRenewable } from '../mandates/consent.ts';
import { allowsType } from '../payment-methods/allowed-types.ts';
import { merchantOf, paymentRouting, selectionFor } from '../routing/choose-accounts.ts';
import { reasonsText } from '../routing/no-account.ts';
import { paidWith, refusalOf } from '../wallets/payable.ts';

/** Maximum number of reasons per account. */
const REASONS_MAX = 3;

const unreachable = 'cannot be reached at present';

/**
 * The reason why a payment is offered no method, for developers in the `test` environment: the merchant, the mandate, the
 * routing, or the reason that excludes each account of the profile.
 */
export async function whyNothingIsOffered(tx: WritingContext, payment: Payment): Promise<string> {
  if ((await merchantOf(tx, payment.merchant_id))?.suspended_at) return 'The merchant account is suspended.';
  const refusal =
    (await refusalOf(() => requireRenewable(tx, payment))) ??
    (await refusalOf(() => paymentRouting(tx, payment)));
  if (refusal) return refusal.message;
  const routing = await paymentRouting(tx, payment);
  const reasons = new Map<ConnectorAccount, string>();
  for (const account of routing.accounts) {
    const found = new Set<string>();
    for (const entry of account.payment_methods_enabled) {
      for (const type of entry.payment_method_types?.length ? entry.payment_method_types : [null]) {
        const paid = paidWith(payment, { payment_method: entry.payment_method, payment_method_type: type });
        if (!allowsType(paid, type)) {
          found.add('allowed_payment_method_types excludes its types');
          continue;
        }
        const selection = await selectionFor(tx, routing, paid, null);
        const isChosen = selection.chosen.includes(account);
        found.add(isChosen ? unreachable : (selection.reasons.get(account) ?? unreachable));
      }
    }
    const some = [...found].slice(0, REASONS_MAX).join('; ');
    reasons.set(account, account.disabled ? 'disabled' : some || 'has no payment_methods_enabled');
  }
  return `No connector account of the profile takes this payment: ${reasonsText(reasons)}.`;
}
