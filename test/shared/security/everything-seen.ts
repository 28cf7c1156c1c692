import { operations } from '../../../src/rest/operations.ts';
import { graphql } from '../../kit/graphql.ts';
import type { TestService } from '../../kit/service.ts';
import { inParallel } from './asking.ts';
import { argumentsWith, queryFields } from './graphql-fields.ts';
import { documentsOf } from './selections.ts';

/** The objects to read. */
export interface Sought {
  /** Identifiers by the specification's names. */
  readonly ids: Readonly<Record<string, string>>;
  /** Global identifiers. */
  readonly nodes: readonly string[];
}

/** The specification's spelling of a GraphQL name. */
export const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The type in a global identifier. */
const typeOf = (id: string): string => JSON.parse(Buffer.from(id, 'base64url').toString())[0];

/** The required query of a customer's saved methods. */
export const TERMS =
  'accepted_currency=USD&accepted_country=US&minimum_amount=1&maximum_amount=9000&recurring_payment_enabled=false&installment_payment_enabled=false';

/** All objects and lists that a key can read, over both APIs: the response texts. */
export async function everythingSeen(
  service: TestService,
  key: string,
  { ids, nodes }: Sought,
): Promise<string[]> {
  const texts: string[] = [];
  const documents = queryFields.flatMap((root) => {
    const args = argumentsWith(root.field, (name) => ids[snakeCase(name)] ?? 'none');
    if ('ids' in args) args.ids = nodes;
    return documentsOf(root).flatMap(({ text }) => {
      if (!('id' in args)) return [{ text, variables: args }];
      const ofType = nodes.filter((id) => text.includes(`... on ${typeOf(id)} `));
      return ofType.map((id) => ({ text, variables: { ...args, id } }));
    });
  });
  await inParallel(documents, async ({ text, variables }) => {
    texts.push((await graphql(service, key, text, variables)).text);
  });
  await inParallel(
    operations.filter(({ method }) => method === 'get'),
    async ({ id, path }) => {
      const at = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'none');
      const asked = id === 'listCustomerPaymentMethods' ? `${at}?${TERMS}` : at;
      texts.push(await (await fetch(service.url + asked, { headers: { 'api-key': key } })).text());
    },
  );
  return texts;
}
