import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import type { Logger } from 'pino';
import { Problem } from '../../core/foundation/errors.ts';
import type { IdMaker } from '../../core/foundation/ids.ts';
import type { RequestKind } from '../../core/foundation/request-kind.ts';
import { peekBody } from '../front-door/peek-body.ts';
import { requestIdFor } from '../front-door/request-log.ts';
import { problemBody, problemHeaders } from '../front-door/responses.ts';

/** Limits on the load that requests are admitted at. */
export const admissionLimits = Object.freeze({
  /** Maximum expected wait of a read for the database, in milliseconds. */
  readWaitMs: 250,
  /** Reads in flight that are never refused for that wait: right after a start, few reads already take as long. */
  readBurst: 64,
  /** The same wait of a command other than a payment. */
  writeWaitMs: 1_000,
  /** Target utilisation of the event loop, in percent, while reads are refused and payments arrive. */
  eventLoopPercent: 85,
});

export type AdmissionLimits = { readonly [Name in keyof typeof admissionLimits]: number };

/** Created once, because capturing an error's stack is costly. */
const overloaded = Object.freeze(
  new Problem('overloaded', 'The service is busy. Try again shortly.', { retryAfterS: 1 }),
);

/** The kinds of requests that may be refused for load. */
export type RefusableKind = Exclude<RequestKind, 'money'>;

/** Interval of adapting the limit on reads. */
const WINDOW_MS = 100;
/** Reads admitted at a time, even while the event loop is overloaded. */
const READS_MIN = 4;
/** After each window the limit is multiplied by this factor, or raised by this number. */
const REDUCTION = 0.8;
const READS_ADDED = 2;
/** How long reads stay limited after a payment. */
const MONEY_RECENT_MS = 5_000;
/** Refusals are counted, and logged this often. */
const LOG_EVERY_MS = 1_000;

/**
 * Refuses requests that the service is too busy for, before any work on them: reads, and commands other than payments,
 * that would wait too long for the database. Once reads are refused while payments arrive, reads in flight are limited
 * too, so that the event loop keeps some time free: a payment needs many turns of it, and each takes as long as the
 * work before it. Without payments that limit would only help clients that retry at once: their refusals would keep the
 * event loop busy, and the limit at its minimum.
 */
export class Admission {
  readonly #expectedWaitMs: (kind: RequestKind) => number;
  readonly #limits: AdmissionLimits;
  readonly #timers: NodeJS.Timeout[];
  #reads = 0;
  #readsMax = Number.POSITIVE_INFINITY;
  #utilization: EventLoopUtilization = performance.eventLoopUtilization();
  #refusesReads = false;
  #lastMoneyMs = Number.NEGATIVE_INFINITY;
  readonly #refused = { read: 0, write: 0 };
  #logged = { read: 0, write: 0 };

