import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { API_VERSION } from '../../../../../src/connectors/stripe/client.ts';
import { garbled, isGarbling } from '../../conformance/garble.ts';
import type { Loss } from '../../conformance/harness.ts';
import { finishAnswer } from './afterwards.ts';
import { readDescription } from './description.ts';
import { readForm } from './form.ts';
import { Refusal } from './refusal.ts';
import { type Asked, routes } from './routes.ts';
import { State } from './state.ts';

/** The stand-in's only key. */
export const API_KEY = 'sk_test_standin';

/** A stored response under an idempotency key. */
interface Kept {
  readonly request: string;
  readonly answer: Promise<Answer>;
  done: boolean;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

/** A one-time fault of the next matching request. */
export interface Fault {
  readonly method: string;
  readonly path: RegExp;
  /**
   * Its connection breaks before or after the action, its response is garbled, it gets an error or text without action,
   * or no response.
   */
  readonly when:
    | Loss
    | 'never'
    | { readonly status: number; readonly error: object }
    | { readonly status: number; readonly text: string };
  /** Called before the connection breaks, or when no response will come. */
  readonly onBreak?: () => void;
}

/** A stateful server that behaves like Stripe for the connector's operations. */
export class StandIn {
  readonly state: State;
  readonly violations: string[] = [];
  /** The requests, oldest first. */
  readonly bodies: { readonly method: string; readonly path: string; readonly params: object }[] = [];
  readonly description = readDescription();
  readonly faults: Fault[] = [];
  readonly #kept = new Map<string, Kept>();
  #server: Server | null = null;
  #port = 0;

  constructor(now: () => Date) {
    this.state = new State(now);
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Listens at the same port as before, if it had one. */
  async listen(): Promise<void> {
    const server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        this.violations.push(`The stand-in failed: ${error}`);
        response.destroy();
      });
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.#port, '127.0.0.1', () => resolve());
    });
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
    this.state.origin = this.url;
  }

  /** Refuses connections from now on. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const method = request.method ?? 'GET';
    const params = method === 'GET' ? readForm(searchParams) : await readBody(request);
    this.bodies.push({ method, path: pathname, params });
    const fault = this.faults.find((one) => one.method === method && one.path.test(pathname));
    if (fault) this.faults.splice(this.faults.indexOf(fault), 1);
    if (fault?.when === 'before') return void request.socket.destroy();
    if (fault?.when === 'never') return fault.onBreak?.();
    if (typeof fault?.when === 'object') {
      response.writeHead(fault.when.status, {
        'content-type': 'application/json',
        'request-id': 'req_standin',
      });
      return void response.end(
        'text' in fault.when ? fault.when.text : JSON.stringify({ error: fault.when.error }),
      );
    }
    const { body, replayed, status } = await this.#answer(request, method, pathname, params);
    if (fault?.when === 'after') {
      fault.onBreak?.();
      finishAnswer(this.state);
      return void request.socket.destroy();
    }
    response.writeHead(status, {
      'content-type': 'application/json',
      'request-id': 'req_standin',
      'stripe-version': API_VERSION,
      ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
    });
    const answer = isGarbling(fault?.when) ? garbled(body, fault.when) : body;
    response.end(JSON.stringify(answer));
    finishAnswer(this.state);
  }

  async #answer(
    request: IncomingMessage,
    method: string,
    path: string,
    params: Record<string, unknown>,
  ): Promise<Answer & { replayed: boolean }> {
    const { authorization } = request.headers;
    const isPerson = authorization === `Basic ${Buffer.from(`${API_KEY}:`).toString('base64')}`;
    if (!isPerson && authorization !== `Bearer ${API_KEY}`) {
      const message = 'Invalid API Key provided: sk_test_*****rong';
      return { status: 401, body: { error: { type: 'invalid_request_error', message } }, replayed: false };
    }
    // Manual requests, with the key as a user name, are not the connector's.
    if (!isPerson) this.#check(request, method, path, params);
    const asked: Asked = { method, path, params, account: String(request.headers['stripe-account'] ?? '') };
    const key = request.headers['idempotency-key'];
    if (method === 'GET' || typeof key !== 'string')
      return { ...(await this.#handle(asked)), replayed: false };
    return this.#once(key, asked);
  }

  /** Acts once per key for the same request. Another request is refused, as is a concurrent one. */
  async #once(key: string, asked: Asked): Promise<Answer & { replayed: boolean }> {
    const request = JSON.stringify([asked.path, asked.account, asked.params]);
    const kept = this.#kept.get(key);
    if (kept) {
      if (kept.request !== request)
        return { ...conflict(400, 'idempotency_error', KEY_REUSED), replayed: false };
      if (!kept.done) return { ...conflict(409, 'idempotency_error', KEY_IN_USE), replayed: false };
      return { ...(await kept.answer), replayed: true };
    }
    const entry: Kept = { request, answer: this.#handle(asked), done: false };
    this.#kept.set(key, entry);
    const answer = await entry.answer;
    entry.done = true;
    // A request refused before any action is not stored.
    if (answer.status === 400 || answer.status === 404) this.#kept.delete(key);
    return { ...answer, replayed: false };
  }

  async #handle(asked: Asked): Promise<Answer> {
    await wait(2);
    for (const { handle, method, path } of routes) {
      const match = asked.method === method ? path.exec(asked.path) : null;
      if (!match) continue;
      try {
        return { status: 200, body: structuredClone(handle(this.state, asked, match[1] ?? '')) };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { status: error.status, body: structuredClone({ error: error.error }) };
      }
    }
    const message = `Unrecognized request URL (${asked.method}: ${asked.path}).`;
    this.violations.push(message);
    return { status: 404, body: { error: { type: 'invalid_request_error', message } } };
  }

  /** Requests that Stripe would refuse, or that the connector must not send. */
  #check(request: IncomingMessage, method: string, path: string, params: object): void {
    const wrong = this.description.check(method, path, params);
    if (wrong) this.violations.push(wrong);
    if (request.headers['stripe-version'] !== API_VERSION)
      this.violations.push(`${path}: not the pinned version.`);
    const key = String(request.headers['idempotency-key'] ?? '');
    if (method !== 'POST') return;
    if (key === '' || key.startsWith('stripe-node-retry')) {
      this.violations.push(`${method} ${path} has no idempotency key of the connector's.`);
    }
    if (key.length > 255) this.violations.push(`${method} ${path} has a key of more than 255 characters.`);
  }
}

const KEY_REUSED =
  'Keys for idempotent requests can only be used with the same parameters they were first used with.';
const KEY_IN_USE = 'There is currently another in-progress request using this Idempotent Key.';
const conflict = (status: number, type: string, message: string): Answer => ({
  status,
  body: { error: { type, message, ...(status === 409 ? { code: 'idempotency_key_in_use' } : {}) } },
});

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('latin1');
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data'))
    return readForm(new URLSearchParams(Buffer.concat(chunks).toString()));
  const boundary = /boundary=(.+)$/.exec(type)?.[1] ?? '';
  const parts = text.split(`--${boundary}`).slice(1, -1);
  return Object.fromEntries(
    parts.map((part) => {
      const [head = '', ...body] = part.replace(/^\r\n/, '').split('\r\n\r\n');
      return [/ name="([^"]+)"/.exec(head)?.[1] ?? '', body.join('\r\n\r\n').replace(/\r\n$/, '')];
    }),
  );
}
