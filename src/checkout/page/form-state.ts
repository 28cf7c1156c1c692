import type { FormData } from '../server/checkout-data.ts';
import type { Entry, OfferedType } from './methods.ts';

/** The customer's entries. They live in memory alone. */
export interface Typed {
  readonly number: string;
  readonly expiry: string;
  readonly code: string;
  readonly holder: string;
  readonly nickName: string;
  readonly email: string;
  /** Fields of other methods, by their paths in the confirmation. */
  readonly fields: Readonly<Record<string, string>>;
  readonly saves: boolean;
  readonly accepts: boolean;
  /** The token of the chosen saved method. */
  readonly savedToken: string;
}

export const nothingTyped: Typed = {
  number: '',
  expiry: '',
  code: '',
  holder: '',
  nickName: '',
  email: '',
  fields: {},
  saves: false,
  accepts: false,
  savedToken: '',
};

/** What was typed at each entry, by the entry's identifier. Nothing typed at one is shown or sent at another. */
export type TypedByEntry = Readonly<Record<string, Typed>>;

/** What was typed at an entry, with the customer's e-mail address, which all entries share. */
export const typedAt = (all: TypedByEntry, entryId: string | null | undefined, email: string): Typed => ({
  ...nothingTyped,
  ...all[entryId ?? ''],
  email,
});

/** What was typed, with changes to it. Autofill makes several at once. */
export const withChanges = (typed: Typed, changes: Partial<Typed>): Typed => ({
  ...typed,
  ...changes,
  fields: { ...typed.fields, ...changes.fields },
});

type Form = Pick<FormData, 'offer' | 'settings'>;

/** The parameters that the customer fills in: those that are not given, without the acceptance, which is ticked. */
export const askedFields = (type: OfferedType) =>
  type.required_fields.filter(({ field_type: kind, is_given: given }) => !given && kind !== 'acceptance');

/** Whether the method is kept for charges while the customer is absent, which they have to accept. */
export function needsAcceptance({ offer, settings }: Form, entry: Entry): boolean {
  if (settings.isSetup || offer?.setup_future_usage === 'off_session') return entry.kind !== 'saved';
  const types = entry.kind === 'card' ? entry.types : entry.kind === 'other' ? [entry.type] : [];
  return types.some(({ required_fields: fields }) =>
    fields.some(({ field_type: kind, is_given: given }) => kind === 'acceptance' && !given),
  );
}

/** Whether the customer decides if the method is saved. */
export function isSavable({ offer, settings }: Form, entry: Entry): boolean {
  if (!offer || offer.is_guest_customer || offer.setup_future_usage || settings.isSetup) return false;
  const types = entry.kind === 'card' ? entry.types : entry.kind === 'other' ? [entry.type] : [];
  return types.some(({ setup_future_usage: usages }) => usages.includes('on_session'));
}
