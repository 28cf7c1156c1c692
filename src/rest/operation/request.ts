import { parse } from 'node:querystring';
import type { Request } from 'express';
import { notFound } from '../../core/foundation/errors.ts';
import { validate } from '../../core/model/validate.ts';
import { NoParameters } from './no-parameters.ts';
import { type Operation, type OperationRequest, pathNames } from './operation.ts';

const identifier = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * What an operation is given of a request, checked: path first, then query, then body.
 *
 * @throws {Problem} `resource_not_found` for an identifier that none can be, and whatever validation finds.
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
    // No object can have such an identifier, so there is nothing to ask the database.
    if (!identifier.test(value)) throw notFound('object');
    path[name] = value;
  }
  return path;
}

/** Parsed here, so that it does not depend on how the application in front parses queries. */
function queryOf(req: Request): object {
  const start = req.originalUrl.indexOf('?');
  return start < 0 ? {} : parse(req.originalUrl.slice(start + 1));
}
