import { expect, test } from 'vitest';
import { databaseProblem } from '../../../src/http/requests/responses.ts';

const failures = [
  ['55P03', 'canceling statement due to lock timeout', 'overloaded'],
  ['XX000', 'could not find valid entry for shard 103033', 'overloaded'],
  ['08006', 'connection to the remote node failed', 'database_unavailable'],
  ['XX000', 'could not open relation', undefined],
  ['23505', 'duplicate key value', undefined],
] as const;

test.each(failures)('A database failure %s, "%s", is %s', (code, message, expected) => {
  const cause = Object.assign(new Error(message), { code });
  const problem = databaseProblem(new Error('The statement failed.', { cause }));
  expect(problem?.code).toBe(expected);
  if (expected) expect(problem?.retryAfterS).toBe(1);
});
