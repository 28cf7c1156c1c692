/**
 * The schema as a subgraph of Apollo Federation 2: with `_service`, whose SDL is composed with that of other services
 * into a supergraph, and `_entities`, by which the router reads what those refer to.
 * https://www.apollographql.com/docs/graphos/schema-design/federated-schemas/reference/subgraph-spec
 */
import {
  type GraphQLFieldConfig,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  GraphQLUnionType,
} from 'graphql';
import { type GraphqlContext, readingContext } from '../kit/context.ts';
import { readNodes } from '../kit/nodes.ts';
import { selectionOf } from '../kit/selection.ts';
import { composableSdl } from './composable-sdl.ts';
import { entityTypes } from './entity-keys.ts';
import { type Representation, representationScalar } from './representation.ts';

type QueryField<Args> = GraphQLFieldConfig<unknown, GraphqlContext, Args>;

/**
 * Adds the fields that make a schema a subgraph. All its types stay the same objects, with the costs, checks and
 * resolvers that are bound to them; a schema that was built from its SDL would have lost them.
 */
export function asSubgraph(schema: GraphQLSchema): GraphQLSchema {
  const config = schema.toConfig();
  const queries = config.query!.toConfig();
  const fields = { ...queries.fields, _entities: entitiesField(schema), _service: serviceField(schema) };
  const query = new GraphQLObjectType({ ...queries, fields: fields as typeof queries.fields });
  const types = config.types.filter((type) => type !== config.query);
  return new GraphQLSchema({ ...config, query, types });
}

function serviceField(schema: GraphQLSchema): QueryField<unknown> {
  const type = new GraphQLObjectType({
    name: '_Service',
    description: 'This service, as composition sees it.',
    fields: { sdl: { type: new GraphQLNonNull(GraphQLString), description: 'The schema, with its keys.' } },
  });
  // Half a megabyte that is seldom asked for.
  let sdl: string | undefined;
  return {
    type: new GraphQLNonNull(type),
    description: 'What composition asks for.',
    resolve: () => {
      sdl ??= composableSdl(schema);
      return { sdl };
    },
  };
}

interface EntitiesArguments {
  readonly representations: readonly Representation[];
}

function entitiesField(schema: GraphQLSchema): QueryField<EntitiesArguments> {
  const entity = new GraphQLUnionType({
    name: '_Entity',
    description: 'What other services may refer to.',
    types: [...entityTypes().keys()].sort().map((name) => schema.getType(name) as GraphQLObjectType),
    resolveType: (row: { __typename: string }) => row.__typename,
  });
  const representations = new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(representationScalar)));
  return {
    type: new GraphQLNonNull(new GraphQLList(entity)),
    description: 'Finds entities, in the order of their representations; null for one that does not exist.',
    args: { representations: { type: representations, description: 'The entities to find.' } },
    extensions: {
      complexity: ({ args, childComplexity }: { args: EntitiesArguments; childComplexity: number }) =>
        args.representations.length * (1 + childComplexity),
    },
    resolve: (_source, args, graphql, info) => {
      const keys = args.representations.map(({ id, merchantId, typeName }) => ({
        resource: entityTypes().get(typeName)!,
        merchantId,
        id,
      }));
      return readNodes(readingContext(graphql), keys, selectionOf(info));
    },
  };
}
