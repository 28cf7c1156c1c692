import type { Request } from 'express';
import { type Operation, type OperationRequest, pathNames, readRequest } from '../../src/rest/operation.ts';

/** The identifiers that {@link requestTo} puts into path parameters. */
export const ID_OF_PATH = 'x_1';

/**
 * The parameters that an operation reads from a query and a body.
 *
 * @throws {Problem} Like the operation.
 */
export function requestTo(
  operation: Operation,
  { body = {}, query = {} }: { body?: unknown; query?: object } = {},
): OperationRequest {
  const params = Object.fromEntries(pathNames(operation.path).map((name) => [name, ID_OF_PATH]));
  const search = new URLSearchParams(query as Record<string, string>);
  return readRequest(operation, { params, body, originalUrl: `/?${search}` } as unknown as Request);
}
