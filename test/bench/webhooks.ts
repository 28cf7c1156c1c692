import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Load, Meter } from './measure.ts';
import type { ServerProcess } from './processes.ts';
import {
  endpointRequest,
  listenRequest,
  type Merchant,
  payRequest,
  replayRequest,
  send,
} from './requests.ts';

/** Receivers of a backlog, with one endpoint each. */
const RECEIVERS = 8;

/** If no webhook arrives for this long, all count as delivered. */
const QUIET_MS = 2_000;

/** Creates payments while an endpoint receives all of their events, and reports both speeds. */
export async function deliverWebhooks(
  meter: Meter,
  service: ServerProcess,
  merchant: Merchant,
  load: Load,
): Promise<string> {
  const receiver = await startReceiver();
  await send(service, listenRequest(merchant, receiver.url));
  const { perSecond: payments } = await meter.run(service, [payRequest(merchant)], load);
  const paidMs = performance.now();
  while (performance.now() - Math.max(receiver.lastMs, paidMs) < QUIET_MS) await sleep(100);
  receiver.close();
  return `With every event delivered: ${payments.toFixed(0)} payments/s, ${rateOf(receiver).toFixed(0)} webhooks/s, ${receiver.received} in all`;
}

/**
 * Replays the profile's events since a time to eight additional endpoints, and reports the speed and the cost of each
 * delivery.
 */
export async function deliverBacklog(
  meter: Meter,
  service: ServerProcess,
  merchant: Merchant,
  since: Date,
): Promise<string> {
  const receiver = await startReceiver();
  const endpoints: string[] = [];
  while (endpoints.length < RECEIVERS) {
    const { createWebhookEndpoint } = await send(service, endpointRequest(merchant, receiver.url));
    endpoints.push(createWebhookEndpoint.webhookEndpoint.endpointId);
  }
  const counts = await Promise.all(
    endpoints.map(async (endpointId) => {
      const { replayWebhooks } = await send(service, replayRequest(merchant, endpointId, since));
      return replayWebhooks.webhookReplay.eventCount as number;
    }),
  );
  const expected = counts.reduce((sum, count) => sum + count, 0);
  const before = meter.usedMs(service);
  const [beganAt, already] = [performance.now(), receiver.received];
  while (receiver.received < expected) await sleep(20);
  const after = meter.usedMs(service);
  const sent = expected - already;
  const perSecond = (sent / (receiver.lastMs - beganAt)) * 1_000;
  const each = (ms: number) => (ms / sent).toFixed(2);
  receiver.close();
  return `A backlog to ${RECEIVERS} receivers: ${perSecond.toFixed(0)} webhooks/s of ${sent}, each ${each(after.serverMs - before.serverMs)} ms of the server and ${each(after.databaseMs - before.databaseMs)} of the database`;
}

interface Receiver {
  readonly url: string;
  readonly received: number;
  readonly firstMs: number;
  readonly lastMs: number;
  close(): void;
}

/** Webhooks per second between the first and the last. */
const rateOf = ({ firstMs, lastMs, received }: Receiver) => (received / (lastMs - firstMs)) * 1_000;

async function startReceiver(): Promise<Receiver> {
  const counted = { received: 0, firstMs: 0, lastMs: 0 };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      counted.received += 1;
      counted.lastMs = performance.now();
      counted.firstMs ||= counted.lastMs;
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return Object.assign(counted, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close });
}
