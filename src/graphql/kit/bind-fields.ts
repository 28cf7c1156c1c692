import {
  type GraphQLFieldResolver,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
} from 'graphql';
import {
  allResources,
  type DescribedClass,
  type FieldDescription,
  fieldsOf,
  graphqlName,
  isList,
  type ResourceDescription,
  resourceOf,
} from '../../core/model/index.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from './context.ts';
import { CHILD_LIST_ROWS, listCost, objectCost } from './cost.ts';
import { columnsOf, selectionOf } from './selection.ts';

type Resolver = GraphQLFieldResolver<Row, GraphqlContext>;

/** A list of the parent's own, through its dataloader. */
function childrenResolver(parent: ResourceDescription, field: FieldDescription): Resolver {
  const child = resourceOf(field.of!());
  return (row, _args, { loaders }, info) =>
    loaders.children(parent.target, {
      parent: { merchantId: row.merchant_id as string, id: row[parent.id] as string },
      field: field.name,
      columns: columnsOf(child, selectionOf(info)),
    });
}

/** Another resource of the same merchant, through its dataloader. */
function referenceResolver(field: FieldDescription): Resolver {
  const other = resourceOf(field.of!());
  const by = field.by!;
  return (row, _args, { loaders }, info) => {
    const id = row[by];
    if (typeof id !== 'string') return null;
    const columns = columnsOf(other, selectionOf(info));
    return loaders.object(other.target, { merchantId: row.merchant_id as string, id, columns });
  };
}

/** The field's own value; an absent list is an empty one. */
function valueResolver(field: FieldDescription): Resolver {
  const { name } = field;
  return isList(field) ? (row) => row[name] ?? [] : (row) => row[name];
}

function bindType(
  type: GraphQLObjectType,
  target: DescribedClass,
  resource: ResourceDescription | null,
): void {
  const fields = type.getFields();
  for (const field of fieldsOf(target)) {
    const shown = fields[graphqlName(field)];
    if (!shown) continue;
    if (field.kind === 'children') {
      shown.resolve = childrenResolver(resource!, field) as GraphQLFieldResolver<unknown, unknown>;
      shown.extensions = { ...shown.extensions, complexity: listCost(field.rows ?? CHILD_LIST_ROWS) };
    } else if (field.kind === 'reference') {
      shown.resolve = referenceResolver(field) as GraphQLFieldResolver<unknown, unknown>;
      shown.extensions = { ...shown.extensions, complexity: objectCost };
    } else {
      shown.resolve = valueResolver(field) as GraphQLFieldResolver<unknown, unknown>;
    }
  }
  if (resource && fields.id) fields.id.resolve = (row: Row) => row[resource.id];
}

/** Every class that fields of these classes nest, however deep, and these themselves. */
function nestedClasses(roots: readonly DescribedClass[]): Set<DescribedClass> {
  const found = new Set<DescribedClass>(roots);
  for (const target of found) {
    for (const field of fieldsOf(target)) if (field.of) found.add(field.of());
  }
  return found;
}

/**
 * Gives every described field of a schema its resolver. They are plain synchronous functions: type-graphql's
 * own wrap each value in a promise, which for a page of a hundred rows costs more than the database does.
 *
 * @param values What is answered besides resources.
 */
export function bindFields(schema: GraphQLSchema, values: readonly DescribedClass[] = []): void {
  const resources = new Map(allResources().map((resource) => [resource.target, resource]));
  for (const target of nestedClasses([...resources.keys(), ...values])) {
    const type = schema.getType(target.name);
    if (isObjectType(type)) bindType(type, target, resources.get(target) ?? null);
  }
  // type-graphql answers an object's type in a promise, which compiled operations do not wait for.
  (schema.getType('Node') as GraphQLInterfaceType).resolveType = (row: { __typename: string }) =>
    row.__typename;
}
