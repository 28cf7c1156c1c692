import { useEffect, useState } from 'preact/hooks';
import { urlPath } from '../../core/foundation/url-path.ts';
import type { FormData } from '../server/checkout-data.ts';
import { digitsOf, isCardNumber } from './card-number.ts';
import { confirmationOf } from './confirmation.ts';
import type { Typed } from './form-state.ts';
import type { Entry } from './methods.ts';
import { ask, posted } from './pay.ts';
import { problemsOf } from './problems.ts';
import { dependsOnNumber, totalOf, typeOfCard } from './totals.ts';

/** The entered method as the check of its total takes it; null while it is incomplete or the total does not depend on it. */
function methodToAsk(data: FormData, entry: Entry | undefined, typed: Typed): string | null {
  if (!entry || !dependsOnNumber(entry, typed)) return null;
  if (entry.kind === 'card') {
    const number = digitsOf(typed.number);
    if (!isCardNumber(number)) return null;
    // The total does not depend on the expiry, which the check requires.
    const expiry = { card_exp_month: '12', card_exp_year: String(new Date().getFullYear()) };
    return JSON.stringify({
      payment_method_subtype: typeOfCard(entry.types, number).payment_method_type,
      payment_method_data: { card: { card_number: number, ...expiry } },
    });
  }
  if (Object.keys(problemsOf(data, entry, typed, () => null)).length > 0) return null;
  const { payment_method_data } = confirmationOf(data, entry, typed, false);
  return JSON.stringify({ payment_method_data });
}

/**
 * The total of {@link totalOf}, or that of the entered card or gift card from the service, once its number is complete; null
 * until the service has answered.
 */
export function useTotal(data: FormData, entry: Entry | undefined, typed: Typed): number | null {
  const [asked, setAsked] = useState<{ readonly method: string; readonly total: number } | null>(null);
  const method = methodToAsk(data, entry, typed);
  const offered = totalOf(data, entry, typed);
  useEffect(() => {
    if (method === null) return setAsked(null);
    let isCurrent = true;
    const body = { client_secret: data.clientSecret, ...JSON.parse(method) };
    const address = urlPath`/payments/${data.paymentId}/eligibility`;
    void ask<{ net_amount?: number | null }>(data, address, posted(body)).then((answer) => {
      // Without an answer the confirmation compares the total that the page shows.
      const total = answer.kind === 'payment' ? answer.payment.net_amount : null;
      if (isCurrent) setAsked({ method, total: total ?? offered });
    });
    return () => {
      isCurrent = false;
    };
  }, [method, data, offered]);
  if (method === null) return offered;
  return asked?.method === method ? asked.total : null;
}
