import type { CallBasics } from '../../core/foundation/ports/connector-requests.ts';
import type { RequestAmount } from '../amounts.ts';

/**
 * The connector's entries in the metadata of Stripe's objects, by which look-ups and webhooks find them. Stripe keeps
 * 50 entries per object: names of up to 40 characters, values of up to 500.
 */

/** The call that created an object. */
const CALL = 'switchyard_call';
/** Our reference, as in the service's own responses. */
const REFERENCE = 'switchyard_reference';
/** Before the reference of a capture or increase, in the metadata of its payment. */
const PREFIX = { capture: 'capture_', increment: 'increase_' } as const;
const NAME_MAX = 40;

type Metadata = Readonly<Record<string, string>> | null | undefined;

/** The metadata of an object that a call creates. */
export const callMarks = ({ idempotencyKey, reference }: CallBasics): Record<string, string> => ({
  [CALL]: idempotencyKey,
  [REFERENCE]: reference,
});

/** Room for the merchant's own entries: of Stripe's 50 the others are for captures and increases. */
const ENTRIES_MAX = 20;
const VALUE_MAX = 500;
/** Names of entries that have a meaning here. */
const reserved = /^(switchyard_|capture_|increase_|order_reference$|currency$)/;

/**
 * The merchant's metadata of a payment, within Stripe's limits: texts, numbers and truth values of up to 500 characters,
 * under names of up to 40 without brackets. Longer ones, objects and further ones are left out.
 */
export const merchantMetadata = (metadata: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(metadata)
      .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
      .map(([name, value]) => [name, String(value)] as const)
      .filter(([name, text]) => /^[^[\]]{1,40}$/.test(name) && !reserved.test(name) && text !== '')
      .filter(([, text]) => text.length <= VALUE_MAX)
      .slice(0, ENTRIES_MAX),
  );

/** The call that created an object; null if it is not ours. */
export function callOf(metadata: Metadata): { idempotencyKey: string; reference: string | null } | null {
  const idempotencyKey = metadata?.[CALL];
  return idempotencyKey ? { idempotencyKey, reference: metadata?.[REFERENCE] ?? null } : null;
}

/** The query that finds the payment of a call, in Stripe's search language. */
export const searchByCall = (idempotencyKey: string): string =>
  `metadata['${CALL}']:'${idempotencyKey.replace(/['\\]/g, '\\$&')}'`;

/** A part of a payment: a capture, or an increase of the authorization. */
type Part = keyof typeof PREFIX;

const nameOf = (part: Part, reference: string): string => `${PREFIX[part]}${reference}`.slice(0, NAME_MAX);

/** Marks a payment with a capture or increase. The request that moves the money writes it, so that both or none are. */
export const partMark = (
  part: Part,
  { idempotencyKey, reference }: CallBasics,
  amount: RequestAmount,
): Record<string, string> => ({ [nameOf(part, reference)]: `${amount} ${idempotencyKey}` });

/** A mark of a capture or increase. The amount is in Stripe's unit. */
export interface MarkedPart {
  readonly reference: string;
  readonly amount: number;
  readonly idempotencyKey: string;
}

/** The service's captures or increases of a payment. */
export function markedParts(part: Part, metadata: Metadata): MarkedPart[] {
  return Object.entries(metadata ?? {}).flatMap(([name, value]) => {
    const [amount = '', idempotencyKey = ''] = value.split(' ');
    if (!name.startsWith(PREFIX[part]) || !/^\d+$/.test(amount) || idempotencyKey === '') return [];
    return [{ reference: name.slice(PREFIX[part].length), amount: Number(amount), idempotencyKey }];
  });
}
