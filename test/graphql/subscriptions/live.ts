import { once } from 'node:events';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { dataOf, type GraphqlError } from '../../kit/graphql.ts';
import type { TestService } from '../../kit/service.ts';

/** A subscription as its client sees it. */
export interface Followed {
  /** The payloads so far. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of data, not what type they have.
  readonly received: any[];
  /** Why it was refused or ended, once it was. */
  readonly errors: GraphqlError[];
  /** Whether the server has said that it is over. */
  readonly state: { done: boolean };
  /** Waits until a condition holds of what was received. */
  until(holds: (received: Followed['received']) => boolean): Promise<void>;
  /** Waits until it is refused, and answers the code and the param. */
  refusal(): Promise<[code: string, param: string | null]>;
  unsubscribe(): void;
}

/** A connection that speaks graphql-transport-ws, written out so that a test can misbehave. */
export interface LiveClient {
  readonly socket: WebSocket;
  readonly closed: Promise<[code: number, reason: string]>;
  send(message: object | string): void;
  subscribe(query: string, variables?: Record<string, unknown>): Followed;
  /** Waits until the server has taken in everything that was sent so far. */
  isHeard(): Promise<void>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  readonly headers?: Record<string, string>;
  /** What the first message holds; the key unless told otherwise, nothing when null. */
  readonly params?: Record<string, unknown> | null;
}

const eventually = { timeout: 15_000, interval: 10 };
/** What has not been closed: the end of a test sees to it. */
const open = new Set<WebSocket>();

export function closeAll(): void {
  for (const socket of open) socket.terminate();
}

/** Opens a connection and sends its first message; does not wait to be let in. */
export async function knock(
  service: Pick<TestService, 'url'>,
  key: string | null,
  { headers = {}, params = key === null ? {} : { 'api-key': key } }: ConnectOptions = {},
): Promise<LiveClient & { readonly acknowledged: Promise<boolean> }> {
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers,
  });
  open.add(socket);
  socket.on('error', () => {});
  const followed = new Map<string, Followed>();
  const heard: (() => void)[] = [];
  const closed = new Promise<[number, string]>((resolve) => {
    socket.once('close', (code, reason) => {
      open.delete(socket);
      resolve([code, String(reason)]);
    });
  });
  let letIn: (isIn: boolean) => void = () => {};
  const acknowledged = new Promise<boolean>((resolve) => {
    letIn = resolve;
  });
  void closed.then(() => letIn(false));
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.type === 'connection_ack') letIn(true);
    if (message.type === 'pong') heard.shift()?.();
    const one = followed.get(message.id);
    if (message.type === 'next') {
      one?.errors.push(...(message.payload.errors ?? []));
      one?.received.push(message.payload.data);
    }
    if (message.type === 'error') one?.errors.push(...message.payload);
    if (one && (message.type === 'error' || message.type === 'complete')) one.state.done = true;
  });
  await once(socket, 'open');
  const send = (message: object | string) =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  if (params !== null) send({ type: 'connection_init', payload: params });
  return {
    socket,
    closed,
    acknowledged,
    send,
    subscribe: (query, variables = {}) => {
      const id = `s${followed.size}`;
      const one: Followed = {
        received: [],
        errors: [],
        state: { done: false },
        until: async (holds) => {
          await expect
            .poll(() => holds(one.received) || one.errors.length > 0, eventually)
            .toBe(true)
            .catch((error: unknown) => {
              throw new Error(`Received only ${JSON.stringify(one.received)}`, { cause: error });
            });
          if (one.errors.length > 0) throw new Error(`Refused: ${JSON.stringify(one.errors)}`);
        },
        refusal: async () => {
          await expect.poll(() => one.errors.length, eventually).toBeGreaterThan(0);
          const { code, param } = one.errors[0]!.extensions;
          return [code, param];
        },
        unsubscribe: () => send({ type: 'complete', id }),
      };
      followed.set(id, one);
      send({ type: 'subscribe', id, payload: { query, variables } });
      return one;
    },
    isHeard: () =>
      new Promise((resolve) => {
        heard.push(resolve);
        send({ type: 'ping' });
      }),
    close: async () => {
      socket.close();
      await closed;
    },
  };
}

/** Opens a connection that is let in. */
export async function connect(...request: Parameters<typeof knock>): Promise<LiveClient> {
  const client = await knock(...request);
  if (!(await client.acknowledged)) throw new Error(`Not let in: ${await client.closed}`);
  return client;
}

/**
 * Where updates end now, once all there are lie before it. While any transaction of the server runs, also one of
 * another test, a cursor lies before what was changed since that one began.
 */
export async function cursorNow(service: TestService, key: string): Promise<string> {
  const text = `select count(*) as unsettled from updates
                where transaction_id >= pg_snapshot_xmin(pg_current_snapshot())`;
  await expect
    .poll(
      async () => (await service.database.rows.query({ text, values: [] }, null))[0]!.unsettled,
      eventually,
    )
    .toBe(0);
  return (await dataOf(service, key, '{ updatesCursor }')).updatesCursor;
}

export const paymentsLive = `subscription Payments($after: String, $paymentId: ID, $profileId: ID) {
  paymentUpdated(after: $after, paymentId: $paymentId, profileId: $profileId) {
    cursor updatedAt payment { paymentId status amount description }
  }
}`;

/** Follows payments, and waits until the subscription is sure to have begun: it begins behind a cursor of before. */
export async function followPayments(
  service: TestService,
  key: string,
  client: LiveClient,
  variables: Record<string, unknown> = {},
): Promise<Followed> {
  return client.subscribe(paymentsLive, { after: await cursorNow(service, key), ...variables });
}

/** The payments of what was received, each as it was received last. */
export function lastSeen(
  received: Followed['received'],
): Map<string, { status: string; description: string }> {
  return new Map(received.map(({ paymentUpdated: { payment } }) => [payment.paymentId, payment]));
}
