import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { LoadPlan, LoadReport, LoadRequest } from './load-plan.ts';

/** A process that generates load by the plan in its argument, over a small HTTP client, and prints a report. */
const plan = JSON.parse(process.argv[2]!) as LoadPlan;
const { hostname, port } = new URL(plan.url);

/** Connections of an open loop. If all are in use, a request waits for one, and the wait counts. */
const CONNECTIONS = 500;
const TICK_MS = 5;

interface Sent {
  readonly kind: string;
  readonly dueMs: number;
}

const messages = plan.requests.map(({ body, headers, method, path }) => {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: ${hostname}`,
    `content-length: ${Buffer.byteLength(body ?? '')}`,
  ];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
});
const report: LoadReport = { seconds: 0, kinds: {} };
for (const { kind } of plan.requests) {
  report.kinds[kind] ??= { acceptedMs: [], refused: 0, refusedMs: [], withoutRetryAfter: 0, others: {} };
}
const idle: Connection[] = [];
const waiting: [message: Buffer, sent: Sent][] = [];
let unanswered = 0;

/** A keep-alive connection that carries one request at a time. */
class Connection {
  readonly #socket: Socket;
  readonly connected: Promise<unknown>;
  #sent: Sent | null = null;
  #received: Buffer = Buffer.alloc(0);

  constructor() {
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.connected = once(this.#socket, 'connect');
    this.#socket.on('data', (data) => this.#receive(data));
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => {
      if (this.#sent) note(this.#sent, 'reset', null);
      const at = idle.indexOf(this);
      if (at >= 0) idle.splice(at, 1);
    });
  }

  send(message: Buffer, sent: Sent): void {
    this.#sent = sent;
    this.#socket.write(message);
  }

  #receive(data: Buffer): void {
    this.#received = this.#received.length === 0 ? data : Buffer.concat([this.#received, data]);
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.#received.toString('latin1', 0, end).toLowerCase();
    const length = Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0);
    if (this.#received.length < end + 4 + length) return;
    const body = this.#received.subarray(end + 4, end + 4 + length);
    const sent = this.#sent;
    // The server tells an idle connection why it closes it.
    if (!sent) return;
    this.#sent = null;
    this.#received = Buffer.alloc(0);
    note(sent, head.slice(9, 12), head, body);
    if (head.includes('\r\nconnection: close')) {
      this.#socket.destroy();
      free(new Connection());
    } else free(this);
  }
}

function note({ dueMs, kind }: Sent, status: string, head: string | null, body?: Buffer): void {
  unanswered -= 1;
  const of = report.kinds[kind]!;
  const tookMs = performance.now() - dueMs;
  if (status === '503') {
    of.refused += 1;
    of.refusedMs.push(tookMs);
    if (!head?.includes('\r\nretry-after: ')) of.withoutRetryAfter += 1;
  } else if (status === '200' && !body!.includes('"errors":[')) {
    of.acceptedMs.push(tookMs);
  } else {
    const what = status === '200' ? (/"code":"(\w+)"/.exec(body!.toString())?.[1] ?? 'errors') : status;
    of.others[what] = (of.others[what] ?? 0) + 1;
  }
}

function free(connection: Connection): void {
  const next = waiting.shift();
  if (next) connection.send(...next);
  else if (plan.connections === undefined || performance.now() >= endMs) idle.push(connection);
  else sendNext(connection);
}

let turn = 0;
/** The requests in turn, by weight. */
const order = plan.requests.flatMap(({ share }, index) => Array.from({ length: share ?? 1 }, () => index));

function sendNext(
  connection?: Connection,
  dueMs = performance.now(),
  index = order[turn++ % order.length]!,
): void {
  unanswered += 1;
  const sent = { kind: plan.requests[index]!.kind, dueMs };
  const by = connection ?? idle.pop();
  if (by) by.send(messages[index]!, sent);
  else waiting.push([messages[index]!, sent]);
}

if (plan.connections === undefined) {
  while (idle.length < CONNECTIONS) {
    const batch = Array.from({ length: 20 }, () => new Connection());
    await Promise.all(batch.map(({ connected }) => connected));
    idle.push(...batch);
  }
}
const startMs = performance.now();
const endMs = startMs + plan.seconds * 1_000;

/** Sends at a fixed rate, regardless of responses: arriving clients do not know about waiting ones. */
function sendAtRate(rate: number, requests: readonly LoadRequest[], pick: () => number): void {
  if (requests.length === 0 || rate <= 0) return;
  let nextMs = startMs + 1_000 / rate;
  const timer = setInterval(() => {
    const nowMs = Math.min(performance.now(), endMs);
    for (; nextMs <= nowMs; nextMs += 1_000 / rate) sendNext(undefined, nextMs, pick());
    if (nowMs >= endMs) clearInterval(timer);
  }, TICK_MS);
}

if (plan.connections !== undefined) {
  for (let i = 0; i < plan.connections; i++) sendNext(new Connection());
} else {
  const shared = plan.requests.filter(({ perSecond }) => perSecond === undefined);
  const among = order.filter((index) => plan.requests[index]!.perSecond === undefined);
  sendAtRate(plan.perSecond ?? 0, shared, () => among[turn++ % among.length]!);
  plan.requests.forEach((request, index) => {
    if (request.perSecond !== undefined) sendAtRate(request.perSecond, [request], () => index);
  });
}

const finish = setInterval(() => {
  const nowMs = performance.now();
  if (nowMs < endMs || (unanswered > 0 && nowMs < endMs + (plan.patienceMs ?? 20_000))) return;
  clearInterval(finish);
  report.seconds = (nowMs - startMs) / 1_000;
  for (const of of Object.values(report.kinds)) {
    of.acceptedMs.sort((a, b) => a - b);
    of.refusedMs.sort((a, b) => a - b);
  }
  process.stdout.write(JSON.stringify(report), () => process.exit(0));
}, 20);
