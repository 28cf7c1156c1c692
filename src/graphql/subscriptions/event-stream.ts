import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { Problem } from '../../core/foundation/errors.ts';
import type { Closing, LiveConnection, Transport } from './live-connection.ts';

/** Closings after which a client is expected to reconnect: its stream ends without being completed. */
const isToResume = ([code]: Closing) => code < 4000;

/** A client's event stream: the response to one request, with one subscription. */
export class EventStream extends EventEmitter implements Transport {
  // Set later: the stream and its subscription refer to each other.
  connection!: LiveConnection;
  /** The reason for which this side ended the stream. */
  closing: Closing | null = null;
  readonly #res: Response;
  readonly #closingMs: number;
  #results: AsyncIterableIterator<ExecutionResult> | null = null;

  constructor(res: Response, closingMs: number) {
    super();
    this.#res = res;
    this.#closingMs = closingMs;
    res.once('close', () => this.emit('close'));
  }

  get isOpen(): boolean {
    return this.closing === null && !this.#res.destroyed;
  }

  end(closing: Closing): void {
    if (!this.isOpen) return;
    this.closing = closing;
    void this.#results?.return?.();
    // One who does not read must not hold up the end.
    const cutOff = setTimeout(() => this.#res.destroy(), this.#closingMs);
    this.once('close', () => clearTimeout(cutOff));
  }

  /** The results to send, which end when the stream does; after those, why if the client should not reconnect. */
  resultsUntilEnd(results: AsyncIterableIterator<ExecutionResult>): AsyncIterable<ExecutionResult> {
    this.#results = results;
    this.once('close', () => void results.return?.());
    if (!this.isOpen) void results.return?.();
    return this.#withReason(results);
  }

  async *#withReason(results: AsyncIterable<ExecutionResult>): AsyncGenerator<ExecutionResult> {
    yield* results;
    if (this.closing === null || isToResume(this.closing)) return;
    const message = 'The API key no longer gives access to this stream.';
    const originalError = new Problem('invalid_api_key', message);
    yield { errors: [new GraphQLError(message, { originalError })] };
  }

  /** The protocol's messages, except a completion of a stream that the client should resume. */
  async *messagesUntilEnd(messages: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const message of messages) {
      if (this.closing && isToResume(this.closing)) return;
      yield message;
    }
  }

  /** Waits until the client has read most of its buffer, or disconnected. */
  async readyForMore(): Promise<void> {
    const res = this.#res;
    if (!res.writableNeedDrain || res.destroyed) return;
    await new Promise<void>((resolve) => {
      const go = () => {
        res.off('drain', go);
        this.off('close', go);
        resolve();
      };
      res.on('drain', go);
      this.on('close', go);
    });
  }
}
