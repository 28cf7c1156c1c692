import type { TestService } from './service.ts';

/** An error as GraphQL answers it. */
export interface GraphqlProblem {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: {
    readonly code: string;
    readonly type: string;
    readonly param: string | null;
    readonly request_id: string;
  };
}

/** What came back from a document, and what the database was asked for it. */
export interface GraphqlAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of data, not what type they have.
  readonly data: any;
  readonly errors: readonly GraphqlProblem[];
  /** The whole body. */
  readonly text: string;
  /** Statements sent meanwhile to read what is asked for. */
  readonly statements: readonly string[];
}

/** What a document is sent with besides itself. */
export interface GraphqlOptions {
  readonly operationName?: string;
  readonly headers?: Record<string, string>;
}

/** Statements that are no part of reading what a document asks for. */
const besides = [
  // Finding out whose key it is.
  'select merchant_id, key_id from find_api_key',
  'select merchant_id from find_publishable_key',
  // Which connection is taken decides whether it has to be told whose rows it may see.
  'select set_config',
];

/** Sends a document over HTTP, with a key or without one. */
export async function graphql(
  service: Pick<TestService, 'url' | 'statements'>,
  key: string | null,
  query: string,
  variables: Record<string, unknown> = {},
  { operationName, headers }: GraphqlOptions = {},
): Promise<GraphqlAnswer> {
  return send(service, key, JSON.stringify({ query, variables, operationName }), headers);
}

/** Sends a body as it is. */
export async function send(
  service: Pick<TestService, 'url' | 'statements'>,
  key: string | null,
  body: string,
  headers: Record<string, string> = {},
): Promise<GraphqlAnswer> {
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
    statements: sent.filter((statement) => !besides.some((start) => statement.startsWith(start))),
  };
}

/** The data of a document that has to be answered without errors. */
export async function dataOf(...request: Parameters<typeof graphql>): Promise<GraphqlAnswer['data']> {
  const { data, errors } = await graphql(...request);
  if (errors.length > 0) throw new Error(`Unexpected errors: ${JSON.stringify(errors)}`);
  return data;
}

/** The status, code and param of a document that has to be refused. */
export async function refusalOf(
  ...request: Parameters<typeof graphql>
): Promise<{ status: number; code: string; param: string | null }> {
  const { status, errors, text } = await graphql(...request);
  const [error] = errors;
  if (!error) throw new Error(`Not refused: ${text}`);
  return { status, code: error.extensions.code, param: error.extensions.param };
}
