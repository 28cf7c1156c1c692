import { type GraphqlAnswer, type GraphqlOptions, graphql } from './graphql.ts';
import type { TestService } from './service.ts';

/** What a mutation's payload holds: the object under its name, what is shown once, and what went wrong. */
export interface Mutated extends Pick<GraphqlAnswer, 'status' | 'headers' | 'errors' | 'text'> {
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an object, not what type it has.
  readonly payload: any;
  readonly userErrors: readonly { code: string; message: string; param: string | null }[];
}

/**
 * Sends one mutation and answers its payload.
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
): Promise<Mutated> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) {
    ${name}(input: $input) { ${selection} userErrors { code message param } }
  }`;
  const { status, headers, data, errors, text } = await graphql(service, key, document, { input }, options);
  const payload = data?.[name] ?? null;
  return { status, headers, errors, text, payload, userErrors: payload?.userErrors ?? [] };
}

/** The code and param of what a mutation is refused for, in its payload or as an error. */
export async function mutationRefusal(
  ...request: Parameters<typeof mutate>
): Promise<[code: string, param: string | null]> {
  const { userErrors, errors, text } = await mutate(...request);
  const [mendable] = userErrors;
  if (mendable) return [mendable.code, mendable.param];
  const [error] = errors;
  if (!error) throw new Error(`Not refused: ${text}`);
  return [error.extensions.code, error.extensions.param];
}
