import type { ScriptedShop } from '../kit/scripted-shop.ts';
import type { TestService } from '../kit/service.ts';

export type Values = Record<string, unknown>;

/** How a write was answered, whichever face it went through. */
export interface Answered {
  /** Null when it was done. */
  readonly code: string | null;
  readonly param: string | null;
  readonly replayed: boolean;
  readonly text: string;
}

/** One request for a write, and some like it. */
export interface Asked {
  /** What the path names, for REST. */
  readonly path?: string;
  readonly input: Values;
  /** Says something else: with the key of the first it is a mismatch. */
  readonly other: Values;
  /** Refused, each of them: for its values, its object or its state. */
  readonly refused: readonly { readonly path?: string; readonly input: Values; readonly code: string }[];
}

/** A write of one face, and how to ask for it on objects of its own. */
export interface Write {
  readonly name: string;
  readonly admin: boolean;
  readonly ask: (shop: ScriptedShop) => Promise<Asked>;
  readonly send: (
    service: Pick<TestService, 'url' | 'statements'>,
    apiKey: string,
    asked: { readonly path?: string; readonly input: Values },
    idempotencyKey: string,
  ) => Promise<Answered>;
}

let made = 0;
/** An identifier that nobody has. */
export const fresh = (prefix: string) => `${prefix}_${process.pid}_${++made}`;
export const NONE = 'resource_not_found';
export const TAKEN = 'resource_already_exists';
export const INVALID = 'invalid_parameter';
export const STATE = 'unexpected_state';
export const PAN = '4242424242424242';
export const CVC = '974';
