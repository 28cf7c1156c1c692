import { digitsOf, networkOf } from '../page/card-number.ts';
import { put } from '../page/confirmation.ts';
import { expiryOf } from '../page/expiry.ts';
import type { Typed } from '../page/form-state.ts';
import { labelOf } from '../page/methods.ts';
import { filled } from '../page/phrases.ts';
import {
  detailProblems,
  emailProblem,
  expiryProblem,
  foundBy,
  nameProblem,
  numberProblem,
  type Problems,
} from '../page/problems.ts';
import type { OfferedEntry, RecipientData } from '../server/recipient-data.ts';

type Texts = RecipientData['texts'];

/** Destinations under one tab. */
export interface Group {
  readonly id: string;
  readonly label: string;
  readonly entries: readonly OfferedEntry[];
}

/** The offered methods by tab: one for bank accounts of all schemes, and one for each wallet. */
export function groupsOf({ offered, texts }: Pick<RecipientData, 'offered' | 'texts'>): Group[] {
  const byId = new Map<string, OfferedEntry[]>();
  for (const entry of offered) {
    const id = entry.family === 'wallet' ? `wallet-${entry.type}` : entry.family;
    byId.set(id, [...(byId.get(id) ?? []), entry]);
  }
  return [...byId].map(([id, entries]) => ({ id, label: groupLabel(entries, texts), entries }));
}

function groupLabel([first, ...others]: readonly OfferedEntry[], texts: Texts): string {
  switch (first!.family) {
    case 'given':
      return texts.savedHeading;
    case 'card':
      return texts.card;
    case 'wallet':
      return labelOf('wallet', first!.type!, texts);
    case 'bank_transfer':
      return texts.bankAccount;
    case 'bank_debit': {
      const name = [first!, ...others].map(({ type }) => labelOf('', type!, texts)).join(' / ');
      return filled(texts.directDebit, { name });
    }
  }
}

/** The problems that keep an entry from being sent, by field name. */
export function problemsOf(entry: OfferedEntry, typed: Typed, data: Pick<RecipientData, 'texts'>): Problems {
  return foundBy({
    ...(entry.card && {
      number: numberProblem(typed.number, entry.networks, data),
      expiry: expiryProblem(typed.expiry, data),
      holder: nameProblem(typed.holder, data),
    }),
    ...detailProblems(entry.fields, typed, data),
    email: emailProblem(typed.email, data),
  });
}

/**
 * The request's body: the validated entries, and the shown values of the payout. A page that saves a method shows no values
 * that the sender could change.
 */
export function bodyOf(
  { payout }: Pick<RecipientData, 'payout'>,
  entry: OfferedEntry,
  typed: Typed,
): Record<string, unknown> {
  const shown = payout ? { amount: payout.amount, currency: payout.currency } : {};
  const body: Record<string, unknown> = { ...shown, ...entry.body };
  const set = (path: string, value: string) => value !== '' && put(body, path.split('.'), value);
  if (entry.card) {
    const { month, year } = expiryOf(typed.expiry)!;
    set(entry.card.number, digitsOf(typed.number));
    set(entry.card.month, month);
    set(entry.card.year, year);
    set(entry.card.holder, typed.holder.trim());
  }
  for (const { path } of entry.fields) set(path, typed.fields[path]?.trim() ?? '');
  set('email', typed.email.trim());
  return body;
}

/** The entry for review, with only the last digits of a card number. */
export function reviewOf(
  entry: OfferedEntry,
  typed: Typed,
  { texts }: Pick<RecipientData, 'texts'>,
): readonly (readonly [label: string, value: string])[] {
  if (entry.shown !== null) return [[texts.savedHeading, entry.shown]];
  const digits = digitsOf(typed.number);
  const card: [string, string][] = entry.card
    ? [
        [texts.card, `${networkOf(digits)?.name ?? ''} •••• ${digits.slice(-4)}`.trim()],
        [texts.expiryDate, typed.expiry],
        [texts.nameOnCard, typed.holder],
      ]
    : [];
  const fields = entry.fields.map(({ label, path }) => [label, typed.fields[path] ?? ''] as const);
  return [...card, ...fields, [texts.email, typed.email] as const].filter(([, value]) => value.trim() !== '');
}
