import type { Context } from '../foundation/context.ts';
import { findDue } from '../writes/find-due.ts';
import { type Retention, retentionDefaults } from './retention.ts';

/** Maximum duration of an upload. Older ones were abandoned, or lost with their process. */
const UNDERWAY_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Objects removed per query of the table. */
const BATCH_MAX = 100;

/**
 * Removes the objects of evidence files that are past retention or were never stored in full, and then their rows: a
 * remaining row is retried, and no object remains without a row.
 *
 * @throws {Problem} `storage_unavailable`.
 * @throws {Error} if there are objects to remove but no object store.
 */
export async function sweepEvidenceObjects(
  ctx: Context,
  { evidenceFilesDays }: Pick<Retention, 'evidenceFilesDays'> = retentionDefaults,
): Promise<void> {
  const now = ctx.ports.now().getTime();
  const text = (isOfSome: () => string) => `
    select merchant_id, file_id, object_name from evidence_contents
    where object_name is not null
      and (created_at < $1::timestamptz and stored_at is null or created_at < $2::timestamptz) and ${isOfSome()}
    order by created_at limit ${BATCH_MAX}`;
  const values = [
    new Date(now - UNDERWAY_MS).toISOString(),
    new Date(now - evidenceFilesDays * DAY_MS).toISOString(),
  ];
  for (;;) {
    const stale = await findDue<StaleObject>(ctx.rows, { text, values, reads: ['evidence_contents'] });
    for (const { file_id, merchant_id, object_name } of stale) {
      if (!ctx.ports.evidenceObjects)
        throw new Error(
          'Evidence files are in an object store: set EVIDENCE_S3_ENDPOINT and the other EVIDENCE_S3_* settings.',
        );
      await ctx.ports.evidenceObjects.store.remove(object_name);
      const remove = 'delete from evidence_contents where merchant_id = $1 and file_id = $2';
      await ctx.rows.query(
        { text: remove, values: [merchant_id, file_id], touches: { writes: ['evidence_contents'] } },
        null,
      );
    }
    if (stale.length < BATCH_MAX) return;
  }
}

interface StaleObject {
  readonly merchant_id: string;
  readonly file_id: string;
  readonly object_name: string;
}