  /** @param expectedWaitMs The expected wait of a new request for the database. */
  constructor(
    expectedWaitMs: (kind: RequestKind) => number,
    logger: Logger,
    overrides: Partial<AdmissionLimits> = {},
  ) {
    this.#expectedWaitMs = expectedWaitMs;
    this.#limits = { ...admissionLimits, ...overrides };
    this.#timers = [
      setInterval(() => this.#adapt(), WINDOW_MS).unref(),
      setInterval(() => this.#log(logger), LOG_EVERY_MS).unref(),
    ];
  }

  /**
   * Admits a request until its response is closed.
   *
   * @throws {Problem} `overloaded` if the service is too busy for a request of this kind.
   */
  admit(kind: RequestKind, res: ServerResponse): void {
    if (kind === 'money') {
      this.#lastMoneyMs = performance.now();
      return;
    }
    if (this.refuses(kind)) {
      this.noteRefusal(kind);
      throw overloaded;
    }
    if (kind !== 'read') return;
    this.#reads += 1;
    res.once('close', () => {
      this.#reads -= 1;
    });
  }

  /** Whether a request of this kind that comes now is to be refused, with `overloaded`. */
  refuses(kind: RefusableKind): boolean {
    const { readBurst, readWaitMs, writeWaitMs } = this.#limits;
    if (kind === 'write') return this.#expectedWaitMs(kind) > writeWaitMs;
    if (this.#reads >= this.#readsMax) return true;
    return this.#reads >= readBurst && this.#expectedWaitMs(kind) > readWaitMs;
  }

  /** Counts a request that was refused. */
  noteRefusal(kind: RefusableKind): void {
    this.#refused[kind] += 1;
    this.#refusesReads ||= kind === 'read';
  }

  /** The number of refused requests. */
  get refusals(): Readonly<Record<RefusableKind, number>> {
    return { ...this.#refused };
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  #adapt(): void {
    const before = this.#utilization;
    this.#utilization = performance.eventLoopUtilization();
    const percent = 100 * performance.eventLoopUtilization(this.#utilization, before).utilization;
    const isFree = !this.#refusesReads || performance.now() - this.#lastMoneyMs > MONEY_RECENT_MS;
    if (isFree) this.#readsMax = Number.POSITIVE_INFINITY;
    else if (percent <= this.#limits.eventLoopPercent) this.#readsMax += READS_ADDED;
    else this.#readsMax = Math.max(READS_MIN, Math.min(this.#readsMax, this.#reads) * REDUCTION);
    this.#refusesReads = false;
  }

  #log(logger: Logger): void {
    const reads = this.#refused.read - this.#logged.read;
    const writes = this.#refused.write - this.#logged.write;
    if (reads + writes > 0) logger.warn({ reads, writes }, 'requests refused for load');
    this.#logged = { ...this.#refused };
  }
}

/** Dependencies of the early refusal. */
export interface EarlyRefusals {
  readonly admission: Pick<Admission, 'refuses' | 'noteRefusal'>;
  readonly ids: IdMaker;
  /** The path of the GraphQL endpoint, and its body for a problem. */
  readonly graphql: {
    readonly path: string;
    readonly body: (problem: Problem, requestId: string) => unknown;
  };
}

/**
 * Refuses reads that {@link Admission} would refuse, before the application handles them: at several times the load it
 * carries, the service would otherwise spend most of its time on refusals. It takes only requests that are certain to
 * be reads; the application decides on any other.
 */
export function refuseEarly(listener: RequestListener, parts: EarlyRefusals): RequestListener {
  const { admission, graphql } = parts;
  return (req, res) => {
    // Sessions have cookies, and pages of other origins need CORS headers.
    const isKeyed = req.headers['api-key'] !== undefined && req.headers.origin === undefined;
    if (!isKeyed || !admission.refuses('read')) listener(req, res);
    else if (req.method === 'GET' && !isGraphql(req, graphql.path) && !req.url!.startsWith('/health/'))
      refuse(req, res, parts, problemBody);
    else if (req.method === 'POST' && isGraphql(req, graphql.path)) {
      const refuseIt = () => refuse(req, res, parts, graphql.body);
      peekBody(
        req,
        (body) => (isQuery(body) ? refuseIt : null),
        () => listener(req, res),
      );
    } else listener(req, res);
  };
}

const isGraphql = ({ url }: IncomingMessage, path: string) =>
  url!.startsWith(path) && (url!.length === path.length || url![path.length] === '?');

/** A document with an operation that is no query names its kind. An escape sequence could hide the name. */
const isQuery = (body: Buffer) => !['mutation', 'subscription', '\\u'].some((word) => body.includes(word));

function refuse(
  req: IncomingMessage,
  res: ServerResponse,
  { admission, ids }: EarlyRefusals,
  bodyOf: (problem: Problem, requestId: string) => unknown,
): void {
  admission.noteRefusal('read');
  const requestId = requestIdFor(req, ids);
  // Head and body as one string take a single write.
  const body = JSON.stringify(bodyOf(overloaded, requestId));
  res.writeHead(overloaded.status, problemHeaders(overloaded, requestId, Buffer.byteLength(body)));
  res.end(body);
}
