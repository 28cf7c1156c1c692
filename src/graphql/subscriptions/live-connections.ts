import { isDeepStrictEqual } from 'node:util';
import type { GraphQLError, GraphQLFormattedError, GraphQLSchema } from 'graphql';
import type { SubscribePayload } from 'graphql-ws';
import type { Logger } from 'pino';
import { type Caller, requireKind } from '../../core/foundation/context.ts';
import { Problem, type ProblemCode } from '../../core/foundation/errors.ts';
import { EVERY_MERCHANT, type RowSource } from '../../core/reads/index.ts';
import type { Credentials, LiveAuthentication } from '../../http/front-door/caller.ts';
import {
  keyOf,
  noPlace,
  Quota,
  type SubscriptionLimits,
  subscriptionLimits,
  tooManyConnections,
} from '../../http/load/live-connection-limits.ts';
import { Feeds, type OnUpdates } from '../feeds/feeds.ts';
import { readers } from '../kit/context.ts';
import { type ErrorListener, reportingErrorFormat } from '../kit/errors.ts';
import { closings, type KeyState, type LiveConnection } from './live-connection.ts';
import { type Started, subscribe } from './subscribe.ts';

/** Receives the merchants whose API keys changed; null, meaning any, if some may have been missed. */
export type KeyChangesListener = (merchantIds: ReadonlySet<string> | null) => void;

export interface LiveConnectionsParts extends LiveAuthentication {
  readonly schema: GraphQLSchema;
  readonly rows: RowSource;
  readonly onUpdates: OnUpdates;
  /** Subscribes to changes of API keys; returns the unsubscribe function. */
  readonly onKeyChanges: (listener: KeyChangesListener) => () => void;
  readonly now: () => Date;
  readonly logger: Logger;
  readonly onError: ErrorListener;
  /** Overrides of {@link subscriptionLimits}. */
  readonly limits?: Partial<SubscriptionLimits> | undefined;
}

/** The clients that follow updates, over any transport: who may, how many, and for how long. */
export class LiveConnections {
  readonly limits: SubscriptionLimits;
  readonly #parts: LiveConnectionsParts;
  readonly #feeds: Feeds;
  readonly #perKey: Quota;
  readonly #subscriptions: Quota;
  readonly #admitted = new Set<LiveConnection>();
  readonly #format: (raw: unknown, requestId: string) => GraphQLFormattedError;
  #ignoreKeyChanges: (() => void) | undefined;

  constructor(parts: LiveConnectionsParts) {
    this.limits = { ...subscriptionLimits, ...parts.limits };
    this.#parts = parts;
    this.#feeds = new Feeds(parts);
    this.#perKey = new Quota(this.limits.connectionsPerKey);
    this.#subscriptions = new Quota(this.limits.subscriptionsPerKey);
    this.#format = reportingErrorFormat(parts.schema, parts.onError);
  }

  /** The number of connections. */
  get size(): number {
    return this.#admitted.size;
  }

  /** Whether there are as many connections as allowed. */
  get isFull(): boolean {
    return this.#admitted.size >= this.limits.connections;
  }

