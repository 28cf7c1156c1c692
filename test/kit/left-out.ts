/** Files that a run on a cluster leaves out: those that read PostgreSQL's plans, as each node plans for itself. */
export const leftOut = process.env.TEST_CITUS_URL
  ? ['plans', 'filter-plans'].map((name) => `test/shared/**/${name}.test.ts`)
  : [];
