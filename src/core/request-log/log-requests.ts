import { setImmediate as turn } from 'node:timers/promises';
import type { Context } from '../foundation/context.ts';
import { packText } from '../foundation/packed-text.ts';
import type { Row } from '../foundation/transaction.ts';
import { actorIn } from '../writes/outbox/audit-log.ts';
import { CONTENT_MAX, concealed, concealedPath, concealedWord } from './conceal.ts';
import { type Shape, unknown } from './shapes.ts';
import { withPlainNames } from './texts.ts';

/** The logged requests: none; writes and refused requests; all. */
export type RequestLogLevel = 'off' | 'writes' | 'all';

/** An answered request, with its content as sent. */
export interface SeenRequest {
  readonly ctx: Context;
  readonly api: 'rest' | 'graphql';
  readonly method: string;
  readonly path: string;
  /** The pattern of its route; null without a matching route. */
  readonly route: string | null;
  readonly operation: string | null;
  readonly status: number;
  readonly errorCode: string | null;
  readonly idempotencyKey: string | null;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly query: object;
  readonly content: () => RequestContent;
  /** The text of the response; null unless it is JSON. */
  readonly response: string | null;
}

/** The content of a request, with its shape and that of its response. */
export interface RequestContent {
  readonly body: unknown;
  readonly shapes: RequestShapes;
  /** GraphQL only: the document without values. */
  readonly document?: string;
}

/** The shapes of a request and its response. */
export interface RequestShapes {
  readonly query: Shape;
  readonly body: Shape;
  readonly response: Shape;
}

/** The shapes of requests without a description. */
export const unknownShapes: RequestShapes = { query: unknown, body: unknown, response: unknown };

const FLUSH_MS = 1_000;
/**
 * Maximum number of requests waiting to be written. More wait only while the database does not respond; they are not
 * logged.
 */
const WAITING_MAX = 5_000;
/** Rows per statement. */
const BATCH_MAX = 50;
/** Longer texts are not parsed only to find that the content is too large. */
const PARSED_MAX = 64 * 1024;

const columns = `merchant_id, log_id, request_id, api, method, path, operation, status, error_code, actor_type, actor_id,
  address, idempotency_key, duration_ms, query, request, response, created_at`;
const text = `insert into request_log (${columns})
  select ${columns} from jsonb_populate_recordset(null::request_log, $1::jsonb)
  returning 1`;

/**
 * Writes requests to the request log in batches, so that no request waits for it. A crash loses about a second of
 * requests.
 */
export class RequestLog {
  readonly level: RequestLogLevel;
  readonly #ctx: Context;
  readonly #onError: (error: unknown) => void;
  #waiting: SeenRequest[] = [];
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(level: RequestLogLevel, ctx: Context, onError: (error: unknown) => void) {
    this.level = level;
    this.#ctx = ctx;
    this.#onError = onError;
  }

  /** Queues a request of a merchant's caller; it is written within about a second. */
  readonly take = (request: SeenRequest): void => {
    if (this.#waiting.length < WAITING_MAX) this.#waiting.push(request);
    else this.#dropped += 1;
    this.#timer ??= setTimeout(() => void this.drain(), FLUSH_MS).unref();
  };

  /** Writes the queued requests. Never rejects. */
  drain(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write()).catch(this.#onError);
    return this.#writing;
  }

  async #write(): Promise<void> {
    if (this.#dropped > 0) this.#onError(new Error(`${this.#dropped} requests were not logged.`));
    this.#dropped = 0;
    while (this.#waiting.length > 0) {
      const rows: Row[] = [];
      for (const request of this.#waiting.splice(0, BATCH_MAX)) {
        rows.push(this.#row(request));
        // Requests that came meanwhile go before the next row: all rows at once would delay them by as much as 50 take.
        await turn();
      }
      await this.#insert(rows).catch((error: unknown) => this.#insertByMerchant(rows, error));
    }
  }

  async #insert(rows: readonly Row[]): Promise<void> {
    const touches = { writes: ['request_log'] };
    await this.#ctx.rows.query({ text, values: [JSON.stringify(rows)], touches }, null);
  }

  /** If one merchant's rows cannot be written, such as on a lost node, the others' are still written. */
  async #insertByMerchant(rows: readonly Row[], refused: unknown): Promise<void> {
    const merchants = Map.groupBy(rows, (row) => row.merchant_id);
    if (merchants.size === 1) throw refused;
    for (const of of merchants.values()) await this.#insert(of).catch(this.#onError);
  }

  #row({ content, ctx, response, ...request }: SeenRequest): Row {
    const { actor_id, actor_type } = actorIn(ctx.caller);
    const isCustomers = actor_type === 'publishable_key' || actor_type === 'ephemeral_key';
    const { body, document, shapes } = content();
    return {
      merchant_id: ctx.merchantId,
      log_id: this.#ctx.ports.ids.make('rlog'),
      request_id: ctx.requestId,
      api: request.api,
      method: request.method,
      path: concealedPath(request.path, request.route),
      operation: request.operation === null ? null : withPlainNames(request.operation.slice(0, 100)),
      status: request.status,
      error_code: request.errorCode,
      actor_type,
      actor_id,
      address: isCustomers ? null : ctx.client?.address || null,
      idempotency_key: concealedWord(request.idempotencyKey),
      duration_ms: Math.round(request.durationMs),
      query: limited(Object.keys(request.query).length > 0 ? concealed(request.query, shapes.query) : null),
      request: packed(limited(requestOf(concealed(body, shapes.body), document))),
      response: packed(limited(concealed(parsed(response), shapes.response, { nulls: false }))),
      created_at: request.startedAt.toISOString(),
    };
  }
}

/** The body, for GraphQL with its document; null without one. */
function requestOf(body: unknown, document: string | undefined): unknown {
  if (document !== undefined) {
    return document.length > CONTENT_MAX ? null : { query: withPlainNames(document), variables: body };
  }
  const isEmpty =
    body === undefined || (typeof body === 'object' && body !== null && Object.keys(body).length === 0);
  return isEmpty ? null : body;
}

const limited = (content: unknown): unknown =>
  JSON.stringify(content ?? null).length <= CONTENT_MAX ? content : null;

/** Shorter JSON of an object or a list hardly shrinks. */
const PACKED_MIN = 150;

/** Content as it is stored: packed, as a payment takes a third of its bytes then. */
function packed(content: unknown): unknown {
  if (content === null || content === undefined) return null;
  const json = JSON.stringify(content);
  return typeof content === 'object' && json.length < PACKED_MIN ? content : packText(json);
}

function parsed(text: string | null): unknown {
  if (text === null || text.length > PARSED_MAX) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