  /**
   * Authenticates a connection, and counts it until it closes.
   *
   * @throws {Problem} As {@link LiveAuthentication.authenticate}; `wrong_key_kind`; `rate_limited` also if the key has as
   * many connections as it may; `overloaded` if all of them together are too many.
   */
  async admit(connection: LiveConnection, credentials: Credentials): Promise<void> {
    const { authenticate } = this.#parts;
    const { connectionsPerKey, keyCheckMs } = this.limits;
    const { address, transport } = connection;
    const caller = await authenticate(credentials, address);
    requireKind(caller, readers);
    // A connection that closed meanwhile must not count against the quota: nothing would release its place.
    if (!transport.isOpen) return;
    if (this.isFull) throw noPlace();
    const counted = keyOf(caller);
    if (!this.#perKey.take(counted)) throw tooManyConnections(connectionsPerKey);
    this.#admitted.add(connection);
    this.#ignoreKeyChanges ??= this.#parts.onKeyChanges((merchantIds) => this.#checkKeys(merchantIds));
    connection.caller = caller;
    connection.checkKey = () => this.#checkKey(connection, credentials);
    const keyCheck = setInterval(connection.checkKey, keyCheckMs);
    transport.once('close', () => {
      clearInterval(keyCheck);
      this.#admitted.delete(connection);
      this.#perKey.release(counted);
    });
  }

  /** Starts a subscription of an admitted connection, or returns the errors that prevent it. */
  subscribe(
    connection: LiveConnection,
    id: string,
    payload: SubscribePayload,
  ): Promise<Started | readonly GraphQLError[]> {
    const { limits } = this;
    const parts = { ...this.#parts, limits, feeds: this.#feeds, subscriptions: this.#subscriptions };
    return subscribe(parts, connection, id, payload);
  }

  /** Errors as the client of a connection gets them. */
  formatted(errors: readonly unknown[], { requestId }: LiveConnection): GraphQLFormattedError[] {
    return errors.map((error) => {
      const { extensions, ...rest } = this.#format(error, requestId);
      return { ...rest, extensions: { ...extensions, request_id: requestId } };
    });
  }

  /** Logs the end of a connection in one line, which never contains its subscriptions. */
  logEnd(connection: LiveConnection, transport: string, closeCode: number | null): void {
    const { caller, openedMs, requestId, startedSubscriptions } = connection;
    const line = {
      request_id: requestId,
      transport,
      close_code: closeCode,
      subscriptions: startedSubscriptions,
      duration_ms: Math.round(performance.now() - openedMs),
      key_kind: caller?.kind ?? null,
      merchant_id: caller && 'merchantId' in caller ? caller.merchantId : null,
    };
    this.#parts.logger.info(line, 'live connection ended');
  }

  /** Stops reading updates. The transports end their connections. */
  stop(): void {
    this.#ignoreKeyChanges?.();
    this.#feeds.stop();
  }

  #checkKeys(merchantIds: ReadonlySet<string> | null): void {
    for (const { caller, checkKey } of this.#admitted) {
      const isChecked =
        caller?.kind === 'api_key' || caller?.kind === 'person' || caller?.kind === 'admin_key';
      if (!isChecked) continue;
      const owner = caller.kind === 'admin_key' ? EVERY_MERCHANT : caller.merchantId;
      if (merchantIds === null || merchantIds.has(owner)) void checkKey();
    }
  }

  /**
   * Ends the connections of a key or session that is revoked, expired or no longer allowed here, or whose permissions
   * changed: subscriptions are checked only when they start. If the check itself fails, connections stay open.
   */
  async #checkKey(connection: LiveConnection, credentials: Credentials): Promise<KeyState> {
    try {
      const caller = await this.#parts.reauthenticate(credentials, connection.address);
      if (isDeepStrictEqual(accessOf(caller), connection.caller && accessOf(connection.caller)))
        return 'valid';
      connection.end(closings.permissionsChanged);
      return 'invalid';
    } catch (error) {
      if (!isInvalidKey(error)) {
        this.#parts.onError(error);
        return 'unknown';
      }
      connection.end(closings.forbidden);
      return 'invalid';
    }
  }
}

/** The parts of a caller that determine its permissions. */
const accessOf = (caller: Caller) => ('permissions' in caller ? (caller.permissions ?? null) : null);

/** Codes that refuse a key or session permanently, or at this address. */
const refused: ReadonlySet<ProblemCode> = new Set([
  'invalid_api_key',
  'session_ended',
  'address_not_allowed',
  // The person does not belong to the merchant account any more.
  'resource_not_found',
  'second_factor_required',
]);

const isInvalidKey = (error: unknown) => error instanceof Problem && refused.has(error.code);
