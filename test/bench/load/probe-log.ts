import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** A period of time; Unix times in milliseconds. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

export interface NamedSpan extends Span {
  readonly name: string;
}

/** A time in which the event loop was blocked. */
export interface Blocked extends Span {
  /** Processor time of the main thread meanwhile, in milliseconds: less if the machine ran something else. */
  readonly usedMs: number;
  /** That of the process's other threads: compilers and collectors of V8, compression. */
  readonly othersMs: number;
}

/** A statement, from when it was sent to its result. Those sent behind it on its connection wait for it. */
export interface ProbedStatement extends NamedSpan {
  /** The process of its session. */
  readonly pid: number;
}

/** What the service did for a request, a job or a webhook. */
export interface ProbedTrace {
  readonly spans: NamedSpan[];
  readonly statements: ProbedStatement[];
  readonly slots: Span[];
  readonly connections: Span[];
}

/** A process's memory at a time, in bytes. */
export interface MemorySample {
  readonly atMs: number;
  readonly resident: number;
  /** The heap as committed and as used. */
  readonly heapTotal: number;
  readonly heapUsed: number;
  readonly external: number;
  /** V8's own memory outside of the heap, such as its compilers'. */
  readonly malloced: number;
}

/** What a probe wrote. */
export interface ProbeLog {
  /** By identifier. */
  readonly traces: ReadonlyMap<string, ProbedTrace>;
  readonly jobs: readonly NamedSpan[];
  readonly collections: readonly NamedSpan[];
  /** Times in which the event loop was blocked. */
  readonly blocked: readonly Blocked[];
  readonly memory: readonly MemorySample[];
}

const JOB = /^job /;

/**
 * Reads a probe's file.
 *
 * @param period What ended before it, or began after, is left out.
 * @param wanted Which traces to keep besides jobs: all of a run do not fit into memory.
 */
export async function readProbe(
  file: string,
  period: Span,
  wanted: (traceId: string) => boolean,
): Promise<ProbeLog> {
  const traces = new Map<string, ProbedTrace>();
  const [jobs, collections, blocked, memory] = [[], [], [], []] as [
    NamedSpan[],
    NamedSpan[],
    Blocked[],
    MemorySample[],
  ];
  const traceOf = (id: string): ProbedTrace => {
    const trace = traces.get(id) ?? { spans: [], statements: [], slots: [], connections: [] };
    traces.set(id, trace);
    return trace;
  };
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [kind, id, start, end, ...rest] = line.split('\t') as [string, string, string, string, ...string[]];
    const span = { startMs: Number(start), endMs: Number(end) };
    if (span.endMs < period.startMs || span.startMs > period.endMs) continue;
    if (kind === 'gc') collections.push({ ...span, name: rest[0]! });
    else if (kind === 'loop') blocked.push({ ...span, usedMs: Number(rest[0]), othersMs: Number(rest[1]) });
    else if (kind === 'memory') memory.push(memoryOf(span.startMs, rest.map(Number)));
    else if (kind === 'span' && JOB.test(rest[0]!)) jobs.push({ ...span, name: rest[0]!.replace(JOB, '') });
    if (!wanted(id)) continue;
    if (kind === 'span') traceOf(id).spans.push({ ...span, name: rest[0]! });
    else if (kind === 'statement')
      traceOf(id).statements.push({ ...span, pid: Number(rest[0]), name: rest[1]! });
    else if (kind === 'slot') traceOf(id).slots.push(span);
    else if (kind === 'connection') traceOf(id).connections.push(span);
  }
  return { traces, jobs, collections, blocked, memory };
}

function memoryOf(atMs: number, values: readonly number[]): MemorySample {
  const [resident, heapTotal, heapUsed, external, , malloced] = values as number[];
  return {
    atMs,
    resident: resident!,
    heapTotal: heapTotal!,
    heapUsed: heapUsed!,
    external: external!,
    malloced: malloced!,
  };
}
