import type { SentRequest } from './day.ts';
import type { Blocked, NamedSpan, ProbedStatement, ProbedTrace, ProbeLog, Span } from './probe-log.ts';
import type { SessionSample, SessionSamples } from './sessions.ts';

/** A slow request, with where its time went. */
export interface Explained {
  /** The cause with the most time. */
  readonly cause: string;
  /** Milliseconds by cause; their sum is the whole time. */
  readonly byCause: ReadonlyMap<string, number>;
  /** The jobs that ran during it. */
  readonly jobs: readonly string[];
}

/** The time between two looks at what a request waited for, in milliseconds. */
const STEP_MS = 1;

/** A blocked event loop that ran for less than this share of the time was not what the processor was busy with. */
const RUNS_MIN = 0.5;

const within = (ms: number) => (span: Span) => span.startMs <= ms && ms < span.endMs;
const overlaps = (one: Span, other: Span) => one.startMs < other.endMs && other.startMs < one.endMs;

/** Explains requests by what the service and PostgreSQL did meanwhile. */
export class Causes {
  readonly #log: ProbeLog;
  readonly #ticksMs: readonly number[];
  readonly #byTick: ReadonlyMap<number, readonly SessionSample[]>;

  constructor(log: ProbeLog, { samples, ticksMs }: SessionSamples) {
    this.#log = log;
    this.#ticksMs = ticksMs;
    this.#byTick = Map.groupBy(samples, ({ atMs }) => atMs);
  }

  /** Gives each moment of a request one cause. */
  explain(request: SentRequest): Explained {
    const { doneMs, dueMs, traceId } = request;
    const whole = { startMs: dueMs, endMs: doneMs };
    const near = <Of extends Span>(spans: readonly Of[]) => spans.filter((span) => overlaps(span, whole));
    const meanwhile = {
      trace: this.#log.traces.get(traceId),
      collections: near(this.#log.collections),
      blocked: near(this.#log.blocked),
    };
    const byCause = new Map<string, number>();
    for (let atMs = dueMs; atMs < doneMs; atMs += STEP_MS) {
      const cause = this.#causeAt(atMs + STEP_MS / 2, request, meanwhile);
      byCause.set(cause, (byCause.get(cause) ?? 0) + Math.min(STEP_MS, doneMs - atMs));
    }
    const [cause = 'nothing'] = [...byCause].reduce<[string?, number?]>(
      (most, each) => (each[1] > (most[1] ?? 0) ? each : most),
      [],
    );
    return { cause, byCause, jobs: [...new Set(near(this.#log.jobs).map(({ name }) => name))] };
  }

  #causeAt(
    atMs: number,
    { sentMs }: SentRequest,
    {
      blocked,
      collections,
      trace,
    }: { blocked: Blocked[]; collections: NamedSpan[]; trace: ProbedTrace | undefined },
  ): string {
    const isNow = within(atMs);
    if (atMs < sentMs) return "the load's own generator was late";
    const collection = collections.find(isNow);
    if (collection) return `garbage collection: ${collection.name}`;
    const block = blocked.find(isNow);
    if (block) {
      const most = RUNS_MIN * (block.endMs - block.startMs);
      if (block.usedMs < most)
        return block.othersMs < most
          ? 'the service did not get the processor'
          : 'other threads of the service had the processor (compilers, collectors)';
      const job = this.#log.jobs.find(isNow);
      return job ? `event loop blocked while job ${job.name} ran` : 'event loop blocked';
    }
    if (!trace) return 'no trace of it';
    const statement = currentOf(trace.statements, atMs);
    if (statement) return this.#waitOf(statement, atMs);
    if (trace.slots.some(isNow)) return 'waited for a free connection';
    if (trace.connections.some(isNow)) return 'a connection was opened';
    const serving = trace.spans.filter(isNow);
    const call = serving.find(({ name }) => kindOf(name) === 'call');
    if (call) return `connector call: ${call.name}`;
    if (serving.length > 0) return "the service's own work, or its turn on the event loop";
    const isBefore = trace.spans.every(({ startMs }) => atMs < startMs);
    return isBefore ? 'sent, and not yet read by the service' : 'answered, and not yet read by the generator';
  }

  /** What a statement waits for: by the sample of its session nearest to the time, if one was taken during it. */
  #waitOf(statement: ProbedStatement, atMs: number): string {
    const tickMs = nearest(this.#ticksMs, atMs);
    if (tickMs === undefined || !within(tickMs)(statement)) return `statement: ${statement.name}`;
    const sample = this.#byTick.get(tickMs)?.find(({ pid }) => pid === statement.pid);
    if (!sample) return 'a result that the event loop had not read, or a statement on its way';
    const { waitsFor } = sample;
    if (waitsFor === null) return `PostgreSQL computed: ${statement.name}`;
    if (/wal/i.test(waitsFor)) return 'WAL flush';
    if (waitsFor.startsWith('Lock ')) return `row lock: ${statement.name}`;
    if (waitsFor.startsWith('Client ')) return 'PostgreSQL waited for the service';
    return `PostgreSQL waited for ${waitsFor}`;
  }
}

/** Statements sent together on one connection run one after the other: the first that has not ended is running. */
const currentOf = (statements: readonly ProbedStatement[], atMs: number): ProbedStatement | undefined =>
  statements
    .filter(within(atMs))
    .reduce<ProbedStatement | undefined>(
      (first, each) => (first && first.endMs <= each.endMs ? first : each),
      undefined,
    );

/** The kind of a span, by the names that `src/telemetry/traces.ts` gives. */
function kindOf(name: string): 'request' | 'operation' | 'call' {
  if (/^(GET|HEAD|POST|DELETE|OPTIONS|other) /.test(name)) return 'request';
  return /^(query|mutation|subscription) /.test(name) ? 'operation' : 'call';
}

/** The element of sorted numbers that is nearest to one. */
function nearest(sorted: readonly number[], to: number): number | undefined {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < to) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [sorted[low - 1], sorted[low]];
  if (before === undefined || after === undefined) return before ?? after;
  return to - before <= after - to ? before : after;
}
