import type { FormData } from '../server/checkout-data.ts';
import { filled, money } from './phrases.ts';

/**
 * The terms that a page or a wallet's sheet showed for a confirmation. Every confirmation repeats them: if the seller has
 * changed the payment meanwhile, nothing is charged.
 */
export interface Shown {
  /** The button's total, in minor units. */
  readonly net_amount: number;
  readonly currency: string;
  /** The future usage of the payment method; null for a single charge. */
  readonly setup_future_usage: 'on_session' | 'off_session' | null;
}

/** The parameters that repeat the shown values of a payment or payout. */
const shownParameters: readonly (string | null)[] = [
  'amount',
  'net_amount',
  'currency',
  'setup_future_usage',
  'destination',
];

/** Whether a request was refused because the page's values are outdated. Nothing was done. */
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

/** The notice that the shown values have changed, with the new amount if it differs. */
export function changedText(
  before: Figures,
  now: Figures,
  { language, texts }: Pick<FormData, 'language' | 'texts'>,
): string {
  const isSame = now.amount === before.amount && now.currency === before.currency;
  if (isSame || now.amount === 0) return texts.termsChanged;
  return filled(texts.amountChanged, { amount: money(now.amount, now.currency, language) });
}

/** Reloads the page's data from its HTML; null without a response, or if the page is gone. */
export async function readPage<Data>(): Promise<Data | null> {
  try {
    const response = await fetch(location.href);
    // No text in the data can end the element; a trusted types policy forbids parsing the HTML.
    const [, text] = /<script type="application\/json" id="data">([^<]*)</.exec(await response.text()) ?? [];
    return response.ok && text ? (JSON.parse(text) as Data | null) : null;
  } catch {
    return null;
  }
}
