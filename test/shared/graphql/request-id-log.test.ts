import { expect, vi } from 'vitest';
import { PooledRows } from '../../../src/database/rows.ts';
import { untilCompiled } from '../../kit/graphql.ts';
import { test } from '../../kit/test.ts';

test("The log has GraphQL's internal error under the response's request id", async ({ graphql, service }) => {
  const { query } = PooledRows.prototype;
  const spy = vi.spyOn(PooledRows.prototype, 'query').mockImplementation(function (
    this: PooledRows,
    statement,
    scope,
  ) {
    if (/from "?customers/.test(statement.text)) throw new Error('a fault of this test');
    return query.call(this, statement, scope);
  } as typeof query);
  // Interpreted, and then compiled.
  for (let use = 0; use < untilCompiled; use++) {
    const before = service.logs.length;
    const { text } = await graphql.send(JSON.stringify({ query: '{ customers { nodes { customerId } } }' }));
    const { errors } = JSON.parse(text);
    expect(errors[0].extensions.code).toBe('internal_error');
    const logged = service.logs.slice(before).filter((line) => line.includes('a fault of this test'));
    expect(logged.map((line) => JSON.parse(line).request_id)).toEqual([errors[0].extensions.request_id]);
  }
  spy.mockRestore();
});
