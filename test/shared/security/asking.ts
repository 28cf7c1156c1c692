import { asJsonText } from '../../kit/csv.ts';
import type { Merchant } from './merchants.ts';

/** A request of a suite, without a key yet. */
export interface Asked {
  /** The operation or root field. */
  readonly operation: string;
  /** The place of another merchant's value; null if there is none. */
  readonly position: string | null;
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it may change data. */
  readonly writes: boolean;
}

/** The response and its request. */
export interface Answered {
  readonly asked: Asked;
  readonly status: number;
  readonly text: string;
}

/** The possible credentials of an attacker. */
export const keyKinds = ['secret', 'publishable', 'ephemeral', 'client secret', 'revoked', 'none'] as const;
export type KeyKind = (typeof keyKinds)[number];

/** The header's key. A client secret is an argument, together with a publishable key. */
export function keyOf(kind: KeyKind, attacker: Merchant, victim: Merchant): string | null {
  switch (kind) {
    case 'secret':
      return attacker.apiKey;
    case 'publishable':
    case 'client secret':
      return attacker.publishableKey;
    case 'ephemeral':
      return attacker.ephemeralKey;
    case 'revoked':
      return victim.revokedKey;
    default:
      return null;
  }
}

export async function ask(url: string, key: string | null, asked: Asked): Promise<Answered> {
  const response = await fetch(url + asked.path, {
    method: asked.method,
    redirect: 'manual',
    headers: {
      ...(key === null ? {} : { 'api-key': key }),
      ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...asked.headers,
    },
    ...(asked.body === undefined ? {} : { body: asked.body }),
  });
  const text = asJsonText(response.headers, await response.text());
  return { asked, status: response.status, text };
}

/** Runs work on every element, a few at a time. */
export async function inParallel<T>(
  elements: readonly T[],
  work: (element: T) => Promise<void>,
): Promise<void> {
  const queue = [...elements];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: 6 }, worker));
}

/** Calls back for every text and number in parsed JSON, with its member's name. */
export function eachValue(value: unknown, visit: (name: string, value: string) => void, name = ''): void {
  if (Array.isArray(value)) for (const one of value) eachValue(one, visit, name);
  else if (typeof value === 'object' && value !== null) {
    for (const [member, one] of Object.entries(value)) eachValue(one, visit, member);
  } else if (typeof value === 'string' || typeof value === 'number') visit(name, String(value));
}
