import { openSync, writeSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { getHeapStatistics } from 'node:v8';
import { type Context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import pg from 'pg';
import type * as SlotQueues from '../../../src/database/slot-queue.ts';
import type * as Traces from '../../../src/telemetry/traces.ts';

/**
 * Loaded into the service before its program: writes where its time goes to the file in `PROBE_FILE`, a line each, as
 * `probe-log.ts` reads them. Spans are the service's own traces, taken from their exporter. It adds the statements with
 * their sessions, COMMIT included, the waits for slots and connections, collections, and times in which the event loop
 * was blocked. Nothing is kept in memory, which would change what is measured.
 */
const file = openSync(process.env.PROBE_FILE!, 'w');
const FLUSH_MS = 250;
const LOOP_MS = 10;
/** A tick this much late is a blocked event loop. */
const BLOCKED_MS = 10;
const MEMORY_MS = 1_000;

let lines: string[] = [];
const note = (...fields: readonly (string | number)[]) => void lines.push(fields.join('\t'));
const rounded = (ms: number) => Math.round(ms * 100) / 100;
const now = () => performance.timeOrigin + performance.now();
const program = pathToFileURL(process.argv[1]!);
const load = (path: string) => import(new URL(path, program).href);
const { SlotQueue, QueuedPool }: typeof SlotQueues = await load('./database/slot-queue.js');
const { statementName }: typeof Traces = await load('./telemetry/traces.js');

let contexts: { active(): Context } | undefined;
const enable = AsyncLocalStorageContextManager.prototype.enable;
AsyncLocalStorageContextManager.prototype.enable = function (this: AsyncLocalStorageContextManager) {
  contexts = this;
  return enable.call(this);
};
const traceId = () => (contexts && trace.getSpanContext(contexts.active())?.traceId) ?? '-';

const timeOf = ([seconds, nanoseconds]: readonly [number, number]) => seconds * 1_000 + nanoseconds / 1e6;
OTLPTraceExporter.prototype.export = (spans, done) => {
  for (const span of spans) {
    // The probe has the statements.
    if ('db.query.summary' in span.attributes) continue;
    const times = [rounded(timeOf(span.startTime)), rounded(timeOf(span.endTime))];
    note('span', span.spanContext().traceId, ...times, span.name);
  }
  done({ code: 0 });
};

/** Notes how long asynchronous work took within the current trace. */
function timed<T>(kind: 'slot' | 'connection', work: () => Promise<T>): Promise<T> {
  const startMs = now();
  const id = traceId();
  return work().finally(() => {
    const endMs = now();
    if (endMs - startMs > 1) note(kind, id, rounded(startMs), rounded(endMs));
  });
}
const { acquire } = SlotQueue.prototype;
SlotQueue.prototype.acquire = function (turn) {
  return timed('slot', () => acquire.call(this, turn));
};
const { connect } = QueuedPool.prototype;
QueuedPool.prototype.connect = function (turn) {
  return timed('connection', () => connect.call(this, turn));
};

const NAMES_MAX = 2_000;
const names = new Map<string, string>();
/** The ORM writes values into its statements, so not each text is worth keeping. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = statementName(text);
  if (names.size < NAMES_MAX) names.set(text, name);
  return name;
}

interface Submitted {
  readonly text?: string;
  readonly submit?: unknown;
  callback?: (...values: unknown[]) => unknown;
}
const query = pg.Client.prototype.query as (...values: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, asked: string | Submitted, ...rest: unknown[]) {
  const startMs = now();
  const id = traceId();
  const name = nameOf(typeof asked === 'string' ? asked : (asked.text ?? ''));
  const { processID } = this as unknown as { processID: number };
  const end = () => note('statement', id, rounded(startMs), rounded(now()), processID, name);
  if (typeof asked === 'object' && asked.submit) {
    const { callback } = asked;
    asked.callback = (...values) => {
      end();
      return callback?.(...values);
    };
    return query.call(this, asked, ...rest);
  }
  const last = rest.at(-1);
  if (typeof last === 'function') {
    const callback = (...values: unknown[]) => {
      end();
      return last(...values);
    };
    return query.call(this, asked, ...rest.slice(0, -1), callback);
  }
  const result = query.call(this, asked, ...rest) as Promise<unknown>;
  result.then(end, end);
  return result;
} as typeof pg.Client.prototype.query;

const kinds: Readonly<Record<number, string>> = {
  1: 'young collection',
  2: 'minor mark-sweep',
  4: 'major collection',
  8: 'step of a major collection',
  16: 'weak callbacks',
};
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const { duration, startTime } = entry;
    const { kind } = (entry as unknown as { detail: { kind: number } }).detail;
    const startMs = performance.timeOrigin + startTime;
    note('gc', '-', rounded(startMs), rounded(startMs + duration), kinds[kind] ?? 'collection');
  }
}).observe({ entryTypes: ['gc'] });

const total = ({ system, user }: NodeJS.CpuUsage) => (user + system) / 1_000;
/** The processor time of the main thread, and of the process, in milliseconds. */
const usedMs = () => ({ main: total(process.threadCpuUsage()), whole: total(process.cpuUsage()) });
let dueMs = now() + LOOP_MS;
let before = usedMs();
setInterval(() => {
  const atMs = now();
  const used = usedMs();
  const main = used.main - before.main;
  const others = used.whole - before.whole - main;
  if (atMs - dueMs > BLOCKED_MS)
    note('loop', '-', rounded(dueMs), rounded(atMs), rounded(main), rounded(others));
  dueMs = atMs + LOOP_MS;
  before = used;
}, LOOP_MS).unref();
setInterval(() => {
  const { arrayBuffers, external, heapTotal, heapUsed, rss } = process.memoryUsage();
  const atMs = rounded(now());
  note(
    'memory',
    '-',
    atMs,
    atMs,
    rss,
    heapTotal,
    heapUsed,
    external,
    arrayBuffers,
    getHeapStatistics().malloced_memory,
  );
}, MEMORY_MS).unref();
setInterval(() => {
  if (lines.length === 0) return;
  writeSync(file, `${lines.join('\n')}\n`);
  lines = [];
}, FLUSH_MS).unref();
