import { WebSocket } from 'ws';
import type { SubscriptionLimits } from '../../http/load/live-connection-limits.ts';
import { type Closing, closings, type LiveConnection, type Transport } from './live-connection.ts';

/** A client's WebSocket. Disconnects a client that reads too slowly instead of buffering without bound. */
export class ClientSocket extends WebSocket implements Transport {
  // Set by the server before it hands the socket over: ws itself calls the constructor.
  connection!: LiveConnection;
  limits!: SubscriptionLimits;
  /** Whether the client has sent a key, which may be invalid. */
  hasShownKey = false;
  /** The code this side closed with. Peers that had to be cut off report 1006 instead. */
  closedWith: number | null = null;

  get isOpen(): boolean {
    return this.readyState === this.OPEN;
  }

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
