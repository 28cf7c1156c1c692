import { Event } from '../entities/event.ts';
import { objectClassOf } from '../entities/event-objects.ts';
import type { EventTypeValue } from '../entities/event-types.ts';
import type { Context } from '../foundation/context.ts';
import {
  isMasking,
  isPermitted,
  type Permission,
  returning,
  unnamedPermissions,
} from '../foundation/permissions.ts';
import type { Row } from '../foundation/transaction.ts';
import { originOfUrl } from '../model/formats.ts';
import {
  type DescribedClass,
  type FieldDescription,
  fieldsOf,
  isList,
  isResource,
  resourceOf,
} from '../model/index.ts';

/** Replacement of masked characters. */
const HIDDEN = '•••';
/** Number of words of a text shown with their first letter. */
const WORDS_MAX = 3;

const byWords = (text: string) =>
  text
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX)
    .map((word) => [...word][0] + HIDDEN)
    .join(' ');

/** `Ada Lovelace` → `A••• L•••`, `ada@example.com` → `a•••@example.com`. Idempotent. */
export function maskPersonalText(text: string, isEmail: boolean): string {
  const at = text.lastIndexOf('@');
  return isEmail && at > 0 ? byWords(text.slice(0, at)) + text.slice(at) : byWords(text) || HIDDEN;
}

/** Whether nothing is hidden from a context: it is unrestricted or has every read permission. */
export const showsAll = ({ caller, purpose }: Context): boolean =>
  purpose === 'work' ||
  !('permissions' in caller && caller.permissions) ||
  unnamedPermissions.every((permission) => caller.permissions!.has(permission));

/** The fields to mask for the reader of a row. */
interface Hidden {
  readonly personal: boolean;
  readonly credentials: boolean;
}

/**
 * A caller who may change a resource may see the secrets that authorize changes of its objects. Events and deliveries
 * cannot be changed; their URLs are visible to callers who may change webhooks.
 */
const writeOf = (reads: Permission): Permission =>
  reads === 'events:read' ? 'webhooks:write' : (reads.replace(/:read$/, ':write') as Permission);

/** The masking of a resource for a context; null if nothing is masked. */
function hiddenFrom(ctx: Context, target: DescribedClass): Hidden | null {
  const { reads } = resourceOf(target);
  if (showsAll(ctx) || reads === null) return null;
  const personal = !isPermitted(ctx, 'personal_data:read');
  const credentials = ctx.purpose !== 'result' && !isPermitted(ctx, writeOf(reads));
  return personal || credentials ? { personal, credentials } : null;
}

const isNested = ({ kind }: FieldDescription) =>
  kind === 'object' || kind === 'object_list' || kind === 'json_encoded_list' || kind === 'children';

/**
 * A secret that gives access to personal data is hidden from callers who may not read it, unless the secret also
 * shows it masked.
 */
const isWithheld = ({ credential }: FieldDescription, value: unknown, hidden: Hidden): boolean =>
  hidden.credentials || (credential === 'personal' && hidden.personal && !isMasking(String(value)));

/** `https://example.com/hooks/T0/B0/secret` → `https://example.com/***`. Idempotent. */
function withoutPath(address: string): string {
  const origin = originOfUrl(address);
  return origin === null || address === origin || address === `${origin}/` ? address : `${origin}/***`;
}

function maskedValue(field: FieldDescription, value: unknown, hidden: Hidden): unknown {
  if (value === null || value === undefined) return value;
  if (field.credential && isWithheld(field, value, hidden)) return field.required ? HIDDEN : null;
  if (field.personal && hidden.personal) {
    if (typeof value === 'string') return maskPersonalText(value, field.format === 'email');
    return isList(field) ? [] : null;
  }
  if (field.secretPath && hidden.credentials) return withoutPath(String(value));
  if (!isNested(field)) return value;
  const nested = field.of!();
  if (!Array.isArray(value)) return maskedObject(nested, value, hidden);
  return value.map((entry) => maskedObject(nested, entry, hidden));
}

/** A masked copy of an object. */
function maskedObject(target: DescribedClass, value: unknown, hidden: Hidden): unknown {
  if (value === null || typeof value !== 'object') return value;
  const masked: Row = { ...value };
  for (const field of fieldsOf(target)) {
    if (field.name in masked) masked[field.name] = maskedValue(field, masked[field.name], hidden);
  }
  return masked;
}

interface EventBody {
  readonly event_type: EventTypeValue;
  readonly content: { readonly object: Row };
}

/**
 * The body of an event, limited to the context's permissions: personal data is masked, and an unreadable object or
 * nested list is null.
 */
function maskedBody(ctx: Context, body: string, hidden: Hidden): string {
  const { content, ...event } = JSON.parse(body) as EventBody;
  const target = objectClassOf(event.event_type);
  const object = isPermitted(ctx, resourceOf(target).reads!)
    ? withoutLists(ctx, target, maskedObject(target, content.object, hidden) as Row)
    : null;
  return JSON.stringify({ ...event, content: { ...content, object } });
}

/** Replaces the nested lists that a context may not read by null. */
function withoutLists(ctx: Context, target: DescribedClass, object: Row): Row {
  for (const field of fieldsOf(target)) {
    if (field.kind !== 'children' || !(field.name in object)) continue;
    const { reads } = resourceOf(field.of!());
    if (reads !== resourceOf(target).reads && !isPermitted(ctx, reads!)) object[field.name] = null;
  }
  return object;
}

/**
 * Masks personal data and credentials in rows, in place, according to the context. The rows belong to the caller;
 * nested objects may be shared and are copied.
 */
export function hidePersonalData(ctx: Context, target: DescribedClass, rows: readonly Row[]): void {
  if (target === Event) hideFromBodies(ctx, rows);
  const hidden = hiddenFrom(ctx, target);
  if (!hidden) return;
  for (const row of rows) {
    for (const field of fieldsOf(target)) {
      // Nested lists are masked by their own resource's rules.
      if (field.kind === 'children' || !(field.name in row)) continue;
      row[field.name] = maskedValue(field, row[field.name], hidden);
    }
  }
}

/** The body of an event with personal data masked, for a receiver without access to it. */
export function bodyWithoutPersonalData(body: string): string {
  const { content, ...event } = JSON.parse(body) as EventBody;
  const target = objectClassOf(event.event_type);
  const object = maskedObject(target, content.object, { personal: true, credentials: true });
  return JSON.stringify({ ...event, content: { ...content, object } });
}

/**
 * Masks an operation's stored response for a repeated request, in its REST form, according to the caller's current
 * permissions.
 */
export function hideFromReplay<Answer>(ctx: Context, target: DescribedClass, answer: Answer): Answer {
  if (!isResource(target)) return answer;
  const hidden = hiddenFrom(returning(ctx), target);
  const masked = hidden ? maskedObject(target, answer, hidden) : { ...answer };
  return withoutLists(returning(ctx), target, masked as Row) as Answer;
}

/** Objects within events: masked in every body if the caller may not read them. */
function hideFromBodies(ctx: Context, rows: readonly Row[]): void {
  if (showsAll(ctx)) return;
  const hidden = { personal: !isPermitted(ctx, 'personal_data:read'), credentials: true };
  for (const row of rows) {
    if (typeof row.body === 'string') row.body = maskedBody(ctx, row.body, hidden);
  }
}
