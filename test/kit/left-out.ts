/**
 * Files that a run on a cluster leaves out: those that read PostgreSQL's plans, as each node plans for itself, and what loads demo
 * data, whose rows Citus would copy, which row-level security refuses; and that of a full disk, which it mounts at the server: nodes are
 * elsewhere.
 */
export const leftOut = process.env.TEST_CITUS_URL
  ? ['plans', 'filter-plans', 'row-json', 'full-disk'].map((name) => `test/**/${name}.test.ts`)
  : [];
