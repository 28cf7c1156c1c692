import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Load, Meter } from './measure.ts';
import type { ServerProcess } from './processes.ts';
import { listenRequest, type Merchant, payRequest, send } from './requests.ts';

/** All webhooks count as delivered after this long without one. */
const QUIET_MS = 2_000;

/** Makes payments while an endpoint receives every event of them, and says how fast both went. */
export async function deliverWebhooks(
  meter: Meter,
  service: ServerProcess,
  merchant: Merchant,
  load: Load,
): Promise<string> {
  let [received, firstMs, lastMs] = [0, 0, 0];
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      received += 1;
      lastMs = performance.now();
      firstMs ||= lastMs;
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  await send(service, listenRequest(merchant, webhookUrl));
  const { perSecond: payments } = await meter.run(service, [payRequest(merchant)], load);
  const paidMs = performance.now();
  while (performance.now() - Math.max(lastMs, paidMs) < QUIET_MS) await sleep(100);
  receiver.close();
  receiver.closeAllConnections();
  const perSecond = (received / (lastMs - firstMs)) * 1_000;
  return `With every event delivered: ${payments.toFixed(0)} payments/s, ${perSecond.toFixed(0)} webhooks/s, ${received} in all`;
}
