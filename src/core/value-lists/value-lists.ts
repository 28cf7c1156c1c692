import { ListEntry, ValueList } from '../entities/value-list.ts';
import { BLOCKLIST, type ListKindName, listKinds } from '../entities/values/list-values.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { invalidParameter, notFound } from '../foundation/errors.ts';
import * as f from '../model/fields.ts';
import { freeTextFault, hasCardNumber } from '../model/free-text.ts';
import { fieldOf, fieldsFrom, Input, ValueObject } from '../model/index.ts';
import { ValidationErrors } from '../model/validation-errors.ts';
import type { Row } from '../reads/index.ts';
import { deleteLocked } from '../writes/delete.ts';
import { recordAudit } from '../writes/outbox/audit-log.ts';
import { insert, inTransaction, lock, requireMerchant } from '../writes/transactions.ts';
import { addEntries, type NewEntry } from './add-entries.ts';

/** Most entries of one request. Imports add more. */
const ENTRIES_MAX = 1_000;

@Input({ about: 'Parameters for creating a list.' })
export class ValueListCreation extends fieldsFrom(ValueList, { requires: ['name', 'kind'] }) {}

@Input({ about: 'An entry to add to a list.' })
export class ListEntryAddition {
  @f.Text(
    'The value, of the kind of the list. Case, spaces and separators do not matter where they have no meaning.',
    {
      required: true,
      holds: 'identifier',
      personal: true,
      example: '42424242',
    },
  )
  value!: string;
  @f.Timestamp('Time at which it expires, in the future; never if omitted.') expires_at?: string | null;
  @f.Text('Reason for people.', { example: 'Chargeback of 2026-11-02' }) reason?: string | null;
}

@Input({ about: 'Parameters for adding entries to a list.' })
export class ListEntriesAddition {
  @f.ObjectList(() => ListEntryAddition, `The entries, 1 to ${ENTRIES_MAX}.`, { required: true })
  entries!: ListEntryAddition[];
}

@ValueObject({ about: 'The entries that a request added to a list.' })
export class AddedListEntries {
  @f.Integer('Number of values that the list did not have.', { required: true, min: 0, example: 2 })
  added!: number;
  @f.TextList('Identifiers of the entries, in the order of the request.', {
    required: true,
    holds: 'identifier',
    example: ['lse_01JZ5V0G7N4S8X2T6W9Y3B1C5D'],
  })
  entry_ids!: string[];
}

/**
 * Creates a list and returns its identifier.
 *
 * @throws {Problem} `invalid_parameter` for a reserved name; `resource_already_exists` for a name in use.
 */
export function createValueList(ctx: Context, { kind, name }: ValueListCreation): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    if (name === BLOCKLIST || /^list_/.test(name)) {
      throw invalidParameter(
        'name',
        `name must not be ${BLOCKLIST}, nor begin with list_: conditions name lists so.`,
      );
    }
    const merchant_id = requireMerchant(tx);
    const list = Object.assign(new ValueList(), {
      merchant_id,
      list_id: tx.ports.ids.make('list'),
      kind,
      name,
      created_at: tx.ports.now(),
    });
    // At once: of concurrent requests with one name, the index lets one through.
    await insert(tx, list, true);
    return list.list_id;
  });
}

/**
 * Adds entries to a list. A value that the list has gets the given expiry and reason.
 *
 * @throws {Problem} `resource_not_found`; `invalid_parameter` for a value that does not fit the kind of the list, an
 *   expiry in the past, or too many entries, by its path.
 */
export function addListEntries(
  ctx: Context,
  listId: string,
  { entries }: ListEntriesAddition,
): Promise<AddedListEntries> {
  return inTransaction(ctx, async (tx) => {
    const list = await requireList(tx, listId);
    const errors = new ValidationErrors();
    if (entries.length < 1 || entries.length > ENTRIES_MAX) {
      errors.invalid('entries', `must be a list of 1 to ${ENTRIES_MAX} entries; import more as a file`);
    }
    const read = entries.map((entry, i) =>
      readEntry(entry, list.kind, tx.ports.now(), `entries[${i}]`, errors),
    );
    errors.raise();
    const { added, ids } = await addEntries(tx, list, read as NewEntry[]);
    recordAudit(tx, {
      merchantId: list.merchant_id,
      objectType: 'value_list',
      objectId: list.list_id,
      changes: [{ field: 'entries', before: null, after: entries.length, concealed: false }],
    });
    return { added, entry_ids: [...ids] };
  });
}

/** Reads an entry of a list of a kind; reports its errors below a path. */
export function readEntry(
  { expires_at, reason, value }: ListEntryAddition,
  kind: ListKindName,
  now: Date,
  path: string,
  errors: ValidationErrors,
): NewEntry | null {
  const at = (name: string) => (path ? `${path}.${name}` : name);
  const normal = listKinds[kind].normalize(value.trim());
  const isCard = hasCardNumber(value, kind === 'phone');
  if (normal === null || isCard) errors.invalid(at('value'), `must be ${listKinds[kind].hint}`);
  const expiresAt = expires_at ? new Date(expires_at) : null;
  if (expiresAt && expiresAt <= now) errors.invalid(at('expires_at'), 'must be in the future');
  const fault = reason ? freeTextFault(fieldOf(ListEntry, 'reason'), reason) : undefined;
  if (fault) errors.invalid(at('reason'), fault);
  return normal === null ? null : { value: normal, expiresAt, reason: reason || null };
}

/** A list to which entries are added. */
export type ListForEntries = Pick<ValueList, 'merchant_id' | 'list_id' | 'kind'>;

/** The list with an identifier, which nobody deletes before the transaction ends; null if it does not exist. */
export async function listForEntries(tx: WritingContext, listId: string): Promise<ListForEntries | null> {
  const merchantId = requireMerchant(tx);
  const text = `select merchant_id, list_id, kind from value_lists where merchant_id = $1 and list_id = $2 for key share`;
  const statement = { text, values: [merchantId, listId], touches: { reads: ['value_lists'] } };
  return (await tx.rows.query<ListForEntries>(statement, merchantId))[0] ?? null;
}

/**
 * The list with an identifier or name, as {@link listForEntries}.
 *
 * @throws {Problem} `resource_not_found`, for the parameter that names it.
 */
export async function requireNamedList(
  tx: WritingContext,
  named: string,
  param: string,
): Promise<ListForEntries> {
  const merchantId = requireMerchant(tx);
  const text = `select merchant_id, list_id, kind from value_lists
    where merchant_id = $1 and (list_id = $2 or name = $2) order by list_id = $2 desc limit 1 for key share`;
  const statement = { text, values: [merchantId, named], touches: { reads: ['value_lists'] } };
  const [list] = await tx.rows.query<ListForEntries>(statement, merchantId);
  if (!list) throw notFound('value list', param);
  return list;
}

/** The list with an identifier, as {@link listForEntries}. @throws {Problem} `resource_not_found`. */
export async function requireList(tx: WritingContext, listId: string): Promise<ListForEntries> {
  const list = await listForEntries(tx, listId);
  if (!list) throw notFound('value list');
  return list;
}

/**
 * Deletes an entry of a list, and returns its last state.
 *
 * @throws {Problem} `resource_not_found`, also for an entry of another list.
 */
export function deleteListEntry(ctx: Context, listId: string, entryId: string): Promise<Row> {
  return inTransaction(ctx, async (tx) => {
    const entry = await lock(tx, ListEntry, entryId);
    if (entry.list_id !== listId) throw notFound('list entry');
    return deleteLocked(tx, ListEntry, entry, entryId);
  });
}
