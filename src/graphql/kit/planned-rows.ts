import type { FieldNode } from 'graphql';
import {
  type FieldDescription,
  graphqlName,
  type ResourceDescription,
  resourceOf,
} from '../../core/model/index.ts';
import { type ChildList, encodingOf, type Member, type NamedColumn } from '../../core/reads/index.ts';
import { isColumnName } from '../../core/reads/statement.ts';
import { before, type Fragments, fieldsIn, NeedsResolvers, nameIn } from './planned-fields.ts';
import type { TextProjection } from './text-page.ts';

/** A resource's field by its GraphQL name. */
const fieldNamed = ({ fields }: ResourceDescription, { name }: FieldNode) =>
  fields.find((field) => graphqlName(field) === name.value);

/** The plan of a selection of a resource: the columns and lists to read, and how each is written. */
export function planRows(
  resource: ResourceDescription,
  { selectionSet }: FieldNode,
  fragments: Fragments,
): { members: Member[]; projection: TextProjection } {
  const columns: string[] = [];
  const lists: ChildList[] = [];
  const planned = fieldsIn(selectionSet, fragments).map((node, i): Member => {
    const start = before(node, i);
    if (node.name.value === '__typename') {
      return { before: start + JSON.stringify(resource.target.name), at: null, write: 'string' };
    }
    const field = fieldNamed(resource, node);
    if (field?.kind === 'children') {
      if (node.arguments?.length || lists.some((list) => list.field === field.name))
        throw new NeedsResolvers();
      lists.push(planList(field, node, fragments));
      return { before: start, at: lists.length - 1, write: 'list' };
    }
    const encoding = encodingOf(field);
    if (!field || !encoding) throw new NeedsResolvers();
    if (!columns.includes(field.name)) columns.push(field.name);
    return { before: start, at: columns.indexOf(field.name), write: encoding };
  });
  // The lists follow the columns.
  const members = planned.map((member) =>
    member.write === 'list' ? { ...member, at: columns.length + member.at! } : member,
  );
  return { members, projection: { columns, lists } };
}

/** The rows of a list are written by the database, so all that is shown of them are columns. */
function planList(field: FieldDescription, { selectionSet }: FieldNode, fragments: Fragments): ChildList {
  const resource = resourceOf(field.of!());
  const shown = fieldsIn(selectionSet, fragments).map((node): NamedColumn => {
    const column = fieldNamed(resource, node);
    if (!column || !encodingOf(column) || !isColumnName(nameIn(node))) throw new NeedsResolvers();
    return { column: column.name, as: nameIn(node) };
  });
  return { field: field.name, columns: shown.map(({ column }) => column), shown };
}
