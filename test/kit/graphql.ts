import { compilationLimits } from '../../src/graphql/compiled-execution.ts';
import type { TestService } from './service.ts';

/** How often to send a document until it has been executed, compiled and served as known. */
export const untilCompiled = compilationLimits.usesBefore + 2;

/** An error of a GraphQL response. */
export interface GraphqlError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: {
    readonly code: string;
    readonly type: string;
    readonly param: string | null;
    readonly request_id: string;
    /** Seconds. */
    readonly retry_after?: number;
  };
}

/** A GraphQL response and the statements its execution sent to the database. */
export interface GraphqlResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the data's content.
  readonly data: any;
  readonly errors: readonly GraphqlError[];
  /** The response body. */
  readonly text: string;
  /** The statements that read the requested data, without authentication and connection setup. */
  readonly statements: readonly string[];
}

export interface GraphqlOptions {
  readonly operationName?: string;
  readonly headers?: Record<string, string>;
}

/** The prefixes of statements that do not read the requested data. */
const OVERHEAD = [
  // Authentication.
  'select merchant_id, key_id, suspended, allowed_addresses, permissions, ',
  'select merchant_id, suspended from find_publishable_key',
  'select merchant_id, customer_id, payment_id, suspended from find_ephemeral_key',
  // Sent only if the pooled connection was last used for another merchant.
  'select set_config',
];

/** Executes a document over HTTP; without an API key if `key` is null. */
export async function graphql(
  service: Pick<TestService, 'url' | 'statements'>,
  key: string | null,
  query: string,
  variables: Record<string, unknown> = {},
  { operationName, headers }: GraphqlOptions = {},
): Promise<GraphqlResponse> {
  return send(service, key, JSON.stringify({ query, variables, operationName }), headers);
}

/** Posts a request body unchanged. */
export async function send(
  service: Pick<TestService, 'url' | 'statements'>,
  key: string | null,
  body: string,
  headers: Record<string, string> = {},
): Promise<GraphqlResponse> {
  const before = service.statements.length;
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === null ? {} : { 'api-key': key }), ...headers },
    body,
  });
  const text = await response.text();
  const { data, errors } = JSON.parse(text);
  const sent = service.statements.slice(before);
  return {
    status: response.status,
    headers: response.headers,
    data: data ?? null,
    errors: errors ?? [],
    text,
    statements: sent.filter((statement) => !OVERHEAD.some((start) => statement.startsWith(start))),
  };
}

/** Executes a document that must succeed; returns its data. */
export async function dataOf(...request: Parameters<typeof graphql>): Promise<GraphqlResponse['data']> {
  const { data, errors } = await graphql(...request);
  if (errors.length > 0) throw new Error(`Unexpected errors: ${JSON.stringify(errors)}`);
  return data;
}

/** Executes a document that must fail; returns the HTTP status with the code and param of its first error. */
export async function errorOf(
  ...request: Parameters<typeof graphql>
): Promise<{ status: number; code: string; param: string | null }> {
  const { status, errors, text } = await graphql(...request);
  const [error] = errors;
  if (!error) throw new Error(`The request succeeded: ${text}`);
  return { status, code: error.extensions.code, param: error.extensions.param };
}
