import { parse } from 'node:querystring';
import type { Request, RequestHandler } from 'express';
import { accountContext, actingContext } from '../core/access/acting-context.ts';
import type { Context, KeyKind } from '../core/foundation/context.ts';
import {
  notFound,
  type ParameterProblem,
  Problem,
  type ProblemCode,
  parametersProblem,
} from '../core/foundation/errors.ts';
import { isIdentifier } from '../core/foundation/ids.ts';
import type { Requirement } from '../core/foundation/permissions.ts';
import { type DescribedClass, fieldsOf, Input, isResource, resourceOf } from '../core/model/index.ts';
import { type InputSource, isObject } from '../core/model/read-input.ts';
import { validate } from '../core/model/validate.ts';
import { describeContent, nameOperation } from '../http/requests/request-log.ts';
import { showLegacyCode } from '../http/requests/responses.ts';
import type { AliasTable, Triggers } from './dialects/hyperswitch/aliases.ts';
import { aliasTableOf } from './dialects/hyperswitch/dialect.ts';
import { routingFieldsOf, takingTheirRules } from './dialects/hyperswitch/routing-operations.ts';
import { translate } from './dialects/hyperswitch/translate.ts';
import { loggedShapes } from './logged-shapes.ts';
import type { ResponseShape } from './response-shapes.ts';

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

/** Set in OpenAPI on operations that the specification does not have. */
export const BEYOND = 'x-beyond-specification';

/** One operation: everything that routing, authorization and OpenAPI need to know. */
export interface Operation extends Requirement {
  /** Its number in the specification's table; none beyond the specification. */
  readonly number?: number;
  /** The operation id in OpenAPI. It is part of the contract: client method names are generated from it. */
  readonly id: string;
  /** A few words for a table of contents. */
  readonly summary: string;
  /** The group in OpenAPI. */
  readonly tag: string;
  readonly method: 'get' | 'post' | 'delete';
  /** The path in the specification's notation: `/payments/{payment_id}`. */
  readonly path: string;
  /**
   * Other paths, with the same parameters, at which clients of Hyperswitch expect the operation. They begin with `PUT` for
   * that method, and with `[]` where those clients read a list as an array.
   */
  readonly alsoAt?: readonly string[];
  /** The description in OpenAPI. */
  readonly about: string;
  /** True if it acts for one merchant though it answers no object of a merchant: the admin key names the merchant. */
  readonly ofMerchant?: boolean;
  /** The kinds of key that may call it. */
  readonly keys: readonly KeyKind[];
  /** True if only signed-in people may call it: no key stands for a person's own word. */
  readonly byPersons?: true;
  /** The class that describes the query; without one, every query parameter is rejected. */
  readonly query?: DescribedClass;
  /** A list of the same objects with more filters, such as `GET /payments`. An error of an unknown filter names it. */
  readonly widerList?: { readonly place: string; readonly query: () => DescribedClass };
  /** The class that describes the body; without one, every member is rejected. */
  readonly body?: DescribedClass;
  /** The aliases of parameters of the query and of members of the body. */
  readonly aliases?: { readonly query: AliasTable | undefined; readonly body: AliasTable | undefined };
  /** The media types of a body that is a file, in place of JSON. */
  readonly files?: readonly string[];
  /** Error codes beyond the codes of every operation of this form. */
  readonly problems?: readonly ProblemCode[];
  /** True if a suspended merchant may write by it too. Reads it may in any case. */
  readonly evenIfSuspended?: boolean;
  /** The example shown in OpenAPI. */
  readonly example?: OperationExample;
  /**
   * Set if the operation cannot run in a single transaction, as it calls a connector. When an interrupted request
   * is repeated under its idempotency key, this builds the response instead of `handle`: `objectId` is the object
   * that the first request created, and `body` the body it had.
   */
  readonly replay?: (
    ctx: Context,
    path: Readonly<Record<string, string>>,
    objectId: string | null,
    body: unknown,
  ) => Promise<unknown>;
  /** The operation for requests to the same place that ask for other objects, such as by `transaction_type`. */
  readonly instead?: { readonly asks: (req: Request) => boolean; readonly operation: Operation };
  readonly response: ResponseShape;
  readonly handle: (ctx: Context, request: OperationRequest) => Promise<unknown>;
}

type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

type Validated<Target> = Target extends DescribedClass ? Target['prototype'] : unknown;

/** The source form of an operation: the types of its handler follow from its path, query and body. */
export type Described<
  Path extends string,
  Query extends DescribedClass | undefined,
  Body extends DescribedClass | undefined,
> = Omit<Operation, 'path' | 'query' | 'body' | 'aliases' | 'replay' | 'handle'> & {
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
};

/**
 * Defines an operation.
 *
 * @example
 * ```ts
 * operation({
 *   number: 11, id: 'retrievePaymentMethod', summary: 'Retrieve a payment method', tag: 'Payment methods',
 *   method: 'get', path: '/payment_methods/{method_id}', about: 'Retrieves a saved payment method.',
 *   keys: ['api_key'], permission: 'customers:read', reach: 'shared', response: one(PaymentMethod),
 *   handle: (ctx, { path }) => retrievePaymentMethod(ctx, path.method_id),
 * });
 * ```
 */
export function operation<
  const Path extends string,
  Query extends DescribedClass | undefined = undefined,
  Body extends DescribedClass | undefined = undefined,
