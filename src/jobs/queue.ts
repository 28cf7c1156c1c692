import type { JobQueue } from '../core/foundation/jobs.ts';
import { WORKER_SCHEMA } from '../database/orm-options.ts';

/** How often a job runs at most, with exponential back-off. */
const ATTEMPTS_MAX = 25;

/** The graphile-worker queue in the same database: a job exists if, and only if, its transaction committed. */
export const databaseQueue: JobQueue = {
  async add(tx, { name, payload, runAt, key }) {
    const text = `select 1 from ${WORKER_SCHEMA}.add_job($1::text, payload := $2::json, run_at := $3::timestamptz,
                  max_attempts := $4::int, job_key := $5::text, job_key_mode := 'replace')`;
    const values = [name, JSON.stringify(payload), runAt.toISOString(), ATTEMPTS_MAX, key];
    await tx.rows.query({ text, values }, tx.merchantId);
  },
  async remove(tx, key) {
    await tx.rows.query(
      { text: `select 1 from ${WORKER_SCHEMA}.remove_job($1::text)`, values: [key] },
      tx.merchantId,
    );
  },
};
