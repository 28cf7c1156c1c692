/**
 * A shop that takes payments on the service's hosted page, ships in parts and refunds. It needs Node and nothing else:
 *
 *   BASE_URL=http://127.0.0.1:8080 API_KEY=sk_test_… node docs/examples/shop/server.js
 *
 * `npm start` prints the key. MERCHANT_ID is `demo` unless given, and PORT 4242. docs/take-a-payment.md explains each step.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { addOrder, findOrder, isNew, recordPayment } from './orders.js';
import { orderPage, shopPage } from './pages.js';
import { readReturn, readWebhook } from './signatures.js';
import { client } from './switchyard.js';

const { BASE_URL = 'http://127.0.0.1:8080', API_KEY = '', MERCHANT_ID = 'demo', PORT = '4242' } = process.env;
const switchyard = client(BASE_URL, API_KEY);

const GOODS = [
  { name: 'Kettle', amount: 6000 },
  { name: 'Cup', amount: 3000 },
];

const [profile] = await switchyard.get(`/account/${MERCHANT_ID}/business_profile`);
let shopUrl = '';
let webhookSecret = '';

/** Has the service send webhooks here. A secret is returned once, so a shop that starts again takes a new one. */
async function subscribe() {
  const url = `${shopUrl}/webhooks`;
  const { data } = await switchyard.get(`/webhook_endpoints?profile_id=${profile.profile_id}&limit=100`);
  const known = data.find((endpoint) => endpoint.url === url);
  const { secret } = known
    ? await switchyard.post(
        `/webhook_endpoints/${known.endpoint_id}/rotate_secret`,
        { overlap_seconds: 0 },
        randomUUID(),
      )
    : await switchyard.post('/webhook_endpoints', { profile_id: profile.profile_id, url }, randomUUID());
  webhookSecret = secret;
}

/** Checkout: one payment an order, whatever is repeated, and the customer is sent to its page. */
async function placeOrder() {
  const order = addOrder(
    randomUUID(),
    GOODS.map((line) => ({ ...line })),
  );
  const payment = await switchyard.post(
    '/payments',
    {
      amount: order.amount,
      currency: 'USD',
      profile_id: profile.profile_id,
      capture_method: 'manual_multiple',
      payment_link: true,
      return_url: `${shopUrl}/orders/${order.orderId}/return`,
      metadata: { order: order.orderId },
    },
    `order-${order.orderId}`,
  );
  order.paymentId = payment.payment_id;
  recordPayment(order, payment);
  return payment.payment_link.link;
}

/** The customer is back. The signature says that the service sent them; the service says what became of the payment. */
async function receiveReturn(order, searchParams) {
  const returned = readReturn(searchParams, profile.payment_response_hash_key);
  if (returned?.payment_id !== order.paymentId) return false;
  recordPayment(order, await switchyard.get(`/payments/${order.paymentId}`));
  return true;
}

/** A webhook, which comes at least once, also when the customer never returns. */
async function receiveWebhook(body, headers) {
  const event = readWebhook(body, headers, webhookSecret);
  if (!event) return false;
  const payment = event.content.object;
  const order = event.content.type === 'payment_details' && findOrder(payment.metadata?.order);
  if (order && isNew(event.event_id)) recordPayment(order, payment);
  return true;
}

/** A parcel leaves: what is in it is captured. The last one releases what is left of the authorization. */
async function ship(order, line) {
  if (line.shipped) return;
  const isLast = order.lines.every((other) => other === line || other.shipped);
  const payment = await switchyard.post(
    `/payments/${order.paymentId}/capture`,
    { amount: line.amount, final_capture: isLast },
    `ship-${order.orderId}-${line.name}`,
  );
  line.shipped = true;
  recordPayment(order, payment);
}

/** All that was taken goes back. */
async function refund(order) {
  const { amount, status } = await switchyard.post(
    '/refunds',
    { payment_id: order.paymentId, reason: 'requested_by_customer' },
    `refund-${order.orderId}`,
  );
  if (status === 'succeeded') order.refunded = amount;
}

async function answer(request, response) {
  const url = new URL(request.url, shopUrl);
  const send = (status, body, headers = { 'content-type': 'text/html; charset=utf-8' }) =>
    response.writeHead(status, headers).end(body);
  const redirect = (location) => send(303, '', { location });
  const [, first, orderId, verb, index] = url.pathname.split('/');

  if (request.method === 'GET' && url.pathname === '/') return send(200, shopPage(GOODS));
  if (request.method === 'POST' && url.pathname === '/orders') return redirect(await placeOrder());
  if (request.method === 'POST' && url.pathname === '/webhooks') {
    return send((await receiveWebhook(await buffer(request), request.headers)) ? 200 : 400, '');
  }
  const order = first === 'orders' ? findOrder(orderId) : undefined;
  if (!order) return send(404, 'Not found');
  if (request.method === 'GET' && verb === undefined) return send(200, orderPage(order));
  if (request.method === 'GET' && verb === 'return') {
    if (!(await receiveReturn(order, url.searchParams))) return send(400, 'This return was changed.');
    return redirect(`/orders/${orderId}`);
  }
  if (request.method !== 'POST') return send(404, 'Not found');
  if (verb === 'ship' && order.lines[index]) await ship(order, order.lines[index]);
  else if (verb === 'refund') await refund(order);
  else return send(404, 'Not found');
  return redirect(`/orders/${orderId}`);
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    process.stderr.write(`${request.method} ${request.url}: ${error.message}\n`);
    if (!response.headersSent) response.writeHead(500);
    response.end('Something went wrong. Nothing was charged twice: try again.');
  });
});
server.listen(Number(PORT), '127.0.0.1', async () => {
  shopUrl = `http://127.0.0.1:${server.address().port}`;
  await subscribe();
  process.stdout.write(`The shop is open at ${shopUrl}\n`);
});
