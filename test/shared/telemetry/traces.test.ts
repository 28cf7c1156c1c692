import { expect, vi } from 'vitest';
import { openTraces, statementName } from '../../../src/telemetry/traces.ts';
import { CVC, cardOf, cards, graphqlCardOf, sandboxShop, setColumns } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../kit/test.ts';
import { startWebhookReceiver } from '../../kit/webhook-receiver.ts';
import { type ReceivedSpan, startOtlpReceiver } from './otlp-receiver.ts';

const CALLER_TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER_SPAN = '00f067aa0ba902b7';
const traceparent = `00-${CALLER_TRACE}-${CALLER_SPAN}-01`;
const SIGNING_KEY = 'signing_key_of_the_shop_0123456789';
const HEADER_SECRET = 'secret-of-the-collector';

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
  .extend('collector', { scope: 'file' }, async ({}, { onCleanup }) => {
    const collector = await startOtlpReceiver();
    onCleanup(() => collector.close());
    return collector;
  })
  .extend('traces', { scope: 'file' }, async ({ collector }, { onCleanup }) => {
    const traces = openTraces({
      endpoint: `${collector.url}/`,
      headers: { authorization: HEADER_SECRET },
      serviceName: 'test',
      ratio: 1,
      flushMs: 100,
    });
    onCleanup(() => traces.close());
    return traces;
  })
  .extend('serviceOptions', { scope: 'file' }, ({ traces }) => ({
    observe: traces.observe,
    traces,
    doesJobs: true,
    connectorDeadlineMs: 1_000,
  }))
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  .extend('receiver', { scope: 'file' }, async ({}, { onCleanup }) => {
    const receiver = await startWebhookReceiver();
    onCleanup(() => receiver.close());
    return receiver;
  })
  .extend('shop', ({ receiver, service }) =>
    sandboxShop(service, {
      payment_response_hash_key: SIGNING_KEY,
      webhook_details: { webhook_url: receiver.url },
    }),
  )
  /** Waits until a trace's named spans have arrived, and returns the whole trace. */
  .extend(
    'spansOf',
    ({ collector }) =>
      (traceId: string, ...names: string[]) =>
        vi.waitFor(
          () => {
            const spans = collector.spans.filter((span) => span.traceId === traceId);
            expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
            return spans;
          },
          { timeout: 60_000, interval: 100 },
        ),
  );

const confirmation = (card: string) => ({
  confirm: true,
  payment_method: 'card',
  payment_method_data: { card: cardOf(card) },
});

/** The names of a span and its ancestors, innermost first. */
function pathOf(span: ReceivedSpan, spans: readonly ReceivedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [span.name, ...(parent ? pathOf(parent, spans) : [])];
}
const CONFIRM = 'POST /payments/{payment_id}';

test("The trace of a payment shows its statements, its connector call and its webhook, within its caller's trace", async ({
  api,
  receiver,
  service,
  shop,
  spansOf,
}) => {
  const id = await shop.open();
  const answer = await api.post(`/payments/${id}`, confirmation(cards.good), { headers: { traceparent } });
  expect(answer.body).toMatchObject({ status: 'succeeded' });
  const spans = await spansOf(CALLER_TRACE, CONFIRM, 'sandbox authorize', 'webhook attempt');
  const named = (name: string) => spans.find((span) => span.name === name)!;
  expect(named(CONFIRM)).toMatchObject({ kind: 2, parentSpanId: CALLER_SPAN });
  const attributes = Object.fromEntries(named(CONFIRM).attributes.map(({ key, value }) => [key, value]));
  expect(attributes).toMatchObject({
    'http.request.method': { stringValue: 'POST' },
    'http.route': { stringValue: '/payments/{payment_id}' },
    'http.response.status_code': { intValue: 200 },
    'switchyard.request_id': { stringValue: answer.headers.get('x-request-id') },
    'switchyard.operation': { stringValue: 'updatePayment' },
    'switchyard.payment_id': { stringValue: id },
    'switchyard.payment_status': { stringValue: 'succeeded' },
  });
  expect(pathOf(named('sandbox authorize'), spans)).toEqual(['sandbox authorize', CONFIRM]);
  expect(pathOf(named('webhook attempt'), spans)).toEqual(['webhook attempt', CONFIRM]);
  const paths = spans.map((span) => pathOf(span, spans).join(' < '));
  expect(paths, paths.join('\n')).toContain(`select payments < ${CONFIRM}`);
  expect(paths.some((path) => /^insert \w+ < POST/.test(path))).toBe(true);
  expect(paths.some((path) => /^\w+ sandbox_transactions < sandbox authorize < POST/.test(path))).toBe(true);
  // Webhook receivers get no trace context of ours.
  const { headers } = receiver.arrivals.find(({ objectId }) => objectId === id)!;
  expect(headers.traceparent).toBeUndefined();
  const line = service.logs.map((text) => JSON.parse(text)).find((entry) => entry.trace_id === CALLER_TRACE);
  expect(line).toBeDefined();
});

