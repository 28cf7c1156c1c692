import { UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { ErrorMapping } from '../entities/error-mapping.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';
import { fieldsFrom, Input } from '../model/index.ts';
import type { Row } from '../reads/index.ts';
import { applyChanges } from '../writes/apply-changes.ts';
import { deleteLocked } from '../writes/delete.ts';
import { inTransaction, lock } from '../writes/transactions.ts';

const identifying = ['connector', 'flow', 'sub_flow', 'code', 'message'] as const;
const deciding = ['status', 'decision', 'step_up_possible', 'clear_pan_possible'] as const;
const optional = ['router_error', 'unified_code', 'unified_message', 'error_category'] as const;

/** Specification: endpoint 19. */
@Input({ about: 'Parameters for creating an error mapping.' })
export class ErrorMappingCreation extends fieldsFrom(ErrorMapping, {
  requires: ['decision'],
  takes: [...identifying, ...deciding.filter((name) => name !== 'decision'), ...optional],
}) {}

/** The value of an omitted field: an empty text, which matches any `flow`, `sub_flow` or `message`. */
const omitted = {
  ...{ connector: '', flow: '', sub_flow: '', code: '', message: '', status: '' },
  ...{ step_up_possible: false, clear_pan_possible: false },
} as const;

/** Specification: Error-mapping record (gsm). */
@Input({
  about: 'Parameters for updating an error mapping. Omitted fields keep their values; null clears them.',
})
export class ErrorMappingUpdate extends fieldsFrom(ErrorMapping, {
  takes: [...identifying, ...deciding, ...optional],
}) {}

/**
 * Maps a connector's error, for all merchants, and returns the mapping's identifier. Specification: endpoint 19.
 *
 * @throws {Problem} `resource_already_exists` if the error is already mapped.
 */
export function createErrorMapping(ctx: Context, input: ErrorMappingCreation): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const mapping = new ErrorMapping();
    mapping.error_mapping_id = tx.ports.ids.make('gsm');
    mapping.created_at = mapping.modified_at = tx.ports.now();
    applyChanges(tx, mapping, { ...omitted, ...input });
    await writeUnique(tx, mapping);
    return mapping.error_mapping_id;
  });
}

/**
 * Updates an error mapping. Specification: Error-mapping record (gsm).
 *
 * @throws {Problem} `resource_not_found`; `resource_already_exists` if the error it moves to is already mapped.
 */
export function updateErrorMapping(ctx: Context, id: string, changes: ErrorMappingUpdate): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const mapping = await lock(tx, ErrorMapping, id);
    applyChanges(tx, mapping, changes);
    mapping.modified_at = tx.ports.now();
    await writeUnique(tx, mapping);
  });
}

/**
 * Deletes an error mapping and returns its last state. The error then counts as unmapped.
 * Specification: Error-mapping record (gsm).
 *
 * @throws {Problem} `resource_not_found`.
 */
export function deleteErrorMapping(ctx: Context, id: string): Promise<Row> {
  return inTransaction(ctx, async (tx) => {
    return deleteLocked(tx, ErrorMapping, await lock(tx, ErrorMapping, id), id);
  });
}

/**
 * Flushes at once to surface the unique index's violation: a check beforehand would race with other requests.
 *
 * @throws {Problem} `resource_already_exists`, naming the fields that identify an error.
 */
async function writeUnique(tx: WritingContext, mapping: ErrorMapping): Promise<void> {
  try {
    await tx.transaction.em.persist(mapping).flush();
    await tx.transaction.writes.send();
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw new Problem(
      'resource_already_exists',
      'An error mapping with this connector, flow, sub_flow, code and message already exists.',
    );
  }
}
