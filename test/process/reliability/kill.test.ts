import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../kit/database.ts';
import { figure, isFullRun } from '../../kit/figure.ts';
import { expectInvariants } from '../../kit/invariants.ts';
import { startTestService, type TestService } from '../../kit/service.ts';
import { type SandboxShop, seedSandboxShop } from '../../shared/reliability/pair.ts';
import { inLanes, type KillPoint, runChild } from './kill-plan.ts';
import { operations, type Prepared } from './killed-operations.ts';

/** Short, so that a dead process's call is looked up soon; long enough for the sandbox to respond. */
const DEADLINE_MS = 1_000;
/** How far the clock has advanced when the service restarts: claims of dead requests have expired. */
const LATER_MS = 2 * 60_000;
const LANES = 3;

/**
 * An operation commits its intention (1), the outcome (2) and the response (3). Dying before a commit leaves the same
 * state as dying after the previous one, unless the connector acts in between.
 */
const points: readonly KillPoint[] = [
  { point: 'before_commit', number: 1 },
  { point: 'after_commit', number: 1 },
  { point: 'before_act' },
  { point: 'after_act' },
  { point: 'after_commit', number: 2 },
  { point: 'after_commit', number: 3 },
];

/**
 * The points at which an operation's processes are killed. An ordinary run distributes the points over the operations,
 * so that each operation and each point occurs once.
 */
const pointsOf = (operation: string): readonly KillPoint[] => {
  const names = Object.keys(operations);
  return points.filter((_, i) => isFullRun || i % names.length === names.indexOf(operation));
};

const labelOf = (at: KillPoint) => ('number' in at ? `${at.point} ${at.number}` : at.point);

interface Killed {
  readonly at: KillPoint;
  readonly operation: string;
  readonly prepared: Prepared;
  readonly key: string;
}

const encryptionKey = randomBytes(32);
let databaseUrl: string;
let shop: SandboxShop;
let service: TestService;
let killed: Killed[];

beforeAll(async () => {
  databaseUrl = await createDatabase();
  const before = await startTestService({ databaseUrl, encryptionKey });
  shop = await seedSandboxShop(before);
  const cases = Object.entries(operations).flatMap(([operation, { prepare }]) =>
    pointsOf(operation).map((at) => ({ at, operation, prepare })),
  );
  killed = await inLanes(cases, LANES, async ({ at, operation, prepare }) => {
    const prepared = await prepare(before, shop);
    const key = `key_${operation}_${labelOf(at).replace(' ', '_')}`;
    const { signal, printed } = await runChild({
      at,
      databaseUrl,
      encryptionKey: encryptionKey.toString('hex'),
      connectorDeadlineMs: DEADLINE_MS,
      request: prepared.request(shop.key, key),
    });
    expect([signal, printed], `${operation}, ${labelOf(at)}`).toEqual(['SIGKILL', '']);
    return { at, operation, prepared, key };
  });
  // The dead process's data satisfies the invariants before any recovery.
  await before.close();
  service = await startTestService({
    databaseUrl,
    encryptionKey,
    doesJobs: true,
    connectorDeadlineMs: DEADLINE_MS,
    now: () => new Date(Date.now() + LATER_MS),
  });
  await untilNothingIsOpen();
});

afterAll(() => service.close());

async function untilNothingIsOpen(): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const [row] = await query(`select count(*) as open from connector_calls where status = 'intended'`);
    if (Number(row!.open) === 0) return;
    await sleep(200);
  }
}

const query = (text: string, ...values: unknown[]) => service.database.rows.query({ text, values }, null);

test('Recovery completes every connector call of the killed processes and keeps the invariants', async ({
  task,
}) => {
  const open = await query(`select * from connector_calls where status = 'intended'`);
  expect(open).toEqual([]);
  await expectInvariants(service.database);
  const [calls] = await query('select count(*)::int as made from connector_calls');
  figure(task, `${killed.length} processes killed, ${open.length} of ${calls!.made} calls open`);
});

const cases = Object.keys(operations).flatMap((operation) =>
  pointsOf(operation).map((at) => [operation, labelOf(at), at] as const),
);

test.each(cases)('%s happens once if its process is killed at %s', async (operation, _label, at) => {
  const { key, prepared } = killed.find((one) => one.operation === operation && one.at === at)!;
  const { done, moved } = operations[operation]!;
  // Only a process that died before committing its intention leaves nothing to finish.
  const began = labelOf(at) !== 'before_commit 1';
  if (began) expect(await moved(query, prepared.id)).toBe(1);

  const { headers, path, body } = prepared.request(shop.key, key);
  const again = await fetch(service.url + path, { method: 'POST', headers, body });
  const text = await again.text();
  expect([again.status, text]).toEqual([200, expect.stringContaining(done)]);
  expect(again.headers.get('idempotency-replayed')).toBe(began ? 'true' : null);
  expect(await moved(query, prepared.id)).toBe(1);
  const [calls] = await query(
    `select count(*) as made, min(completed_at) as settled from connector_calls
       where operation = $1 and object_id = any(select refund_id from refunds where payment_id = $2 union select $2)`,
    operations[operation]!.call,
    prepared.id,
  );
  expect([Number(calls!.made), calls!.settled === null]).toEqual([1, false]);
});
