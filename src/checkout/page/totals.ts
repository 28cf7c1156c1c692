import { useEffect, useState } from 'preact/hooks';
import { urlPath } from '../../core/foundation/url-path.ts';
import type { FormData } from '../server/checkout-data.ts';
import { digitsOf, isCardNumber, networkOf } from './card-number.ts';
import { expiryOf } from './expiry.ts';
import type { Typed } from './form-state.ts';
import type { Entry } from './methods.ts';
import { ask, posted } from './pay.ts';

type Form = Pick<FormData, 'amount' | 'saved'>;

/** The offer of a typed card's network; undefined while the network is not known. */
function networkOffer(entry: Entry & { kind: 'card' }, number: string) {
  const network = networkOf(number)?.name;
  const offered = entry.types.flatMap(({ card_networks: networks }) => networks);
  return offered.find(({ card_network: name }) => name === network);
}

/**
 * The total of an entry in minor units, with the surcharge of rules: for a card that of its network, once the number shows it.
 */
export function totalOf({ amount, saved }: Form, entry: Entry | null | undefined, typed: Typed): number {
  switch (entry?.kind) {
    case 'saved':
      return saved.find((one) => one.payment_token === typed.savedToken)?.net_amount ?? amount;
    case 'card': {
      const types = entry.types.map(({ net_amount: total }) => total ?? null);
      const common = types.every((total) => total === types[0]) ? types[0] : null;
      return networkOffer(entry, digitsOf(typed.number))?.net_amount ?? common ?? amount;
    }
    case 'other':
      return entry.type.net_amount ?? amount;
    default:
      return amount;
  }
}

/** A card's number and expiry, once they are complete, where rules compare more of the card than its network; else null. */
function cardToAsk(entry: Entry | undefined, typed: Typed): string | null {
  if (entry?.kind !== 'card') return null;
  const number = digitsOf(typed.number);
  const dependsOnCard = networkOffer(entry, number)?.surcharge_depends_on_card;
  const expiry = expiryOf(typed.expiry);
  if (!dependsOnCard || !isCardNumber(number) || !expiry) return null;
  return JSON.stringify({
    card_number: number,
    card_exp_month: expiry.month,
    card_exp_year: expiry.year,
  });
}

/** The total of {@link totalOf}, or of the entered card from the service; null until the service has answered. */
export function useTotal(data: FormData, entry: Entry | undefined, typed: Typed): number | null {
  const [asked, setAsked] = useState<{ readonly card: string; readonly total: number } | null>(null);
  const card = cardToAsk(entry, typed);
  const byNetwork = totalOf(data, entry, typed);
  useEffect(() => {
    if (card === null) return setAsked(null);
    let isCurrent = true;
    const body = {
      client_secret: data.clientSecret,
      payment_method_data: { card: JSON.parse(card) },
    };
    const address = urlPath`/payments/${data.paymentId}/eligibility`;
    void ask<{ net_amount?: number | null }>(data, address, posted(body)).then((answer) => {
      // Without an answer the confirmation compares the total that the page shows.
      const total = answer.kind === 'payment' ? answer.payment.net_amount : null;
      if (isCurrent) setAsked({ card, total: total ?? byNetwork });
    });
    return () => {
      isCurrent = false;
    };
  }, [card, data, byNetwork]);
  if (card === null) return byNetwork;
  return asked?.card === card ? asked.total : null;
}
