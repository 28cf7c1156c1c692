import { expect, test } from 'vitest';
import type { Context } from '../../../../src/core/foundation/context.ts';
import {
  RequestLog,
  type SeenRequest,
  unknownShapes,
} from '../../../../src/core/request-log/log-requests.ts';

test('Rows of the request log are prepared in turns of the event loop, one in each', async () => {
  const written: number[] = [];
  const rows = {
    query: async ({ values }: { values: readonly string[] }) =>
      void written.push(JSON.parse(values[0]!).length),
  };
  const ctx = {
    merchantId: 'merchant',
    requestId: 'req',
    caller: { kind: 'admin_key' },
    ports: { ids: { make: () => 'rlog' } },
    rows,
  } as unknown as Context;
  const errors: unknown[] = [];
  const log = new RequestLog('all', ctx, (error) => errors.push(error));
  let turn = 0;
  let done = false;
  const count = () => {
    turn += 1;
    if (!done) setImmediate(count);
  };
  const preparedIn: number[] = [];
  const content = () => {
    preparedIn.push(turn);
    return { body: undefined, shapes: unknownShapes };
  };
  const request: SeenRequest = {
    ...{ ctx, api: 'rest', method: 'GET', path: '/payments/list', route: '/payments/list', operation: null },
    ...{
      status: 200,
      errorCode: null,
      idempotencyKey: null,
      startedAt: new Date(0),
      durationMs: 1,
      query: {},
    },
    ...{ content, response: null },
  };
  const requests = 120;
  for (let i = 0; i < requests; i++) log.take(request);
  count();
  await log.drain();
  done = true;
  expect(errors).toEqual([]);
  expect(written).toEqual([50, 50, 20]);
  expect(preparedIn).toHaveLength(requests);
  expect(new Set(preparedIn).size).toBe(requests);
});
