/** The schema in which background jobs are kept. */
export const WORKER_SCHEMA = 'graphile_worker';
