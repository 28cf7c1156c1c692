import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The target of hostile requests. */
export interface Target {
  readonly url: string;
  /** The attacker's API key. */
  readonly key: string;
}

/** Hostile requests of one shape, sent until the signal aborts. */
export interface Attack {
  readonly name: string;
  readonly run: (target: Target, signal: AbortSignal) => Promise<void>;
}

/** Concurrent requests of one attack. */
const AT_ONCE = 4;

/** Sends the requests of `make` repeatedly, and discards the responses. */
const flood =
  (path: string, make: (n: number) => string, { keyless = false } = {}): Attack['run'] =>
  async ({ key, url }, signal) => {
    let count = 0;
    const send = async () => {
      while (!signal.aborted) {
        await fetch(url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(keyless ? {} : { 'api-key': key }) },
          body: make(count++),
          signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]),
        }).then(
          (response) => response.arrayBuffer(),
          () => sleep(10),
        );
      }
    };
    await Promise.allSettled(Array.from({ length: AT_ONCE }, send));
  };

const graphql = (make: (n: number) => { query: string; variables?: object }, options = {}): Attack['run'] =>
  flood('/graphql', (n) => JSON.stringify(make(n)), options);

/** Opens `count` connections and uses each repeatedly; replaces closed ones. */
const connections =
  (
    count: number,
    open: (socket: Socket, target: Target) => void,
    again: (socket: Socket) => void,
  ): Attack['run'] =>
  async (target, signal) => {
    const sockets = new Set<Socket>();
    while (!signal.aborted) {
      while (sockets.size < count) {
        const socket = connect(Number(new URL(target.url).port), '127.0.0.1');
        socket.on('error', () => {});
        socket.on('close', () => sockets.delete(socket));
        sockets.add(socket);
        open(socket, target);
      }
      for (const socket of sockets) again(socket);
      await sleep(100);
    }
    for (const socket of sockets) socket.destroy();
  };

const nested = (depth: number, left: string, right: string) => left.repeat(depth) + right.repeat(depth);
/** An object with this many members, named almost like an existing one. */
const members = (count: number, name: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${name}${i}`, 1]));
/** Ordinary requests as large as the hostile ones: memory kept for these is not caused by an attack. */
export const largeRequests = flood('/customers', () => JSON.stringify({ metadata: members(4_500, 'key') }));

const unknownMembers = { input: { amount: 1, currency: 'EUR', ...members(4_500, 'amoun') } };
const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

const mutation =
  'mutation ($input: CreatePaymentInput!) { createPayment(input: $input) { userErrors { code } } }';

/** Documents are compiled on repeated use. */
const USES = 3;

/** A document with the most variables of a large input type, used a few times, then another one. */
function compileBomb(n: number): { query: string; variables: object } {
  const names = Array.from({ length: 30 }, (_, i) => `v${Math.floor(n / USES)}x${i}`);
  const definitions = names.map((name) => `$${name}: CreatePaymentInput!`).join(' ');
  const fields = names.map(
    (name) => `a${name}: createPayment(input: $${name}) @skip(if: true) { userErrors { code } }`,
  );
  const variables = Object.fromEntries(names.map((name) => [name, { amount: 1, currency: 'EUR' }]));
  return { query: `mutation (${definitions}) { ${fields.join(' ')} }`, variables };
}

/** Fragments that each spread the previous one twice: 2 to the power of 30 fields. */
function fragmentBomb(n: number): { query: string } {
  const fragments = Array.from({ length: 30 }, (_, i) =>
    i === 0
      ? `fragment f0_${n} on Payment { paymentId }`
      : `fragment f${i}_${n} on Payment { ...f${i - 1}_${n} ...f${i - 1}_${n} }`,
  );
  return { query: `{ payments { nodes { ...f29_${n} } } } ${fragments.join(' ')}` };
}

/** Texts that make a careless regular expression slow. */
const slowTexts = [
  'a@'.repeat(30_000),
  `a@${'a.'.repeat(30_000)}`,
  `http://${'a'.repeat(60_000)}`,
  `${'1'.repeat(60_000)}x`,
];

/** The attacks, by the resource they try to exhaust. */
export const attacks: readonly Attack[] = [
  {
    name: 'documents nested thousands of levels deep',
    run: graphql(() => ({ query: nested(2_000, '{ payments { nodes ', '} }') })),
  },
  {
    name: 'JSON nested thirty thousand levels deep',
    run: flood('/customers', () => `{"metadata":${nested(30_000, '[', ']')}}`),
  },
  {
    name: 'thousands of unknown members of a variable, without a key',
    run: graphql(() => ({ query: mutation, variables: unknownMembers }), { keyless: true }),
  },
  {
    name: 'thousands of unknown members of a variable and of a body',
    run: async (target, signal) => {
      const body = JSON.stringify(members(4_500, 'emai'));
      await Promise.all([
        graphql(() => ({ query: mutation, variables: unknownMembers }))(target, signal),
        flood('/customers', () => body)(target, signal),
      ]);
    },
  },
  { name: 'documents that are large once compiled', run: graphql(compileBomb) },
  {
    name: 'documents that are large once compiled, without a key',
    run: graphql(compileBomb, { keyless: true }),
  },
  { name: 'fragments that spread fragments', run: graphql(fragmentBomb) },
  {
    name: 'back references through lists',
    run: graphql(() => ({
      query:
        '{ payments(first: 1) { nodes { refunds { payment { refunds { payment { refunds { refundId } } } } } } } }',
    })),
  },
  {
    name: 'hundreds of aliases',
    run: graphql((n) => ({
      query: `{ ${Array.from({ length: 400 }, (_, i) => `a${n}_${i}: viewer { keyKind }`).join(' ')} }`,
    })),
  },
  {
    name: 'aliases of the introspection, without a key',
    run: graphql(
      (n) => ({
        query: `{ ${Array.from({ length: 60 }, (_, i) => `a${n}_${i}: __schema { types { fields { name } } }`).join(' ')} }`,
      }),
      { keyless: true },
    ),
  },
  {
    name: 'texts that regular expressions take long for',
    run: flood('/customers', (n) => JSON.stringify({ email: slowTexts[n % slowTexts.length] })),
  },
  {
    name: 'pipelines of requests whose answers nobody reads',
    run: connections(
      20,
      (socket) => {
        socket.pause();
        socket.write(get('/openapi.json').repeat(1_400));
      },
      () => {},
    ),
  },
  {
    name: 'headers that arrive one by one',
    run: connections(
      300,
      (socket) => socket.write('GET / HTTP/1.1\r\n'),
      (socket) => socket.write('x: y\r\n'),
    ),
  },
  {
    name: 'bodies that arrive byte by byte',
    run: connections(
      300,
      (socket, { key }) =>
        socket.write(
          `POST /customers HTTP/1.1\r\nhost: x\r\napi-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n{`,
        ),
      (socket) => socket.write(' '),
    ),
  },
  {
    name: 'answers that are read byte by byte',
    run: connections(
      100,
      (socket) => {
        socket.pause();
        socket.write(get('/openapi.json').repeat(4));
      },
      (socket) => socket.read(1),
    ),
  },
];
