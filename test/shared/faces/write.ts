import type { ScriptedShop } from '../../kit/scripted-shop.ts';
import type { TestService } from '../../kit/service.ts';

export type Values = Record<string, unknown>;

/** The response to a write over either API. */
export interface WriteResponse {
  /** The error code; null on success. */
  readonly code: string | null;
  readonly param: string | null;
  readonly replayed: boolean;
  readonly text: string;
}

/** A valid request of a write, with variants. */
export interface WriteRequest {
  /** The path, for REST. */
  readonly path?: string;
  readonly input: Values;
  /** A different valid input: under the same idempotency key it is a mismatch. */
  readonly otherInput: Values;
  /** The path of the different request, if it concerns another object. */
  readonly otherPath?: string;
  /** Requests rejected because of their values, object or state. */
  readonly rejected: readonly { readonly path?: string; readonly input: Values; readonly code: string }[];
}

/** A write in one API. `prepare` seeds the objects it needs. */
export interface Write {
  readonly name: string;
  readonly admin: boolean;
  readonly prepare: (shop: ScriptedShop) => Promise<WriteRequest>;
  readonly send: (
    service: Pick<TestService, 'url' | 'statements'>,
    apiKey: string,
    request: { readonly path?: string; readonly input: Values },
    idempotencyKey: string,
    /** Where GraphQL has the key: REST always has it in the header. */
    place?: 'input' | 'header',
  ) => Promise<WriteResponse>;
}

let count = 0;
/** A unique identifier. */
export const fresh = (prefix: string) => `${prefix}_${process.pid}_${++count}`;
export const NONE = 'resource_not_found';
export const TAKEN = 'resource_already_exists';
export const INVALID = 'invalid_parameter';
export const STATE = 'unexpected_state';
export const PAN = '4242424242424242';
export const CVC = '974';
