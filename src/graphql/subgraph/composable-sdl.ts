import {
  type ConstDirectiveNode,
  type GraphQLSchema,
  Kind,
  lexicographicSortSchema,
  parse,
  print,
  printSchema,
  visit,
} from 'graphql';
import { entityTypes, ownKey } from './entity-keys.ts';

const LINK = `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.0", import: ["@key", "@shareable"])`;

const named = (value: string) => ({ kind: Kind.NAME, value }) as const;

const key = (fields: readonly string[]): ConstDirectiveNode => ({
  kind: Kind.DIRECTIVE,
  name: named('key'),
  arguments: [
    { kind: Kind.ARGUMENT, name: named('fields'), value: { kind: Kind.STRING, value: fields.join(' ') } },
  ],
});

const shareable: ConstDirectiveNode = { kind: Kind.DIRECTIVE, name: named('shareable') };

/**
 * The schema as composition takes it. Each resource has two keys, `id` and its own; `PageInfo` may be another service's
 * as well, as Relay prescribes it.
 *
 * @example
 * ```graphql
 * type Payment implements Node @key(fields: "id") @key(fields: "merchantId paymentId") { … }
 * ```
 */
export function composableSdl(schema: GraphQLSchema): string {
  const document = parse(printSchema(lexicographicSortSchema(schema)), { noLocation: true });
  const keyed = visit(document, {
    ObjectTypeDefinition: (type) => {
      const resource = entityTypes().get(type.name.value);
      if (resource) return { ...type, directives: [key(['id']), key(ownKey(resource))] };
      return type.name.value === 'PageInfo' ? { ...type, directives: [shareable] } : undefined;
    },
  });
  return `${LINK}\n\n${print(keyed)}\n`;
}
