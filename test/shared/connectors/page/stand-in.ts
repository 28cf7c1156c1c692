import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { garbled, isGarbling } from '../conformance/garble.ts';
import type { Loss } from '../conformance/harness.ts';

/** The only key and webhook secret of Acme, the invented vendor of docs/connectors.md. */
export const API_KEY = 'acme_test_0123456789';
export const WEBHOOK_SECRET = 'acme_secret_0123456789';
/** How long Acme takes to decide a `waiting` response. */
export const LATER_MS = 60_000;

/** Acme's test cards. */
export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  soft_declined: '4000000000000119',
  declined_strangely: '4000000000000341',
  strange_status: '4000000000003220',
  refund_waits: '4000000000007726',
} as const;

const declines: Readonly<Record<string, string>> = {
  [cards.declined]: 'do_not_honor',
  [cards.soft_declined]: 'try_again_later',
  [cards.declined_strangely]: 'mercury_retrograde',
};

type Kind = 'authorize' | 'capture' | 'void' | 'refund';

/** A charge, capture, void or refund, with Acme's fields. */
interface Shown {
  readonly id: string;
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  status: string;
  captured?: number;
  readonly decline_code?: string;
}
export interface Movement extends Shown {
  readonly kind: Kind;
  readonly card: string;
  refunded: number;
  readonly decidedAt: number;
}

interface Fault {
  readonly path: RegExp;
  readonly when: Loss;
}
type Body = Readonly<Record<string, unknown>>;

/** Acme: it stores every movement, acts once per key, and decides some requests a minute later. */
export class AcmeStandIn {
  readonly movements: Movement[] = [];
  readonly faults: Fault[] = [];
  readonly violations: string[] = [];
  readonly #keys = new Map<string, Movement>();
  readonly #untold = new Set<Movement>();
  readonly #now: () => Date;
  #server: Server | null = null;
  #port = 0;

  constructor(now: () => Date) {
    this.#now = now;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async listen(): Promise<void> {
    const server = createServer((request, response) => void this.#serve(request, response));
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', () => resolve()));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    this.#server?.closeAllConnections();
    await closed;
  }

  /** The due webhooks. Each is returned once. */
  webhooks(): { readonly headers: Record<string, string>; readonly body: string }[] {
    const due = [...this.#untold].filter(({ decidedAt }) => decidedAt <= this.#now().getTime());
    return due.map((movement) => {
      this.#untold.delete(movement);
      const type = movement.kind === 'refund' ? 'refund.decided' : 'charge.decided';
      const object = this.#shown(movement);
      return sign(JSON.stringify({ id: `evt_${movement.id}`, type, at: this.#now().toISOString(), object }));
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '/';
    const fault = this.faults.find((one) => request.method === 'POST' && one.path.test(path));
    if (fault) this.faults.splice(this.faults.indexOf(fault), 1);
    if (fault?.when === 'before') return void request.socket.destroy();
    const [status, body] = this.#answer(request, path, Buffer.concat(chunks).toString());
    if (fault?.when === 'after') return void request.socket.destroy();
    const answer = isGarbling(fault?.when) ? garbled(body, fault.when) : body;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }

  #answer({ headers, method }: IncomingMessage, path: string, text: string): [number, object] {
    if (headers.authorization !== `Bearer ${API_KEY}`) return refused(401, 'unknown_key');
    if (path === '/v1/account') return [200, { name: 'Acme of the test' }];
    const named = /^\/v1\/requests\/([^/]+)$/.exec(path);
    if (method === 'GET' && named) {
      const known = this.#keys.get(named[1]!);
      return known ? [200, this.#shown(known)] : refused(404, 'unknown_request');
    }
    const key = headers['idempotency-key'];
    if (typeof key !== 'string' || key === '') {
      this.violations.push(`${method} ${path} has no Idempotency-Key.`);
      return refused(400, 'key_missing');
    }
    const known = this.#keys.get(key);
    if (known) return [200, this.#shown(known)];
    const made = this.#act(path, JSON.parse(text) as Body);
    if (Array.isArray(made)) return made as [number, object];
    this.movements.push(made);
    this.#keys.set(key, made);
    if (made.status === 'waiting' || made.status === 'in_orbit') this.#untold.add(made);
    return [200, this.#shown(made)];
  }

  #act(path: string, body: Body): Movement | [number, object] {
    const [, id, action] = /^\/v1\/charges(?:\/(\w+)\/(\w+))?$/.exec(path) ?? [];
    if (id === undefined) return this.#charge(body);
    const charge = this.movements.find((movement) => movement.id === id);
    if (!charge) return refused(404, 'unknown_charge');
    const isHeld = charge.status === 'authorized';
    const amount = Number(body.amount);
    switch (action) {
      case 'captures':
        if (!isHeld || amount > charge.amount) return refused(422, 'not_capturable');
        Object.assign(charge, { status: 'captured', captured: amount });
        return this.#made('capture', { ...charge, amount }, body, 'succeeded');
      case 'void':
        if (!isHeld) return refused(422, 'not_voidable');
        charge.status = 'voided';
        return this.#made('void', charge, body, 'succeeded');
      case 'refunds':
        if (amount > charge.captured! - charge.refunded) return refused(422, 'too_much');
        charge.refunded += amount;
        return this.#made(
          'refund',
          { ...charge, amount },
          body,
          charge.card === cards.refund_waits ? 'waiting' : 'succeeded',
        );
      default:
        return refused(404, 'unknown_action');
    }
  }

  #charge(body: Body): Movement {
    const card = String((body.card as Body).number);
    const { amount, currency } = body as { amount: number; currency: string };
    const decline = declines[card];
    const good = body.capture ? 'captured' : 'authorized';
    const status = decline ? 'declined' : card === cards.strange_status ? 'in_orbit' : good;
    const made = this.#made('authorize', { amount, currency, card }, body, status);
    const captured = body.capture && !decline ? amount : 0;
    return { ...made, captured, ...(decline ? { decline_code: decline } : {}) };
  }

  #made(
    kind: Kind,
    { amount, card, currency }: Pick<Movement, 'amount' | 'card' | 'currency'>,
    { reference }: Body,
    status: string,
  ): Movement {
    const id = `${kind.slice(0, 3)}${this.movements.length + 1}`;
    const decidedAt = this.#now().getTime() + LATER_MS;
    return { kind, id, reference: String(reference), amount, currency, status, card, refunded: 0, decidedAt };
  }

  /** A movement in its current state. */
  #shown(movement: Movement): Shown {
    const isDecided = movement.decidedAt <= this.#now().getTime();
    if (isDecided && movement.status === 'waiting') movement.status = 'succeeded';
    if (isDecided && movement.status === 'in_orbit') movement.status = 'captured';
    const { card: _card, decidedAt: _at, kind: _kind, refunded: _refunded, ...shown } = movement;
    return shown;
  }
}

/** Signs a body like Acme's webhooks. */
export const sign = (body: string) => ({
  headers: {
    'content-type': 'application/json',
    'acme-signature': createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex'),
  },
  body,
});

const refused = (status: number, code: string): [number, object] => [
  status,
  { status: 'declined', decline_code: code },
];
