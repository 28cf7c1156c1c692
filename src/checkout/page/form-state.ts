import type { FormData } from '../server/checkout-data.ts';
import type { Entry, OfferedType } from './methods.ts';

/** The customer's entries, held only in memory. */
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

/** The typed values by entry. Values of one entry are never shown or sent in another. */
export type TypedByEntry = Readonly<Record<string, Typed>>;

/** An entry's typed values, with the customer's email, which all entries share. */
export const typedAt = (all: TypedByEntry, entryId: string | null | undefined, email: string): Typed => ({
  ...nothingTyped,
  ...all[entryId ?? ''],
  email,
});

/** Typed values with changes applied. Autofill makes several changes at once. */
export const withChanges = (typed: Typed, changes: Partial<Typed>): Typed => ({
  ...typed,
  ...changes,
  fields: { ...typed.fields, ...changes.fields },
});

type Form = Pick<FormData, 'offer' | 'settings'>;

/** The parameters for the customer to fill in: those missing from the payment, except the acceptance checkbox. */
export const askedFields = (type: OfferedType) =>
  type.required_fields.filter(({ field_type: kind, is_given: given }) => !given && kind !== 'acceptance');

/** Whether the method is saved for later charges without the customer, which requires their consent. */
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
