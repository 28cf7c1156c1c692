import type { KeyKind } from '../../core/foundation/caller.ts';
import type { Context } from '../../core/foundation/context.ts';
import type { ProblemCode } from '../../core/foundation/errors.ts';
import type { DescribedClass } from '../../core/model/index.ts';
import type { ResponseShape } from './response.ts';

/** A request's parameters, validated against the operation's description. */
export interface OperationRequest<Path extends string = string, Query = unknown, Body = unknown> {
  readonly path: Readonly<Record<Path, string>>;
  readonly query: Query;
  readonly body: Body;
}

/** An example request. Query values are written as they look once parsed. */
export interface OperationExample {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** One operation of the specification: everything that routing, authorization and OpenAPI need to know. */
export interface Operation {
  /** Its number in the specification's table. */
  readonly number: number;
  readonly method: 'get' | 'post';
  /** The path in the specification's notation: `/payments/{payment_id}`. */
  readonly path: string;
  /** The description in OpenAPI. */
  readonly about: string;
  /** The kinds of key that may call it. */
  readonly keys: readonly KeyKind[];
  /** The class that describes the query; without one, every query parameter is rejected. */
  readonly query?: DescribedClass;
  /** The class that describes the body; without one, every member is rejected. */
  readonly body?: DescribedClass;
  /** Error codes beyond those that any operation of this form can return. */
  readonly problems?: readonly ProblemCode[];
  /** The example shown in OpenAPI. */
  readonly example?: OperationExample;
  /**
   * Set if the operation calls a connector, and so cannot run in a single transaction. When an interrupted request
   * is repeated under its idempotency key, this builds the response instead of `handle`: `objectId` is the object
   * that the first request created, and `body` the body it had.
   */
  readonly replay?: (
    ctx: Context,
    path: Readonly<Record<string, string>>,
    objectId: string | null,
    body: unknown,
  ) => Promise<unknown>;
  readonly response: ResponseShape;
  readonly handle: (ctx: Context, request: OperationRequest) => Promise<unknown>;
}

type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

type Validated<Target> = Target extends DescribedClass ? Target['prototype'] : unknown;

/**
 * Defines an operation. The types of its handler follow from its path, query and body.
 *
 * @example
 * ```ts
 * operation({
 *   number: 11, method: 'get', path: '/payment_methods/{method_id}', about: 'Retrieves a payment method.',
 *   keys: ['api_key'], response: one(PaymentMethod),
 *   handle: (ctx, { path }) => retrievePaymentMethod(ctx, path.method_id),
 * });
 * ```
 */
export function operation<
  const Path extends string,
  Query extends DescribedClass | undefined = undefined,
  Body extends DescribedClass | undefined = undefined,
>(
  described: Omit<Operation, 'path' | 'query' | 'body' | 'replay' | 'handle'> & {
    readonly path: Path;
    readonly query?: Query;
    readonly body?: Body;
    readonly replay?: (
      ctx: Context,
      path: Readonly<Record<PathNames<Path>, string>>,
      objectId: string | null,
      body: Validated<Body>,
    ) => Promise<unknown>;
    readonly handle: (
      ctx: Context,
      request: OperationRequest<PathNames<Path>, Validated<Query>, Validated<Body>>,
    ) => Promise<unknown>;
  },
): Operation {
  return Object.freeze(described) as unknown as Operation;
}

/** The names of a path's parameters, in order. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
}
