import type { FormData } from '../server/checkout-data.ts';
import { filled, money } from './phrases.ts';

/**
 * What a customer agrees to with a confirmation, as the page or a wallet's sheet showed it. Every confirmation repeats it:
 * the seller may change the payment while a page is open, and then nothing is charged.
 */
export interface Shown {
  /** What is charged in all, in minor units: what the button says. */
  readonly net_amount: number;
  readonly currency: string;
  /** For what the payment method is kept; null if it is charged once. */
  readonly setup_future_usage: 'on_session' | 'off_session' | null;
}

/** The parameters with which a page says what it showed, of a payment or a payout. */
const shownParameters: readonly (string | null)[] = [
  'amount',
  'net_amount',
  'currency',
  'setup_future_usage',
  'destination',
];

/** Whether a request was refused because the page showed something else than is true now. Nothing was done. */
export const isOutdated = (answer: {
  readonly kind: string;
  readonly code?: string;
  readonly param?: string | null;
}): boolean => answer.code === 'unexpected_state' && shownParameters.includes(answer.param ?? null);

/** The figures of a payment or payout, in minor units. */
interface Figures {
  readonly amount: number;
  readonly currency: string;
}

/** Says that what the page showed has changed: its new amount, if that is another one. */
export function changedText(
  before: Figures,
  now: Figures,
  { language, texts }: Pick<FormData, 'language' | 'texts'>,
): string {
  const isSame = now.amount === before.amount && now.currency === before.currency;
  if (isSame || now.amount === 0) return texts.termsChanged;
  return filled(texts.amountChanged, { amount: money(now.amount, now.currency, language) });
}

/** Reads the data of the page anew, as its HTML has them now; null without an answer, or if the page is no more. */
export async function readPage<Data>(): Promise<Data | null> {
  try {
    const response = await fetch(location.href);
    // No text in the data can end the element, and a policy of trusted types lets no script parse HTML.
    const [, text] = /<script type="application\/json" id="data">([^<]*)</.exec(await response.text()) ?? [];
    return response.ok && text ? (JSON.parse(text) as Data | null) : null;
  } catch {
    return null;
  }
}
