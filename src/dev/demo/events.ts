import { createHash } from 'node:crypto';
import { encodeTime } from 'ulid';
import '../../database/rows.ts';
import { Dispute } from '../../core/entities/dispute.ts';
import { type EventTypeValue, objectOf } from '../../core/entities/event-types.ts';
import { Payment } from '../../core/entities/payment.ts';
import { Payout } from '../../core/entities/payout.ts';
import { Refund } from '../../core/entities/refund.ts';
import type { Context } from '../../core/foundation/context.ts';
import type { DescribedClass } from '../../core/model/index.ts';
import { restNames, restValue } from '../../core/model/rest-view.ts';
import { type Row, type RowSource, readByKeys, type Statement, withLists } from '../../core/reads/index.ts';
import { eventBody } from '../../core/writes/outbox/event-body.ts';
import { asLeft, type HistoryStep, toldAs } from './event-steps.ts';
import type { Demo } from './statements.ts';

/** How many payments, the newest, have events; and how many payouts. Enough for every list to have further pages. */
const PAYMENTS_MAX = 2_000;
const PAYOUTS_MAX = 500;
/** Events are kept for so long. */
const KEPT = `interval '30 days'`;
/** How many objects are read, and their events written, at once. */
const BATCH = 500;

/**
 * Those whose every step can be told as it was: a payment put to a connector once, without a challenge that is over,
 * and captured once at most. Of the others it is not known what they looked like in between.
 */
const chosenPayments = `
  select p.merchant_id, p.payment_id as id from demo_payments p
  where p.created > pg_temp.finish() - ${KEPT} and p.tries <= 1 and p.parts <= 1
    and p.capture_method is distinct from 'sequential_automatic'
    and (p.scenario is distinct from 'challenge' or p.status = 'requires_customer_action')
  order by p.created desc, p.payment_id desc limit ${PAYMENTS_MAX}`;

const partsOf = (table: string, id: string) => `
  select o.merchant_id, o.${id} as id from ${table} o
  join (${chosenPayments}) p on p.merchant_id = o.merchant_id and p.id = o.payment_id`;

const chosen: readonly { kind: HistoryStep['kind']; target: DescribedClass; from: string }[] = [
  { kind: 'payment', target: Payment, from: chosenPayments },
  { kind: 'refund', target: Refund, from: partsOf('refunds', 'refund_id') },
  { kind: 'dispute', target: Dispute, from: partsOf('disputes', 'dispute_id') },
  {
    kind: 'payout',
    target: Payout,
    from: `
      select merchant_id, payout_id as id from demo_payouts where created > pg_temp.finish() - ${KEPT}
      order by created desc, payout_id desc limit ${PAYOUTS_MAX}`,
  },
];

interface Told {
  readonly merchantId: string;
  readonly type: EventTypeValue;
  readonly at: string;
  readonly objectId: string;
  readonly row: Row;
  readonly object: object;
}

/**
 * The events of the newest payments and payouts, and of the refunds and disputes of those payments, each with the
 * body that the service would have recorded: the object in its REST shape, as the step left it. Nobody was to hear
 * of them, as demo merchants have no endpoint, so there are no deliveries.
 */
export async function loadEvents(demo: Demo): Promise<void> {
  const told: Told[] = [];
  for (const { kind, target, from } of chosen) {
    const { rows } = await demo.client.query<KeyWithSteps>(
      `select o.merchant_id, o.id, array_agg(c.from_status order by c.change_id) as from_statuses,
              array_agg(c.to_status order by c.change_id) as to_statuses,
              array_agg(to_char(c.changed_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') order by c.change_id) as times
       from (${from}) o join status_changes c
         on c.merchant_id = o.merchant_id and c.object_type = $1 and c.object_id = o.id
       group by o.merchant_id, o.id order by o.merchant_id, o.id`,
      [kind],
    );
    for (let i = 0; i < rows.length; i += BATCH) {
      told.push(...(await tellOf(demo, kind, target, rows.slice(i, i + BATCH))));
    }
  }
  // In the order in which they happened, whatever they happened to; several of one moment stay as they are.
  told.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
  for (let i = 0; i < told.length; i += BATCH) await insertTold(demo, told.slice(i, i + BATCH), i);
}

interface KeyWithSteps {
  merchant_id: string;
  id: string;
  from_statuses: (string | null)[];
  to_statuses: string[];
  times: string[];
}

async function tellOf(
  { client, encryption }: Demo,
  kind: HistoryStep['kind'],
  target: DescribedClass,
  keys: readonly KeyWithSteps[],
): Promise<Told[]> {
  const rows: RowSource = {
    query: async <Result extends object>({ text, values }: Statement) =>
      (await client.query(text, [...values])).rows as Result[],
  };
  const ctx = { rows, encryption, merchantId: null } as Partial<Context> as Context;
  const wanted = keys.map(({ merchant_id: merchantId, id }) => ({ merchantId, id }));
  const found = await readByKeys(ctx, target, wanted, restNames(target, 'event'));
  const whole = await withLists(ctx, target, found as Row[]);
  return whole.flatMap((row, i) => {
    const { from_statuses: from, to_statuses: to, times, merchant_id: merchantId, id } = keys[i]!;
    return to.flatMap((status, n) => {
      const isLast = n === to.length - 1;
      // What is processing began to be so when it was confirmed; that it stays so was known with the answer.
      const at = isLast && kind === 'payment' ? String(row.updated) : times[n]!;
      const step = { kind, from: from[n] ?? null, to: status, at, isLast };
      const types = toldAs(step, row);
      if (types.length === 0) return [];
      const object = restValue(target, 'event', asLeft(step, row));
      return types.map((type) => ({ merchantId, type, at: step.at, objectId: id, row, object }));
    });
  });
}

async function insertTold({ client, loaded }: Demo, told: readonly Told[], first: number): Promise<void> {
  const rows = told.map(({ merchantId, type, at, objectId, row, object }, i) => {
    const eventId = idOf(at, first + i, `${objectId} ${type}`);
    return {
      merchant_id: merchantId,
      event_id: eventId,
      event_type: type,
      object_type: objectOf(type),
      object_id: objectId,
      payment_id: row.payment_id ?? null,
      payout_id: row.payout_id ?? null,
      profile_id: row.profile_id ?? null,
      body: eventBody({ eventId, type, merchantId, at: new Date(at), object }),
      created_at: at,
    };
  });
  const columns = Object.keys(rows[0]!).join(', ');
  await client.query(
    `insert into events (${columns}) select ${columns} from jsonb_populate_recordset(null::events, $1)`,
    [JSON.stringify(rows)],
  );
  loaded('events', rows.length);
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The same each time. Events of one moment sort by their places: these take the four digits after the time. */
function idOf(at: string, place: number, seed: string): string {
  const digits = [15, 10, 5, 0].map((shift) => crockford[(place >> shift) & 31]);
  const hashed = [...createHash('sha256').update(seed).digest().subarray(0, 12)];
  const rest = hashed.map((byte) => crockford[byte & 31]);
  return `evt_${encodeTime(Date.parse(at), 10)}${[...digits, ...rest].join('')}`;
}
