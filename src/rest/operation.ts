import { parse } from 'node:querystring';
import type { Request } from 'express';
import type { Context, KeyKind } from '../core/foundation/context.ts';
import { notFound, type ProblemCode } from '../core/foundation/errors.ts';
import { isIdentifier } from '../core/foundation/ids.ts';
import { type DescribedClass, Input } from '../core/model/index.ts';
import { type RestView, restValue } from '../core/model/rest-view.ts';
import { validate } from '../core/model/validate.ts';

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
  /** True if a suspended merchant may write by it too. Reads it may in any case. */
  readonly evenIfSuspended?: boolean;
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

/** Describes a query or body that must be empty, so that validation rejects unknown parameters by name. */
@Input({ about: 'No parameters.' })
class NoParameters {}

/**
 * Reads and validates the path, then the query, then the body.
 *
 * @throws {Problem} `resource_not_found` if a path parameter cannot be an identifier; otherwise what validation finds.
 */
export function readRequest(operation: Operation, req: Request): OperationRequest {
  const path = readPath(operation, req);
  const query = validate(operation.query ?? NoParameters, queryOf(req), { from: 'query' });
  const body =
    operation.method === 'get'
      ? undefined
      : validate(operation.body ?? NoParameters, req.body, { from: 'json' });
  return { path, query, body };
}

function readPath(operation: Operation, req: Request): Record<string, string> {
  const path: Record<string, string> = {};
  for (const name of pathNames(operation.path)) {
    const value = String(req.params[name]);
    // Saves a query: no object can have this identifier.
    if (!isIdentifier(value)) throw notFound('object');
    path[name] = value;
  }
  return path;
}

/** Parsed here, so that the result does not depend on Express's query parser setting. */
function queryOf(req: Request): object {
  const start = req.originalUrl.indexOf('?');
  return start < 0 ? {} : parse(req.originalUrl.slice(start + 1));
}

/** The response of an operation: how its result is presented, and what OpenAPI documents. */
export interface ResponseShape {
  /** An object, a list of objects, or a list that holds one page of them. */
  readonly shape: 'object' | 'list' | 'pages';
  readonly target: DescribedClass;
  readonly view: RestView;
  readonly present: (result: unknown) => unknown;
}

const presentAll = (target: DescribedClass, rows: unknown) =>
  (rows as object[]).map((row) => restValue(target, 'list', row));

/** A single object. The view `single` includes the fields that only retrieval shows. */
export const one = (target: DescribedClass, view: 'single' | 'plain' = 'single'): ResponseShape => ({
  shape: 'object',
  target,
  view,
  present: (row) => restValue(target, view, row as object),
});

/** A whole list. */
export const list = (target: DescribedClass): ResponseShape => ({
  shape: 'list',
  target,
  view: 'list',
  present: (rows) => presentAll(target, rows),
});

/** One page of a list, as `[{ size, data }]`. Specification: endpoint 2. */
export const pages = (target: DescribedClass): ResponseShape => ({
  shape: 'pages',
  target,
  view: 'list',
  present: (rows) => {
    const data = presentAll(target, rows);
    return [{ size: data.length, data }];
  },
});
