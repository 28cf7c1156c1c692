import type { KeyKind } from '../../core/foundation/caller.ts';
import type { Context } from '../../core/foundation/context.ts';
import type { ProblemCode } from '../../core/foundation/errors.ts';
import type { DescribedClass } from '../../core/model/index.ts';
import type { RestAnswer } from './answer.ts';

/** What an operation is given of a request: everything checked against its description. */
export interface OperationRequest<Path extends string = string, Query = unknown, Body = unknown> {
  readonly path: Readonly<Record<Path, string>>;
  readonly query: Query;
  readonly body: Body;
}

/** What a request may hold besides its path. Query values are written as the query's text is read. */
export interface OperationExample {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** One operation of the specification: all that routing, key checks and OpenAPI have to know of it. */
export interface Operation {
  /** Its number in the specification's table. */
  readonly number: number;
  readonly method: 'get' | 'post';
  /** The path as the specification writes it: `/payments/{payment_id}`. */
  readonly path: string;
  readonly about: string;
  /** The kinds of key it takes. */
  readonly keys: readonly KeyKind[];
  /** Describes its query; without one, any query parameter is refused. */
  readonly query?: DescribedClass;
  /** Describes its body. */
  readonly body?: DescribedClass;
  /** The codes it may answer besides those that every operation of its shape may. */
  readonly problems?: readonly ProblemCode[];
  /** A request that it takes, as its documentation shows it. */
  readonly example?: OperationExample;
  /**
   * Set where the operation may call a connector, which no transaction may span. Makes its answer anew for a
   * request that was interrupted: from the object that it made, where its path does not name one. The body is
   * the one that the request had.
   */
  readonly spans?: (
    ctx: Context,
    path: Readonly<Record<string, string>>,
    objectId: string | null,
    body: unknown,
  ) => Promise<unknown>;
  readonly answer: RestAnswer;
  readonly handle: (ctx: Context, request: OperationRequest) => Promise<unknown>;
}

type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

type Validated<Target> = Target extends DescribedClass ? Target['prototype'] : unknown;

/**
 * Describes an operation; its handler's types follow from its path, query and body.
 *
 * @example
 * ```ts
 * operation({
 *   number: 11, method: 'get', path: '/payment_methods/{method_id}', about: 'Retrieves a payment method.',
 *   keys: ['api_key'], answer: one(PaymentMethod),
 *   handle: (ctx, { path }) => retrievePaymentMethod(ctx, path.method_id),
 * });
 * ```
 */
export function operation<
  const Path extends string,
  Query extends DescribedClass | undefined = undefined,
  Body extends DescribedClass | undefined = undefined,
>(
  described: Omit<Operation, 'path' | 'query' | 'body' | 'spans' | 'handle'> & {
    readonly path: Path;
    readonly query?: Query;
    readonly body?: Body;
    readonly spans?: (
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

/** The names in a path's braces, in order. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
}
