/**
 * Files that a run on a cluster leaves out: those that read PostgreSQL's plans, as each node plans for itself, and what loads demo
 * data, whose rows Citus would copy, which row-level security refuses.
 */
export const leftOut = process.env.TEST_CITUS_URL
  ? ['plans', 'filter-plans', 'row-json'].map((name) => `test/shared/**/${name}.test.ts`)
  : [];
