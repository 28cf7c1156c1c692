import { dataOf, errorOf, type GraphqlOptions, type GraphqlResponse, graphql, send } from './graphql.ts';
import { type MutationResponse, mutate, mutationError } from './mutate.ts';
import type { TestService } from './service.ts';

type Variables = Record<string, unknown>;

/** The GraphQL API of a service with one key. */
export interface GraphqlClient {
  run(document: string, variables?: Variables, options?: GraphqlOptions): Promise<GraphqlResponse>;
  /** Runs a document that must succeed, and returns its data. */
  data(document: string, variables?: Variables, options?: GraphqlOptions): Promise<GraphqlResponse['data']>;
  /** Runs a document that must be rejected, and returns the reason. */
  refusal(document: string, variables?: Variables, options?: GraphqlOptions): ReturnType<typeof errorOf>;
  /** Runs one mutation; `mutate('createCustomer', { name: 'Ann' }, 'customer { customerId }')`. */
  mutate(
    name: string,
    input: Variables,
    selection: string,
    options?: GraphqlOptions,
  ): Promise<MutationResponse>;
  /** Runs one mutation that must be rejected, and returns the error's code and parameter. */
  mutationError(
    name: string,
    input: Variables,
    selection: string,
    options?: GraphqlOptions,
  ): ReturnType<typeof mutationError>;
  /** Sends a request body verbatim. */
  send(body: string, headers?: Record<string, string>): Promise<GraphqlResponse>;
}

export function graphqlClient(
  service: Pick<TestService, 'url' | 'statements'>,
  key: string | null,
): GraphqlClient {
  return {
    run: (...request) => graphql(service, key, ...request),
    data: (...request) => dataOf(service, key, ...request),
    refusal: (...request) => errorOf(service, key, ...request),
    mutate: (...request) => mutate(service, key, ...request),
    mutationError: (...request) => mutationError(service, key, ...request),
    send: (...request) => send(service, key, ...request),
  };
}
