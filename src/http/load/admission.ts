import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import type { Logger } from 'pino';
import { type AdmissionLimits, admissionLimits } from '../../config/limit-defaults.ts';
import { Problem } from '../../core/foundation/errors.ts';
import type { IdMaker } from '../../core/foundation/ids.ts';
import type { RequestKind } from '../../core/foundation/request-kind.ts';
import { peekBody } from '../requests/request-body.ts';
import { requestIdFor } from '../requests/request-log.ts';
import { problemBody, problemHeaders } from '../requests/responses.ts';

/** Created once, because capturing an error's stack is costly. */
const overloaded = Object.freeze(
  new Problem('overloaded', 'The service is busy. Try again shortly.', { retryAfterS: 1 }),
);

/** The kinds of requests that may be refused for load. */
export type RefusableKind = Exclude<RequestKind, 'money'>;

/** Interval of adapting the limit on reads. */
const WINDOW_MS = 100;
/** Reads handled at a time, even while the event loop is overloaded. */
const READS_MIN = 1;
/** After each window the limit is multiplied by this factor, or raised by this number. */
const REDUCTION = 0.8;
const READS_ADDED = 1;
/** Reads handled at a time without payments: more than their connections, so that no connection is idle. */
export const READS_MAX = 16;
/** How long reads stay limited after a payment. */
const MONEY_RECENT_MS = 5_000;
/** The share of the latest interval in the average time between two reads that end. */
const LATEST = 0.1;
/**
 * The fixed cost of a read beside the bytes of its response, in bytes: a page of 100 payments costs some hundred times
 * as much.
 */
const READ_BYTES = 1_000;
/** Refusals are counted, and logged this often. */
const LOG_EVERY_MS = 1_000;

/** A read that waits for its turn. */
interface Waiter {
  readonly merchantId: string;
  readonly grant: () => void;
}

/**
 * Keeps time free for payments: a payment needs many turns of the event loop, and each takes as long as the work before it.
 *
 * - Some reads are handled at a time, fewer while payments arrive and the event loop is busier than its target. The
 *   others wait. The merchant with the fewest response bytes so far is next, so that one merchant's long pages delay only
 *   its own reads.
 * - Reads, and commands other than payments, that would wait too long are refused before any work on them.
 */
export class Admission {
  readonly #expectedWaitMs: (kind: RequestKind) => number;
  readonly #limits: AdmissionLimits;
  readonly #timers: NodeJS.Timeout[];
  /** Reads that are handled or wait. */
  #reads = 0;
  #handled = 0;
  #handledMax = READS_MAX;
  readonly #waiting = new Set<Waiter>();
  /** The bytes and number of each merchant's reads, while any of them is running. */
  readonly #had = new Map<string, { bytes: number; reads: number }>();
  /** When a read last ended while others waited, or the first of them came. */
  #lastEndMs = 0;
  /** The average time between such ends: the delay that each waiting read causes the next. */
  #intervalMs = 0;
  #utilization: EventLoopUtilization = performance.eventLoopUtilization();
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

  /**
   * Waits until an admitted read of a merchant may be handled.
   *
   * @returns Nothing if it may at once.
   */
  turn(merchantId: string, res: ServerResponse): Promise<void> | undefined {
    if (res.destroyed) return undefined;
    const had = this.#had.get(merchantId) ?? { bytes: this.#leastHad(), reads: 0 };
    this.#had.set(merchantId, had);
    had.reads += 1;
    res.once('close', () => {
      had.bytes += READ_BYTES + Number(res.getHeader('content-length') ?? 0);
      had.reads -= 1;
      if (had.reads === 0) this.#had.delete(merchantId);
    });
    if (this.#handled < this.#handledMax) {
      this.#handle(res);
      return undefined;
    }
    return new Promise((resolve) => {
      const leave = () => {
        this.#waiting.delete(waiter);
        resolve();
      };
      const grant = () => {
        res.off('close', leave);
        this.#handle(res);
        leave();
      };
      const waiter = { merchantId, grant };
      if (this.#waiting.size === 0) this.#lastEndMs = performance.now();
      this.#waiting.add(waiter);
      res.once('close', leave);
    });
  }

  /** A read is handled until its response begins: the client decides how fast it reads the rest. */
  #handle(res: ServerResponse): void {
    let isHandled = true;
    const end = () => {
      if (!isHandled) return;
      isHandled = false;
      this.#handled -= 1;
      if (this.#waiting.size > 0) {
        const nowMs = performance.now();
        this.#intervalMs += LATEST * (nowMs - this.#lastEndMs - this.#intervalMs);
        this.#lastEndMs = nowMs;
      }
      this.#grant();
    };
    this.#handled += 1;
    whenItBegins(res, end);
    res.once('close', end);
  }

  /** Has reads handled that waited, as many as may be. */
  #grant(): void {
    while (this.#handled < this.#handledMax && this.#waiting.size > 0) {
      let next: Waiter | undefined;
      for (const waiter of this.#waiting) if (!next || this.#hadBy(waiter) < this.#hadBy(next)) next = waiter;
      next!.grant();
    }
  }

  #hadBy({ merchantId }: Waiter): number {
    return this.#had.get(merchantId)!.bytes;
  }

  /** A new merchant gets no credit for the earlier share of others. */
  #leastHad(): number {
    let least = Number.POSITIVE_INFINITY;
    for (const { bytes } of this.#had.values()) least = Math.min(least, bytes);
    return least === Number.POSITIVE_INFINITY ? 0 : least;
  }

  /** Whether to refuse a new request of this kind, with `overloaded`. */
  refuses(kind: RefusableKind): boolean {
    const { readBurst, readWaitMs, writeWaitMs } = this.#limits;
    if (kind === 'write') return this.#expectedWaitMs(kind) > writeWaitMs;
    const waitsMs = () => Math.max(this.#expectedWaitMs(kind), this.#waiting.size * this.#intervalMs);
    return this.#reads >= readBurst && waitsMs() > readWaitMs;
  }

  /** Counts a request that was refused. */
  noteRefusal(kind: RefusableKind): void {
    this.#refused[kind] += 1;
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
    const isFree = performance.now() - this.#lastMoneyMs > MONEY_RECENT_MS;
    if (isFree) this.#handledMax = READS_MAX;
    else if (percent <= this.#limits.eventLoopPercent)
      this.#handledMax = Math.min(READS_MAX, this.#handledMax + READS_ADDED);
    else this.#handledMax = Math.max(READS_MIN, Math.min(this.#handledMax, this.#handled) * REDUCTION);
    this.#grant();
  }

  #log(logger: Logger): void {
    const reads = this.#refused.read - this.#logged.read;
    const writes = this.#refused.write - this.#logged.write;
    if (reads + writes > 0) logger.warn({ reads, writes }, 'requests refused for load');
    this.#logged = { ...this.#refused };
  }
}

/** Calls back once the head of a response is written. */
function whenItBegins(res: ServerResponse, then: () => void): void {
  const writeHead = res.writeHead as (...head: unknown[]) => ServerResponse;
  res.writeHead = ((...head: unknown[]) => {
    then();
    return writeHead.apply(res, head);
  }) as ServerResponse['writeHead'];
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
