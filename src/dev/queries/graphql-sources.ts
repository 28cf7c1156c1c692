import {
  execute,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  parse,
} from 'graphql';
import type { Context } from '../../core/foundation/context.ts';
import { Problem } from '../../core/foundation/errors.ts';
import { allResources, graphqlName, type ResourceDescription } from '../../core/model/index.ts';
import { AnswerBudget } from '../../graphql/kit/answer-budget.ts';
import { Loaders } from '../../graphql/kit/loaders.ts';
import { graphqlSchema } from '../../graphql/schema.ts';
import { NOW } from './recorder.ts';
import { type StatementSource, typicalFields } from './sources.ts';

type QueryField = GraphQLField<unknown, unknown>;

/** A value of a type, as a document has it. */
function literalOf(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literalOf(type.ofType);
  if (isListType(type)) return `[${literalOf(type.ofType)}]`;
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
    return `{ ${required.map((field) => `${field.name}: ${literalOf(field.type)}`).join(', ')} }`;
  }
  if (type.name === 'Int' || type.name === 'Amount') return '1';
  if (type.name === 'Boolean') return 'true';
  return type.name === 'DateTime' ? `"${NOW.toISOString()}"` : '"id"';
}

const argumentsOf = ({ args }: QueryField, ...further: readonly string[]): string => {
  const required = args.filter(isRequiredArgument).map(({ name, type }) => `${name}: ${literalOf(type)}`);
  const all = [...required, ...further];
  return all.length > 0 ? `(${all.join(', ')})` : '';
};

const resourceNamed = (name: string): ResourceDescription | undefined =>
  allResources().find(({ target }) => target.name === name);

/** The typical selection of a type: a resource's filters and nested lists, another type's values. */
function selectionOf(type: GraphQLObjectType): string {
  const resource = resourceNamed(type.name);
  const fields = type.getFields();
  const values = resource
    ? typicalFields(resource).map(graphqlName)
    : Object.values(fields)
        .filter((field) => isLeafType(getNamedType(field.type)) && !field.args.some(isRequiredArgument))
        .map(({ name }) => name);
  const lists = (resource?.fields ?? [])
    .filter(({ kind }) => kind === 'children')
    .map((field) => {
      const of = resourceNamed(field.of!().name)!;
      return `${graphqlName(field)} { ${typicalFields(of).map(graphqlName).join(' ')} }`;
    });
  return [...values, ...lists].filter((name) => fields[name.split(' ')[0]!]).join(' ') || '__typename';
}

async function run(ctx: Context, document: string): Promise<void> {
  const { data, errors } = await execute({
    schema: graphqlSchema(),
    document: parse(document),
    rootValue: {},
    contextValue: {
      ...{ requestId: 'request', ctx, loaders: new Loaders(ctx), budget: new AnswerBudget() },
      ...{ idempotencyKey: () => null, markReplayed: () => {}, spend: null },
    },
  });
  // Of one object nothing is found.
  const others = errors?.filter(({ originalError }) => !(originalError instanceof Problem)) ?? [];
  if (others.length > 0) throw others[0]!.originalError ?? others[0];
  if (data === undefined) throw new Error(`${document} cannot be executed.`);
}

/** The statements of each query: of a list with its counts, once with all rows and once with a search. */
function sourcesOf(field: QueryField): StatementSource[] {
  const type = getNamedType(field.type);
  if (!isObjectType(type)) return [];
  const listed = resourceNamed(type.name.replace(/Connection$/, ''));
  const isList = listed !== undefined && type.name.endsWith('Connection');
  const resource = isList ? listed : resourceNamed(type.name);
  const of = (name: string, document: string): StatementSource => ({
    file: resource?.table ?? field.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    name: `GraphQL ${name}`,
    isQuery: resource === undefined,
    as: resource?.reach === 'installation' ? 'admin_key' : 'api_key',
    send: (ctx) => run(ctx, document),
  });
  if (!isList) {
    return [of(field.name, `{ ${field.name}${argumentsOf(field)} { ${selectionOf(type)} } }`)];
  }
  const nodes = `nodes { ${selectionOf(graphqlSchema().getType(listed.target.name) as GraphQLObjectType)} }`;
  const filter = field.args.find(({ name }) => name === 'filter')?.type;
  const isSearched = isInputObjectType(filter) && 'search' in filter.getFields();
  const searching = argumentsOf(field, 'first: 20', 'filter: { search: "word" }');
  return [
    of(field.name, `{ ${field.name}${argumentsOf(field, 'first: 20')} { ${nodes} } }`),
    of(`${field.name}.totalCount`, `{ ${field.name}${argumentsOf(field)} { totalCount } }`),
    of(`${field.name}.count`, `{ ${field.name}${argumentsOf(field)} { count { count } } }`),
    ...(isSearched ? [of(`${field.name} with a search`, `{ ${field.name}${searching} { ${nodes} } }`)] : []),
  ];
}

/** The queries of the GraphQL API. */
export const graphqlSources = (): StatementSource[] =>
  Object.values(graphqlSchema().getQueryType()!.getFields()).flatMap(sourcesOf);
