import { parse } from 'node:querystring';
import type { Request } from 'express';
import { notFound } from '../../core/foundation/errors.ts';
import { isIdentifier } from '../../core/foundation/ids.ts';
import { Input } from '../../core/model/index.ts';
import { validate } from '../../core/model/validate.ts';
import { type Operation, type OperationRequest, pathNames } from './operation.ts';

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
