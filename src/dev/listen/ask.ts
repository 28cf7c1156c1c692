import { ListenError } from './options.ts';

/** Sends a GraphQL document to the service and answers its data. */
export type RunQuery = <Data>(query: string, variables?: Record<string, unknown>) => Promise<Data>;

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly {
    readonly message?: string;
    readonly extensions?: { readonly code?: string };
  }[];
}

/** How long the service may take to answer. It is on the same machine, and somebody waits at the terminal. */
const DEADLINE_MS = 5_000;

const keyCodes: readonly (string | undefined)[] = ['invalid_api_key', 'wrong_key_kind'];

/** Asks the service at an address with an API key. Whatever goes wrong is a {@link ListenError}. */
export function asking(serviceUrl: string, apiKey: string): RunQuery {
  return async <Data>(query: string, variables: Record<string, unknown> = {}) => {
    const { status, text } = await post(serviceUrl, apiKey, JSON.stringify({ query, variables }));
    const answer = parse(text);
    const problem = answer?.errors?.[0];
    if (status === 401 || status === 403 || keyCodes.includes(problem?.extensions?.code)) {
      const why = problem?.message ?? `it answers ${status}.`;
      throw new ListenError(`The service refuses the API key: ${why} It must be an API key of a merchant's.`);
    }
    if (problem) throw new ListenError(`The service at ${serviceUrl} answers: ${problem.message}`);
    if (!answer?.data) {
      throw new ListenError(`What answers at ${serviceUrl} (${status}) is not Switchyard. Is --url right?`);
    }
    return answer.data as Data;
  };
}

async function post(serviceUrl: string, apiKey: string, body: string) {
  try {
    const response = await fetch(`${serviceUrl}/graphql`, {
      method: 'POST',
      headers: { 'api-key': apiKey, 'content-type': 'application/json' },
      body,
      // Following a redirect would hand the key to another server.
      redirect: 'manual',
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw new ListenError(
      `The service is not reachable at ${serviceUrl}: ${reasonOf(error as Error)}. Start it with npm start, or say where it is with --url.`,
    );
  }
}

function reasonOf(error: Error): string {
  if (error.name === 'TimeoutError') return `no answer within ${DEADLINE_MS / 1000} s`;
  const cause = error.cause as NodeJS.ErrnoException | undefined;
  return cause?.code ?? cause?.message ?? error.message;
}

function parse(text: string): Answer | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? (value as Answer | null) : null;
  } catch {
    return null;
  }
}
