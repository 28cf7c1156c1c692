import { UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import type { ErrorMapping } from '../entities/error-mapping.ts';
import type { WritingContext } from '../foundation/context.ts';
import { Problem } from '../foundation/errors.ts';

/**
 * Writes an error mapping at once. Only the database can tell whether its error is mapped already: another
 * request may be mapping it at this moment.
 *
 * @throws {Problem} `resource_already_exists`, naming the fields that tell errors apart.
 */
export async function writeUnlessTaken(tx: WritingContext, mapping: ErrorMapping): Promise<void> {
  try {
    await tx.transaction.em.persist(mapping).flush();
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw new Problem(
      'resource_already_exists',
      'There already is an error mapping with this connector, flow, sub_flow, code and message.',
    );
  }
}
