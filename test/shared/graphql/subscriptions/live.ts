import { once } from 'node:events';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { dataOf, type GraphqlError } from '../../../kit/graphql.ts';
import type { TestService } from '../../../kit/service.ts';

/** A subscription from its client's view. */
export interface LiveSubscription {
  /** The payloads received so far. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of data, not what type they have.
  readonly received: any[];
  /** The errors that rejected or ended it. */
  readonly errors: GraphqlError[];
  /** Whether the server has completed it. */
  readonly state: { done: boolean };
  /** Waits until the received payloads meet a condition. */
  until(holds: (received: LiveSubscription['received']) => boolean): Promise<void>;
  /** Waits until it is rejected, and returns the error's code and parameter. */
  refusal(): Promise<[code: string, param: string | null]>;
  unsubscribe(): void;
}

/** A hand-written graphql-transport-ws client, so that a test can violate the protocol. */
export interface LiveClient {
  readonly socket: WebSocket;
  readonly closed: Promise<[code: number, reason: string]>;
  send(message: object | string): void;
  subscribe(query: string, variables?: Record<string, unknown>): LiveSubscription;
  /** Waits until the server has processed everything sent so far. */
  roundTrip(): Promise<void>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  readonly headers?: Record<string, string>;
  /** The payload of `connection_init`: the key by default. Null sends no `connection_init`. */
  readonly params?: Record<string, unknown> | null;
}

const eventually = { timeout: 60_000, interval: 10 };
/** The open sockets, which `closeAll` terminates after a test. */
const open = new Set<WebSocket>();

export function closeAll(): void {
  for (const socket of open) socket.terminate();
}

/** A subscription without received messages. */
export function liveSubscription(unsubscribe: () => void): LiveSubscription {
  const one: LiveSubscription = {
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
      if (one.errors.length > 0) throw new Error(`Rejected: ${JSON.stringify(one.errors)}`);
    },
    refusal: async () => {
      await expect.poll(() => one.errors.length, eventually).toBeGreaterThan(0);
      const { code, param } = one.errors[0]!.extensions;
      return [code, param];
    },
    unsubscribe,
  };
  return one;
}

/** Opens a connection and sends `connection_init`, without waiting for `connection_ack`. */
export async function openConnection(
  service: Pick<TestService, 'url'>,
  key: string | null,
  { headers = {}, params = key === null ? {} : { 'api-key': key } }: ConnectOptions = {},
): Promise<LiveClient & { readonly acknowledged: Promise<boolean> }> {
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers,
  });
  open.add(socket);
  socket.on('error', () => {});
  const followed = new Map<string, LiveSubscription>();
  const pongs: (() => void)[] = [];
  const closed = new Promise<[number, string]>((resolve) => {
    socket.once('close', (code, reason) => {
      open.delete(socket);
      resolve([code, String(reason)]);
    });
  });
  let acknowledge: (isAccepted: boolean) => void = () => {};
  const acknowledged = new Promise<boolean>((resolve) => {
    acknowledge = resolve;
  });
  void closed.then(() => acknowledge(false));
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.type === 'connection_ack') acknowledge(true);
    if (message.type === 'pong') pongs.shift()?.();
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
      const one = liveSubscription(() => send({ type: 'complete', id }));
      followed.set(id, one);
      send({ type: 'subscribe', id, payload: { query, variables } });
      return one;
    },
    roundTrip: () =>
      new Promise((resolve) => {
        pongs.push(resolve);
        send({ type: 'ping' });
      }),
    close: async () => {
      socket.close();
      await closed;
    },
  };
}

/** Opens a connection and waits for `connection_ack`. */
export async function connect(...request: Parameters<typeof openConnection>): Promise<LiveClient> {
  const client = await openConnection(...request);
  if (!(await client.acknowledged)) throw new Error(`Not accepted: ${await client.closed}`);
  return client;
}

/**
 * An `updatesCursor` after every committed update. A cursor precedes the changes of all running transactions on the
 * server, including other tests', so this waits until there are none.
 */
export async function cursorNow(service: TestService, key: string): Promise<string> {
  const text = `select count(*) as unsettled from updates
                where transaction_id >= updates_end(merchant_id)`;
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

/** Subscribes to payments from an earlier cursor, so that no later update is missed. */
export async function followPayments(
  service: TestService,
  key: string,
  client: LiveClient,
  variables: Record<string, unknown> = {},
): Promise<LiveSubscription> {
  return client.subscribe(paymentsLive, { after: await cursorNow(service, key), ...variables });
}

/** The received payments, each in its last version. */
export function lastSeen(
  received: LiveSubscription['received'],
): Map<string, { status: string; description: string }> {
  return new Map(received.map(({ paymentUpdated: { payment } }) => [payment.paymentId, payment]));
}
