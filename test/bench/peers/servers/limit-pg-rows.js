/**
 * The least that reading a page as rows can cost: node:http and pg, five prepared statements, JSON.stringify. Nothing is
 * validated, authorized or logged.
 */
import { createServer } from 'node:http';
import { camelCase, dashboard, listen, lists, merchantOf, openPool } from './data.js';

const pool = openPool({ options: '-c plan_cache_mode=force_generic_plan' });

/** Reads pages of payments with their lists. `select` makes the columns of a table. */
function reader(name, select, idName) {
  const page = `select ${select('payments')} from peers.payments where merchant_id = $1 and created < $2
    order by created desc, payment_id desc limit $3`;
  const children = Object.entries(lists).map(([table, order]) => [
    table,
    `select ${select(table)}, payment_id as "of" from peers.${table}
     where merchant_id = $1 and payment_id = any($2) order by ${order}`,
  ]);
  return async (merchantId, before, limit) => {
    const { rows } = await pool.query({ name, text: page, values: [merchantId, before, limit] });
    const byId = new Map(rows.map((row) => [row[idName], row]));
    for (const row of rows) for (const table of Object.keys(lists)) row[table] = [];
    const values = [merchantId, [...byId.keys()]];
    const read = async ([table, text]) => {
      const found = await pool.query({ name: `${name} ${table}`, text, values });
      for (const { of, ...child } of found.rows) byId.get(of)[table].push(child);
    };
    await Promise.all(children.map(read));
    return rows;
  };
}

const selected = (table) =>
  dashboard[table]
    .split(' ')
    .map((column) => `${column} as "${camelCase(column)}"`)
    .join(', ');
const readDashboard = reader('dashboard', selected, 'paymentId');
const readWhole = reader('whole', () => '*', 'payment_id');

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://peer');
  const page = [
    merchantOf(request),
    searchParams.get('created_lt') ?? 'infinity',
    Number(searchParams.get('limit')),
  ];
  if (pathname === '/ready') return response.end();
  const answer =
    pathname === '/dashboard'
      ? { data: { payments: await readDashboard(...page) } }
      : [{ size: page[2], data: await readWhole(...page) }];
  const body = JSON.stringify(answer);
  response.setHeader('content-type', 'application/json');
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
});
listen(server);
