import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../../core/foundation/caller.ts';
import { Problem } from '../../core/foundation/errors.ts';
import type { KeyAuthentication } from '../../http/authentication.ts';
import { closings, tooManyConnections } from './close-codes.ts';
import type { Connection } from './connection.ts';
import type { Counts } from './counts.ts';
import type { SubscriptionLimits } from './limits.ts';

/** What all sessions of a process share. */
export interface SessionParts extends KeyAuthentication {
  readonly limits: SubscriptionLimits;
  readonly connections: Counts;
  readonly onError: (error: unknown) => void;
}

/**
 * A connection and whose it is. The key comes with the first message, as browsers cannot set headers here, or in the
 * header `api-key`. It is never sent by a browser of its own accord, as a cookie would be, so a page of another origin
 * has nobody's rights to borrow, and the origin need not be checked.
 */
export class SubscriptionSession {
  readonly requestId: string;
  readonly connection: Connection;
  readonly openedMs = performance.now();
  /** How many subscriptions it has, and how many it has had. */
  subscriptions = 0;
  subscribed = 0;
  /** The identifiers, given by the client, of operations from before they begin until nothing is left of them. */
  readonly operations = new Set<string>();
  readonly #headers: IncomingHttpHeaders;
  readonly #parts: SessionParts;
  #caller: Caller | null = null;
  #keyCheck: NodeJS.Timeout | undefined;

  constructor(connection: Connection, requestId: string, headers: IncomingHttpHeaders, parts: SessionParts) {
    this.connection = connection;
    this.requestId = requestId;
    this.#headers = headers;
    this.#parts = parts;
  }

  /** Who is calling, once they have shown their key. */
  get caller(): Caller | null {
    return this.#caller;
  }

  /** Lets the caller in whose key it is, or closes the connection without a word about why. */
  async begin(params: Readonly<Record<string, unknown>> | undefined): Promise<boolean> {
    const key = [params?.['api-key'], params?.apiKey, this.#headers['api-key']].find(
      (given) => typeof given === 'string' && given !== '',
    ) as string | undefined;
    const caller = await this.#whose(key);
    // It may have gone by now; then nobody would give back what it takes.
    if (!caller || !this.connection.isOpen) return false;
    if (caller.kind === 'publishable_key') return false;
    const { connections, limits } = this.#parts;
    if (!connections.take(keyOf(caller))) {
      this.connection.end(tooManyConnections(limits.connectionsPerKey));
      return false;
    }
    this.#caller = caller;
    this.#keyCheck = setInterval(() => void this.#checkAgain(key), limits.keyCheckMs);
    return true;
  }

  end(): void {
    clearInterval(this.#keyCheck);
    if (this.#caller) this.#parts.connections.giveBack(keyOf(this.#caller));
  }

  async #whose(key: string | undefined): Promise<Caller | null> {
    try {
      return await this.#parts.authenticate(key);
    } catch (error) {
      if (!isRefusal(error)) this.connection.end(closings.unavailable);
      return null;
    }
  }

  /** A key that was revoked, or whose time is over, ends what was begun with it; a failure to look does not. */
  async #checkAgain(key: string | undefined): Promise<void> {
    try {
      await this.#parts.authenticate(key);
    } catch (error) {
      if (isRefusal(error)) this.connection.end(closings.forbidden);
      else this.#parts.onError(error);
    }
  }
}

const isRefusal = (error: unknown) => error instanceof Problem && error.code === 'invalid_api_key';

/** What a key is counted under. */
export function keyOf(caller: Caller): string {
  return caller.kind === 'api_key' ? JSON.stringify([caller.merchantId, caller.keyId]) : caller.kind;
}
