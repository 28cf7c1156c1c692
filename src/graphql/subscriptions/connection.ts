import { WebSocket } from 'ws';
import type { Caller } from '../../core/foundation/context.ts';
import type { Problem } from '../../core/foundation/errors.ts';
import type { SubscriptionLimits } from './limits.ts';

/**
 * Close codes with their reasons. Client libraries reconnect by themselves after 1001 and 1013, and give up after the
 * others.
 */
export const closings = Object.freeze({
  goingAway: [1001, 'Going away. Reconnect and resume after the last cursor.'],
  tooSlow: [1013, 'Messages were read too slowly. Reconnect and resume after the last cursor.'],
  unavailable: [1013, 'The API key cannot be checked at the moment. Reconnect shortly.'],
  crowded: [1013, 'Too many connections without a key. Reconnect and send the key at once.'],
  full: [1013, 'No more connections can be accepted at the moment. Reconnect shortly.'],
  badMessage: [4400, 'Invalid message received'],
  forbidden: [4403, 'Forbidden'],
  identifierInUse: [4409, 'The operation identifier is still in use. Choose a new identifier.'],
  internalError: [4500, 'Something went wrong on our side.'],
} as const);

export type Closing = readonly [code: number, reason: string];

/** The close code for a key that has as many connections as it may have. */
export const tooManyConnections = (max: number): Closing => [
  4429,
  `rate_limited: an API key may have ${max} connections per process. Close one first.`,
];

/** The close code for an address that has too many keys refused. A close reason has room for 123 bytes. */
export const tooManyRefusedKeys = ({ code, message }: Problem): Closing => [4429, `${code}: ${message}`];

/** Whether a key still holds; `unknown` if it cannot be checked at the moment. */
export type KeyState = 'valid' | 'invalid' | 'unknown';

/** A client's WebSocket. Disconnects a client that reads too slowly instead of buffering without bound. */
export class Connection extends WebSocket {
  readonly openedMs = performance.now();
  // Set by the server before it hands the connection over: ws itself calls the constructor.
  requestId = '';
  limits!: SubscriptionLimits;
  /** Whose key it is; null until the client has authenticated. */
  caller: Caller | null = null;
  /** Checks the key again, and ends the connection if it no longer holds. Set with the caller. */
  checkKey: () => Promise<KeyState> = async () => 'invalid';
  /** Where it comes from, as limits count it. */
  address = '';
  /** Whether the client has sent a key, which may be invalid. */
  hasShownKey = false;
  /** Active subscriptions, and all that were started. */
  activeSubscriptions = 0;
  startedSubscriptions = 0;
  /** Client-chosen identifiers of the operations that are being started, active, or being ended. */
  readonly operations = new Set<string>();
  /** The code this side closed with. Peers that had to be cut off report 1006 instead. */
  closedWith: number | null = null;

  override send(data: Parameters<WebSocket['send']>[0], sent?: unknown): void {
    const stalled = setTimeout(() => this.end(closings.tooSlow), this.limits.stallMs);
    super.send(data, () => {
      clearTimeout(stalled);
      // A failure to send needs no handling: the connection closes as well.
      if (typeof sent === 'function') sent();
    });
    if (this.bufferedAmount > this.limits.backlogBytes) this.end(closings.tooSlow);
  }

  override close(code?: number, reason?: string | Buffer): void {
    this.closedWith ??= code ?? null;
    super.close(code, reason);
  }

  end([code, reason]: Closing): void {
    this.close(code, reason);
  }

  /** Ends the connection without waiting for the peer to close it too. */
  cutOff(closing: Closing): void {
    this.end(closing);
    this.terminate();
  }
}
