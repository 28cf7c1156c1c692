/**
 * Files that a run on a cluster leaves out: those that read PostgreSQL's plans, as each node plans for itself; and that of a full
 * disk, which it mounts at the server: nodes are elsewhere.
 */
export const leftOut = process.env.TEST_CITUS_URL
  ? ['plans', 'filter-plans', 'full-disk'].map((name) => `test/**/${name}.test.ts`)
  : [];