test('A GraphQL operation is a named span of its request and contains its work', async ({
  graphql,
  shop,
  service,
  spansOf,
}) => {
  const paymentId = await shop.open();
  const document = `mutation PayNow($input: ConfirmPaymentInput!) {
    confirmPayment(input: $input) { payment { status } userErrors { message } } }`;
  const input = { paymentId, paymentMethod: 'card', paymentMethodData: { card: graphqlCardOf(cards.good) } };
  const answer = await graphql.run(document, { input });
  expect(answer.data.confirmPayment).toMatchObject({ userErrors: [], payment: { status: 'succeeded' } });
  const line = await vi.waitFor(
    () => {
      const lines = service.logs.map((text) => JSON.parse(text) as Record<string, string>);
      return lines.findLast(({ msg, route }) => msg === 'answered' && route === '/graphql')!.trace_id!;
    },
    { timeout: 60_000 },
  );
  const spans = await spansOf(line, 'mutation PayNow', 'POST /graphql', 'sandbox authorize');
  const call = spans.find(({ name }) => name === 'sandbox authorize')!;
  expect(pathOf(call, spans)).toEqual(['sandbox authorize', 'mutation PayNow', 'POST /graphql']);
});

test('The look-up of a call without an outcome belongs to the trace of the original request', async ({
  api,
  service,
  shop,
  spansOf,
}) => {
  const trace = CALLER_TRACE.replace('4bf9', '5bf9');
  const id = await shop.open();
  const headers = { traceparent: `00-${trace}-${CALLER_SPAN}-01` };
  expect((await api.post(`/payments/${id}`, confirmation(cards.silent), { headers })).status).toBe(200);
  await setColumns(service, 'connector_calls', { object_id: id }, { look_up_at: new Date(0) });
  const spans = await spansOf(trace, 'look up', 'sandbox lookUp');
  const asked = spans.find(({ name }) => name === 'sandbox lookUp')!;
  expect(pathOf(asked, spans)).toEqual(['sandbox lookUp', 'look up', CONFIRM]);
});

test('Spans contain no card, person, key or secret', async ({ api, collector, graphql, shop, spansOf }) => {
  const trace = CALLER_TRACE.replace('4bf9', '6bf9');
  const planted = {
    name: 'Zebedee Quillfeather',
    email: 'zebedee@quillfeather.example',
    phone: '5550102030',
    description: 'Planted description',
  };
  const id = await shop.open();
  const headers = { traceparent: `00-${trace}-${CALLER_SPAN}-01` };
  await api.post('/customers', planted, { headers });
  await api.post(`/payments/${id}`, { ...confirmation(cards.good), ...planted }, { headers });
  await api.get(`/payments/list?email=${planted.email}`, { headers });
  await graphql.run(`{ payments(where: { email: { eq: "${planted.email}" } }) { nodes { paymentId } } }`);
  await spansOf(trace, 'POST /customers', CONFIRM, 'sandbox authorize', 'webhook attempt');
  const text = JSON.stringify(collector.spans);
  const secrets = [
    cards.good,
    CVC,
    cardOf(cards.good).card_holder_name,
    shop.key,
    SIGNING_KEY,
    HEADER_SECRET,
  ];
  for (const secret of [...Object.values(planted), ...secrets]) {
    // Three digits may be part of any identifier.
    const needle = secret === CVC ? `"${CVC}"` : secret!;
    expect([secret, text.includes(needle)]).toEqual([secret, false]);
  }
  expect(collector.headers().authorization).toBe(HEADER_SECRET);
});

test.for([
  ['select p."payment_id" from "payments" p where p.x = $1', 'select payments'],
  ['with e as (select 1) insert into events (a) values ($1)', 'insert events'],
  [`insert into "customers" ("email") values ('zebedee@quillfeather.example')`, 'insert customers'],
  ["update api_keys set last_used_at = '2026-01-01'", 'update api_keys'],
  ['delete from processes where process_id = $1', 'delete processes'],
  ["begin; select set_config('switchyard.merchant_id', 'mer_1', true)", 'begin'],
  ["nonsense 'with a value'", 'statement'],
])('A statement is named by its verb and table: %s', ([text, name]) => {
  expect(statementName(text!)).toBe(name);
});
