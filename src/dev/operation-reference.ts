import { allOperations } from '../core/operations/index.ts';
import type { OperationDescription } from '../core/operations/operation.ts';
import { rootFields } from '../graphql/kit/root-fields.ts';
import { documentedOperations } from '../rest/operations.ts';

const code = (text: string) => `\`${text}\``;

/** The method and path of each operation in REST, by its name. */
const restPlaces = new Map(
  documentedOperations.map(({ id, method, path }) => [id, `${method.toUpperCase()} ${path}`]),
);

/** The fields of GraphQL that carry out each operation, by its name. */
const graphqlFields = Map.groupBy(rootFields.values(), ({ operation }) => operation.name);

/** Where an API has an operation, or why it has not. */
function placeIn(face: 'rest' | 'graphql', { name, only }: OperationDescription): string {
  if (only && only.face !== face) return only.because;
  if (face === 'rest') return code(restPlaces.get(name) ?? '');
  return (graphqlFields.get(name) ?? []).map(({ name: field }) => code(field)).join(', ');
}

const keyNames = {
  api_key: 'merchant',
  admin_key: 'admin',
  publishable_key: 'publishable',
  ephemeral_key: 'ephemeral',
};

function rowOf(operation: OperationDescription): string {
  const { byPersons, evenIfSuspended, keys, name, permission, problems, reach } = operation;
  const callers = byPersons ? 'people' : keys.map((kind) => keyNames[kind]).join(', ');
  const cells = [
    `${code(name)}${evenIfSuspended ? ' ⏸' : ''}`,
    placeIn('rest', operation),
    placeIn('graphql', operation),
    permission === null ? '' : code(permission),
    reach,
    callers,
    problems.map(code).join(', '),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The overview of all operations, docs/operations.md. */
export function operationReference(): string {
  return `# Operations

Generated from src/core/operations by \`npm run emit\`. The descriptions are in schema/openapi.json and schema/schema.graphql.

Operations for a merchant's keys are open to people too: a person acts with the permissions of a role. [permissions.md](permissions.md)
describes permissions and reaches, [errors.md](errors.md) the error codes. Listed are the errors that an operation has in
addition to those of every operation. A suspended merchant may write only by the operations marked ⏸.
In REST the operations of the specification take only the keys that it names.

| Operation | REST | GraphQL | Permission | Reach | Keys | Errors |
|---|---|---|---|---|---|---|
${allOperations.map(rowOf).join('\n')}
`;
}
