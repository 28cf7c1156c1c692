/**
 * The least that a confirmed payment can cost when its call is committed before it is made, and its outcome, history,
 * events and deliveries with it after: two statements, two commits. Nothing is validated, authorized, limited, encrypted
 * or logged, and the connector answers at once.
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen, merchantOf, openPool } from './data.js';

const pool = openPool();
await pool.query(`
  create schema limit_pay;
  set search_path = limit_pay;
  create table payments (merchant_id text, payment_id text, status text, amount int, amount_received int, body jsonb,
    created timestamptz, updated timestamptz, primary key (merchant_id, payment_id));
  create index on payments (merchant_id, created desc, payment_id desc);
  create index on payments (merchant_id, status, created desc);
  create table attempts (merchant_id text, attempt_id text, payment_id text, status text, amount int,
    connector_transaction_id text, created_at timestamptz, primary key (merchant_id, attempt_id));
  create index on attempts (merchant_id, payment_id);
  create table calls (merchant_id text, call_id text, payment_id text, status text, request bytea, look_up_at timestamptz,
    primary key (merchant_id, call_id));
  create index on calls (look_up_at) where status = 'intended';
  create table history (merchant_id text, number bigint generated always as identity, payment_id text, status text,
    changed_at timestamptz, primary key (merchant_id, number));
  create index on history (merchant_id, payment_id);
  create table events (merchant_id text, event_id text, type text, payment_id text, body text, created_at timestamptz,
    primary key (merchant_id, event_id));
  create index on events (merchant_id, created_at);
  create table deliveries (merchant_id text, event_id text, status text, next_attempt_at timestamptz,
    primary key (merchant_id, event_id));
  create index on deliveries (next_attempt_at) where status = 'pending'`);

/** Records a change: its history, its event and the event's delivery. */
const recorded = (status, event, type) => `
  changed as (insert into limit_pay.history (merchant_id, payment_id, status, changed_at) values ($1, $2, '${status}', $3)),
  told as (insert into limit_pay.events values ($1, ${event}, '${type}', $2, $4, $3)),
  queued as (insert into limit_pay.deliveries values ($1, ${event}, 'pending', $3))`;

const intend = {
  name: 'intend',
  text: `with ${recorded('processing', '$5', 'payment_created')},
    payment as (insert into limit_pay.payments values ($1, $2, 'processing', $6, 0, $7, $3, $3)),
    attempt as (insert into limit_pay.attempts values ($1, $8, $2, 'authorizing', $6, null, $3))
    insert into limit_pay.calls values ($1, $9, $2, 'intended', convert_to($4, 'UTF8'), $3::timestamptz + interval '30 s')`,
};
const settle = {
  name: 'settle',
  text: `with ${recorded('succeeded', '$5', 'payment_succeeded')},
    attempt as (update limit_pay.attempts set status = 'charged', connector_transaction_id = $7
      where merchant_id = $1 and attempt_id = $8),
    call as (update limit_pay.calls set status = 'settled', request = null where merchant_id = $1 and call_id = $9)
    update limit_pay.payments set status = 'succeeded', amount_received = $6, updated = $3
    where merchant_id = $1 and payment_id = $2 returning *`,
};

const idOf = (prefix) => `${prefix}_${randomBytes(13).toString('hex')}`;
const now = () => new Date().toISOString();

async function pay(merchantId, { amount, ...fields }) {
  const [paymentId, attemptId, callId] = [idOf('pay'), idOf('att'), idOf('call')];
  const body = JSON.stringify({ amount, ...fields });
  const values = (...rest) => [
    merchantId,
    paymentId,
    now(),
    body,
    idOf('evt'),
    amount,
    ...rest,
    attemptId,
    callId,
  ];
  await pool.query({ ...intend, values: values(body) });
  const { rows } = await pool.query({ ...settle, values: values(idOf('txn')) });
  return rows[0];
}

const server = createServer(async (request, response) => {
  if (request.method === 'GET') return response.end();
  const answer = JSON.stringify(await pay(merchantOf(request), JSON.parse(await text(request))));
  response.setHeader('content-type', 'application/json');
  response.end(answer);
});
listen(server);
