/**
 * Files excluded on a cluster: tests of PostgreSQL plans, as each node plans separately, and the full-disk test, which
 * mounts a disk at the server, while nodes are remote.
 */
export const leftOut = process.env.TEST_CITUS_URL
  ? ['plans', 'filter-plans', 'full-disk'].map((name) => `test/**/${name}.test.ts`)
  : [];
