import { setTimeout as sleep } from 'node:timers/promises';
import { sessionTransact, withSession } from '../../../../src/database/sessions.ts';
import { violations } from '../../../kit/invariants.ts';
import { contradictions, type Ledger } from './ledger.ts';
import type { Shop } from './shop.ts';

/** A claim, and the observations that contradict it. */
export interface Claim {
  readonly what: string;
  readonly against: readonly string[];
}

/** How long the service may take to resolve calls interrupted by a failover. */
const SETTLE_MS = 240_000;

/** How much money the sandbox took for each order, over all of its payments. */
const charged = `
  select p.metadata->>'order' as "orderId", count(*) filter (where t.captured > 0)::int as charges,
    sum(t.captured)::int8 as captured
  from payments p
  join connector_calls c on c.merchant_id = p.merchant_id and c.object_id = p.payment_id
  join sandbox_transactions t on t.merchant_id = c.merchant_id and t.idempotency_key = c.call_id
    and t.merchant_connector_id = c.merchant_connector_id
  where t.kind = 'authorize' and not t.voided
  group by 1`;

interface ChargedOrder {
  readonly orderId: string;
  readonly charges: number;
  readonly captured: number;
}

/** Examines the data after the last failover. */
export async function examine(
  databaseUrl: string,
  serviceUrl: string,
  shops: readonly Shop[],
  ledger: Ledger,
): Promise<Claim[]> {
  // Checking the invariants of many objects exceeds the service's statement timeout.
  return withSession(databaseUrl, async (session) => {
    const inTransaction = sessionTransact(session);
    const query = <Row extends object>(text: string) =>
      inTransaction((rows) => rows.query<Row>({ text, values: [], touches: 'everything' }, null));
    const open = async () =>
      (
        await query<{ id: string }>("select call_id as id from connector_calls where status = 'intended'")
      ).map(({ id }) => id);
    const deadlineMs = performance.now() + SETTLE_MS;
    while ((await open()).length > 0 && performance.now() < deadlineMs) await sleep(1_000);
    const orders = new Map(
      (await query<ChargedOrder>(charged)).map((order) => [order.orderId, order] as const),
    );
    return [
      { what: 'Acknowledged writes lost', against: await lost(shops, ledger) },
      { what: 'Reads that did not show an acknowledged write', against: ledger.staleReads },
      {
        what: 'Orders charged more than once',
        against: [...orders.values()]
          .filter(({ charges }) => charges > 1)
          .map(({ orderId, charges }) => `${orderId}: ${charges} times`),
      },
      {
        what: 'Paid orders of which the sandbox has another amount',
        against: ledger.paid
          .filter(({ amount, orderId }) => orders.get(orderId)?.captured !== amount)
          .map(({ orderId }) => `${orderId}: ${orders.get(orderId)?.captured}`),
      },
      { what: 'Connector calls that stay open', against: await open() },
      {
        what: 'Invariants violated',
        against: (await inTransaction((rows) => violations({ rows }))).map(
          ({ detail, object_id, rule }) => `${rule}: ${object_id} (${detail})`,
        ),
      },
      {
        what: 'Failures other than 503 and 409 with Retry-After',
        against: ledger.failures.filter(({ isExpected }) => !isExpected).map(({ answer }) => answer),
      },
      { what: 'Why the service is not ready', against: await unreadiness(serviceUrl) },
    ];
  });
}

/** The service's report about itself, if anything is wrong, including background jobs. */
async function unreadiness(url: string): Promise<string[]> {
  const said = await (await fetch(`${url}/health/ready`)).text();
  return said === '{"status":"ready","jobs":"running"}' ? [] : [said];
}

/** The acknowledged objects that are missing or differ from their acknowledgement. */
async function lost(shops: readonly Shop[], ledger: Ledger): Promise<string[]> {
  const found: string[] = [];
  for (const { fields, path } of ledger.acknowledged) {
    // An object belongs to one shop; to others it is not found.
    const answers = await Promise.all(
      shops.map(({ key, url }) => fetch(url + path, { headers: { 'api-key': key } })),
    );
    const answer = answers.find(({ ok }) => ok);
    const differences = answer
      ? contradictions(fields, (await answer.json()) as Record<string, unknown>)
      : ['it is gone'];
    if (differences.length > 0) found.push(`${path}: ${differences.join(', ')}`);
  }
  return found;
}
