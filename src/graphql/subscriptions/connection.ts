import type { WebSocket as ProtocolSocket } from 'graphql-ws';
import { WebSocket } from 'ws';
import { type Closing, closings } from './close-codes.ts';
import type { SubscriptionLimits } from './limits.ts';

/**
 * A WebSocket as the protocol sees it: it is asked now and then whether its peer is still there, and whoever does not
 * read what is sent is sent away instead of being waited for.
 */
export class Connection implements ProtocolSocket {
  readonly protocol: string;
  readonly #socket: WebSocket;
  readonly #limits: SubscriptionLimits;
  readonly #onError: (error: unknown) => void;
  readonly #keepAlive: NodeJS.Timeout;
  #isAnswering = true;
  #closing: NodeJS.Timeout | undefined;
  #endedWith: number | null = null;

  constructor(socket: WebSocket, limits: SubscriptionLimits, onError: (error: unknown) => void) {
    this.protocol = socket.protocol;
    this.#socket = socket;
    this.#limits = limits;
    this.#onError = onError;
    this.#keepAlive = setInterval(() => this.#askForLife(), limits.keepAliveMs);
    socket.on('pong', () => {
      this.#isAnswering = true;
    });
    // What is wrong with a peer's frames is answered by the library, which closes the connection too.
    socket.on('error', () => {});
    socket.once('close', () => {
      clearInterval(this.#keepAlive);
      clearTimeout(this.#closing);
    });
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  /** Resolves once the message has left for the client: a subscription shows nothing more before that. */
  send(data: string): Promise<void> {
    if (!this.isOpen) return Promise.resolve();
    return new Promise((resolve) => {
      const stalled = setTimeout(() => this.end(closings.tooSlow), this.#limits.stallMs);
      this.#socket.send(data, () => {
        clearTimeout(stalled);
        resolve();
      });
      if (this.#socket.bufferedAmount > this.#limits.backlogBytes) this.end(closings.tooSlow);
    });
  }

  /** Says goodbye, and hangs up on a peer that does not say so too. */
  close(code?: number, reason?: string): void {
    this.#endedWith ??= code ?? null;
    this.#socket.close(code, reason);
    this.#closing ??= setTimeout(() => this.#socket.terminate(), this.#limits.closingMs);
  }

  end([code, reason]: Closing): void {
    this.close(code, reason);
  }

  onMessage(take: (data: string) => Promise<void>): void {
    this.#socket.on('message', (data) => {
      take(String(data)).catch((error: unknown) => {
        // The library throws for messages that only a server may send.
        const isTheirs = error instanceof Error && error.message.startsWith('Unexpected message of type');
        if (!isTheirs) this.#onError(error);
        this.end(isTheirs ? closings.badMessage : closings.internalError);
      });
    });
  }

  onClose(listener: (code: number, reason: string) => void): void {
    // One that had to be hung up on says nothing; what it was told is what it ended with.
    this.#socket.once('close', (code, reason) => listener(this.#endedWith ?? code, String(reason)));
  }

  #askForLife(): void {
    if (!this.#isAnswering) {
      this.#socket.terminate();
      return;
    }
    this.#isAnswering = false;
    this.#socket.ping();
  }
}
