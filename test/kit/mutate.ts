import { type GraphqlOptions, type GraphqlResponse, graphql } from './graphql.ts';
import type { TestService } from './service.ts';

/** The response to a mutation. */
export interface MutationResponse extends Pick<GraphqlResponse, 'status' | 'headers' | 'errors' | 'text'> {
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the payload's content.
  readonly payload: any;
  readonly userErrors: readonly { code: string; message: string; param: string | null }[];
}

/**
 * Executes one mutation.
 *
 * @returns its payload, which is null if the request was rejected as a whole.
 *
 * @example
 * ```ts
 * await mutate(service, shop.key, 'createCustomer', { name: 'Ann' }, 'customer { customerId name }');
 * ```
 */
export async function mutate(
  service: Pick<TestService, 'url' | 'statements'>,
  key: string | null,
  name: string,
  input: Record<string, unknown>,
  selection: string,
  options: GraphqlOptions = {},
): Promise<MutationResponse> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) {
    ${name}(input: $input) { ${selection} userErrors { code message param } }
  }`;
  const { status, headers, data, errors, text } = await graphql(service, key, document, { input }, options);
  const payload = data?.[name] ?? null;
  return { status, headers, errors, text, payload, userErrors: payload?.userErrors ?? [] };
}

/**
 * The code and param of the first error of a mutation, from its payload's `userErrors` or from the response.
 *
 * @throws if the mutation succeeds.
 */
export async function mutationError(
  ...request: Parameters<typeof mutate>
): Promise<[code: string, param: string | null]> {
  const { userErrors, errors, text } = await mutate(...request);
  const [userError] = userErrors;
  if (userError) return [userError.code, userError.param];
  const [error] = errors;
  if (!error) throw new Error(`The mutation succeeded: ${text}`);
  return [error.extensions.code, error.extensions.param];
}