>(described: Described<Path, Query, Body>): Operation {
  const { body, handle, query } = described as unknown as Operation;
  const routing = routingFieldsOf(body);
  return Object.freeze({
    ...described,
    aliases: { query: aliasTableOf(query), body: aliasTableOf(body) },
    handle: routing.length > 0 ? takingTheirRules(handle, routing) : handle,
  }) as unknown as Operation;
}

/** Where an operation is served. */
export interface OperationPlace {
  readonly method: Operation['method'] | 'put';
  readonly path: string;
  /** Whether it answers a page of a list as an array. */
  readonly asArray: boolean;
}

/** One of the places of an operation. */
export function placeAt({ method }: Pick<Operation, 'method'>, at: string): OperationPlace {
  const [path, form] = at.split(' ').reverse() as [string, string?];
  return { method: form === 'PUT' ? 'put' : method, path, asArray: form === '[]' };
}

/** Whether an operation reads a body. A deletion reads one if the body identifies the object. */
export const takesBody = ({ body, method }: Pick<Operation, 'body' | 'method'>): boolean =>
  method === 'post' || body !== undefined;

/** The names of a path's parameters, in order. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
}

/** Describes a query or body that must be empty, so that validation rejects unknown parameters by name. */
@Input({ about: 'No parameters.' })
class NoParameters {}

/**
 * Reads and validates the path, then the query, then the body unless it is a file.
 *
 * @throws {Problem} `resource_not_found` if a path parameter cannot be an identifier; otherwise the validation's.
 */
export function readRequest(operation: Operation, req: Request): OperationRequest {
  const path = readPath(operation, req);
  const query = readQuery(operation, req);
  const body =
    takesBody(operation) && !operation.files
      ? read(operation.body ?? NoParameters, req.body, 'json', operation.aliases?.body, path)
      : undefined;
  return { path, query, body };
}

/** Validates a query or a body, translated first if it has aliases. */
function read(
  target: DescribedClass,
  value: unknown,
  from: InputSource,
  table: AliasTable | undefined,
  path?: Readonly<Record<string, string>>,
): object {
  if (!table || !isObject(value) || !hasTrigger(table.triggers, value))
    return validate(target, value, { from });
  const { spelling, value: translated } = translate(table, value, from, path);
  return validate(target, translated, { from, spelling });
}

/** Whether an object has a member that makes a translation necessary. */
const hasTrigger = (triggers: Triggers, value: object): boolean =>
  Object.entries(value).some(([name, member]) => {
    const within = triggers.get(name);
    return within === null || (within !== undefined && isObject(member) && hasTrigger(within, member));
  });

/** Says of a parameter that the operation does not have, and another list has, which list that is. */
function readQuery({ aliases, query = NoParameters, widerList }: Operation, req: Request): object {
  try {
    return read(query, queryOf(req), 'query', aliases?.query);
  } catch (error) {
    if (!(error instanceof Problem && widerList)) throw error;
    const there = new Set(fieldsOf(widerList.query()).map(({ name }) => name));
    const given: ParameterProblem[] =
      error.parameters.length > 0 ? [...error.parameters] : [problemOf(error)];
    throw parametersProblem(
      given.map((one) =>
        one.code === 'unknown_parameter' && there.has(one.param)
          ? {
              ...one,
              message: `${one.param} is not a parameter of this operation. ${widerList.place} has it.`,
            }
          : one,
      ),
    );
  }
}

const problemOf = ({ code, message, param }: Problem): ParameterProblem => ({
  code,
  message,
  param: param ?? '',
});

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

/** `status[]` or `status[0]`, as many clients write the values of a list. */
const listName = /^(\w+)\[\d{0,4}\]$/;

/** Parsed here, so that the result does not depend on Express's query parser setting. */
function queryOf(req: Request): object {
  const start = req.originalUrl.indexOf('?');
  if (start < 0) return {};
  const query = parse(req.originalUrl.slice(start + 1));
  const byName = Map.groupBy(Object.entries(query), ([name]) => listName.exec(name)?.[1] ?? name);
  return Object.fromEntries(
    [...byName].map(([name, members]) => {
      const values = members.flatMap(([, value]) => value);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

/**
 * The first handlers of every operation's route: they set its name in the log, the shape of its content for the request
 * log, and the form of its errors.
 */
export const introduce = (operation: Operation): RequestHandler[] => [
  nameOperation(operation.id),
  describeContent(() => loggedShapes(operation)),
  ...(operation.number === undefined ? [showLegacyCode] : []),
];

/** The facts that say whose objects an operation concerns. */
export type Owned = Pick<Operation, 'ofMerchant' | 'response'>;

/** Whether the objects of an operation belong to a merchant. */
export const isOwned = ({ ofMerchant = false, response: { target } }: Owned): boolean =>
  ofMerchant || (isResource(target) && resourceOf(target).owned);

/**
 * The context of the merchant that a request is about. In the specification it is always the key's own.
 *
 * @throws {Problem} As {@link actingContext}.
 */
export function requestContext(
  operation: Operation,
  ctx: Context,
  { path, query }: Pick<OperationRequest, 'path' | 'query'>,
): Context {
  if (operation.number !== undefined || !isOwned(operation))
    return ctx.organization ? accountContext(ctx, operation.reach, path.account_id) : ctx;
  const { merchant_id: inQuery } = query as { merchant_id?: string | null };
  return actingContext(ctx, path.account_id ?? inQuery, true);
}
