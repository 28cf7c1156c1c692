import { ListenError } from './options.ts';

/** Sends a GraphQL document to the service and returns its data. */
export type RunQuery = <Data>(query: string, variables?: Record<string, unknown>) => Promise<Data>;

interface GraphqlResponse {
  /** Fields by alias. Fields of mutations have errors. */
  readonly data?: Record<string, { userErrors?: { message: string; param: string | null }[] } | null> | null;
  readonly errors?: readonly {
    readonly message?: string;
    readonly extensions?: { readonly code?: string };
  }[];
}

/** Short, because the service runs on the same machine and a person waits at the terminal. */
const DEADLINE_MS = 5_000;

const keyCodes: readonly (string | undefined)[] = ['invalid_api_key', 'wrong_key_kind'];

/** Queries the service at a URL with an API key. Every failure is a {@link ListenError}, also the errors of a mutation. */
export function queryService(serviceUrl: string, apiKey: string): RunQuery {
  return async <Data>(query: string, variables: Record<string, unknown> = {}) => {
    const { status, text } = await post(serviceUrl, apiKey, JSON.stringify({ query, variables }));
    const response = parse(text);
    const problem = response?.errors?.[0];
    if (status === 401 || status === 403 || keyCodes.includes(problem?.extensions?.code)) {
      const why = problem?.message ?? `status ${status}.`;
      throw new ListenError(`The service rejected the API key: ${why} Use a merchant's API key.`);
    }
    if (problem) throw new ListenError(`The service at ${serviceUrl} reports: ${problem.message}`);
    if (!response?.data) {
      throw new ListenError(`The server at ${serviceUrl} (status ${status}) is not Switchyard. Check --url.`);
    }
    const [refusal] = Object.values(response.data).flatMap((field) => field?.userErrors ?? []);
    if (refusal) throw new ListenError(refusal.message, refusal.param);
    return response.data as Data;
  };
}

async function post(serviceUrl: string, apiKey: string, body: string) {
  try {
    const response = await fetch(`${serviceUrl}/graphql`, {
      method: 'POST',
      headers: { 'api-key': apiKey, 'content-type': 'application/json' },
      body,
      // Following a redirect would send the key to another server.
      redirect: 'manual',
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw new ListenError(
      `The service is not reachable at ${serviceUrl}: ${reasonOf(error as Error)}. Start it with npm start, or set its URL with --url.`,
    );
  }
}

function reasonOf(error: Error): string {
  if (error.name === 'TimeoutError') return `no response within ${DEADLINE_MS / 1000} s`;
  const cause = error.cause as NodeJS.ErrnoException | undefined;
  return cause?.code ?? cause?.message ?? error.message;
}

function parse(text: string): GraphqlResponse | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? (value as GraphqlResponse | null) : null;
  } catch {
    return null;
  }
}
