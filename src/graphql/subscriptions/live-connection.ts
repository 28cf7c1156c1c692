import type { Caller } from '../../core/foundation/context.ts';
import type { Problem } from '../../core/foundation/errors.ts';

/**
 * Why the service ends a connection, as WebSocket close codes. Clients are expected to reconnect after 1001 and 1013,
 * and to give up after the others.
 */
export const closings = Object.freeze({
  goingAway: [1001, 'Going away. Reconnect and resume after the last cursor.'],
  tooSlow: [1013, 'Messages were read too slowly. Reconnect and resume after the last cursor.'],
  unavailable: [1013, 'The API key cannot be checked at the moment. Reconnect shortly.'],
  permissionsChanged: [1013, 'The permissions have changed. Reconnect and subscribe again.'],
  crowded: [1013, 'Too many connections without a key. Reconnect and send the key at once.'],
  full: [1013, 'No more connections can be accepted at the moment. Reconnect shortly.'],
  badMessage: [4400, 'Invalid message received'],
  forbidden: [4403, 'Forbidden'],
  identifierInUse: [4409, 'The operation identifier is still in use. Choose a new identifier.'],
  internalError: [4500, 'Something went wrong on our side.'],
} as const);

export type Closing = readonly [code: number, reason: string];

/** The close code for a connection that a limit refuses. A close reason has room for 123 bytes. */
export const rateLimitedClosing = ({ code, message }: Problem): Closing => [4429, `${code}: ${message}`];

/** Whether a key still holds; `unknown` if it cannot be checked at the moment. */
export type KeyState = 'valid' | 'invalid' | 'unknown';

/** How a client is connected: over a WebSocket, or by an event stream. */
export interface Transport {
  /** False once it is closed, or is being closed. */
  readonly isOpen: boolean;
  end(closing: Closing): void;
  once(event: 'close', listener: () => void): unknown;
}

/** A client that follows updates, over any transport. */
export class LiveConnection {
  readonly openedMs = performance.now();
  readonly transport: Transport;
  readonly requestId: string;
  readonly address: string;
  /** Whose key it is; null until the client has authenticated. */
  caller: Caller | null = null;
  /** Checks the key again, and ends the connection if it no longer holds. Set with the caller. */
  checkKey: () => Promise<KeyState> = async () => 'invalid';
  /** Active subscriptions, and all that were started. */
  activeSubscriptions = 0;
  startedSubscriptions = 0;
  /** Client-chosen identifiers of the operations that are being started, active, or being ended. */
  readonly operations = new Set<string>();

  constructor(transport: Transport, requestId: string, address: string) {
    this.transport = transport;
    this.requestId = requestId;
    this.address = address;
  }

  end(closing: Closing): void {
    this.transport.end(closing);
  }
}
