import {
  allRoles,
  keptPermissions,
  namedPermissions,
  organizationPermissions,
  type Permission,
  permissions,
  type Reach,
  type Role,
  roleMeanings,
  roles,
} from '../core/foundation/permissions.ts';
import { allResources } from '../core/model/index.ts';
import { allOperations } from '../core/operations/index.ts';
import type { OperationDescription } from '../core/operations/operation.ts';
import { documentedOperations } from '../rest/operations.ts';
import { redirectTable } from './redirect-reference.ts';

const names = Object.keys(permissions) as Permission[];

const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`;

interface Named {
  readonly name: string;
  readonly reach: Reach;
}

/** Operations that take no permission in REST, as the specification names no key of a merchant for them. */
const unpermitted = new Set(
  documentedOperations.flatMap(({ id, permission }) => (permission === null ? [id] : [])),
);

const isWrite = ({ kind }: OperationDescription) => kind === 'write';

/** The operations of an API that meet a condition, by name. */
function operationsIn(face: 'rest' | 'graphql', isMeant: (operation: OperationDescription) => boolean) {
  const some = allOperations.filter(
    (operation) => (operation.only?.face ?? face) === face && isMeant(operation),
  );
  return some.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const listed = (some: readonly Named[]) =>
  some.map(({ name, reach }) => `\`${name}\`${reach === 'merchant' ? ' ◆' : ''}`).join(', ');

function roleTable(): string {
  const has = (role: Role, permission: Permission) =>
    (roles[role] as readonly Permission[]).includes(permission) ? '✓' : '';
  return [
    row('Permission', 'What it allows', ...allRoles),
    row('---', '---', ...allRoles.map(() => ':-:')),
    ...names.map((permission) =>
      row(`\`${permission}\``, permissions[permission], ...allRoles.map((role) => has(role, permission))),
    ),
  ].join('\n');
}

/** Statistics, subscriptions and nested fields go with the objects that they are of. */
function operationTable(): string {
  const rows = names.flatMap((permission) => {
    const types = allResources().flatMap(({ reach, reads, target }) =>
      reads === permission && reach !== 'installation' ? [{ name: target.name, reach }] : [],
    );
    const takes = (operation: OperationDescription) =>
      operation.permission === permission && operation.reach !== 'installation';
    const mutations = operationsIn('graphql', (operation) => takes(operation) && isWrite(operation));
    const rest = operationsIn('rest', (operation) => takes(operation) && !unpermitted.has(operation.name));
    if (types.length + mutations.length + rest.length === 0) return [];
    return [row(`\`${permission}\``, listed([...types, ...mutations]), listed(rest))];
  });
  return [
    row('Permission', 'GraphQL types and mutations', 'REST operations'),
    row('---', '---', '---'),
    ...rows,
  ].join('\n');
}

/** The operations for administrators only, with the ones that an organization's key may call too. */
function administratorTable(): string {
  const rows = (['organization', 'installation'] as const).map((sought) => {
    const types = allResources().flatMap(({ reach, target }) => (reach === sought ? [target.name] : []));
    const concerns = ({ reach }: OperationDescription) => reach === sought;
    const mutations = operationsIn('graphql', (operation) => concerns(operation) && isWrite(operation));
    const inWords = (some: readonly string[]) => some.map((name) => `\`${name}\``).join(', ');
    const [graphql, rest] = [mutations, operationsIn('rest', concerns)].map((some) =>
      some.map(({ name }) => name),
    );
    return row(`the ${sought}`, inWords([...types, ...graphql!]), inWords(rest!));
  });
  return [
    row('What concerns', 'GraphQL types and mutations', 'REST operations'),
    row('---', '---', '---'),
    ...rows,
  ].join('\n');
}

const aboutPersonalData = `## Personal data

Without \`personal_data:read\`, names, e-mail addresses, phone numbers, addresses other than country and state, account
numbers and browsers are shown masked (\`A••• L•••\`, \`a•••@example.com\`) or as null, also in the bodies of events, and
cannot be filtered or sorted by. A search then covers only the other fields. Free-form fields, such as \`metadata\` and
\`description\` of a payment, are the merchant's and shown unchanged. Notes on payments and the evidence of disputes are
about people, and are masked.

What a caller may not read, it cannot reach by what it is given or sets up:

- A client secret of a payment and an ephemeral key open the customer's part of a payment, and the customer's saved payment
  methods. Who creates a payment without \`personal_data:read\` gets a client secret and an ephemeral key, \`…_secret_masked_…\`
  and \`epk_masked_…\`, that show personal data masked; they confirm as any other. Client secrets of other payments are shown
  to those who have \`payments:write\` and \`personal_data:read\`.
- Webhooks go to an address that is set without \`personal_data:read\` only with \`webhook_details.mask_personal_data\`, and
  have personal data masked until somebody with the permission sets it to false. So do their headers, user and password.
- The replay of an idempotent request shows what the caller may see now.`;

const aboutRedirections = (): string => `## Where something is sent

Setting where card numbers, personal data or money are sent takes the permission that reading them takes, at both APIs and in
every operation; the description of the field says so. Without it the request is refused with 403 \`not_permitted\`, which
names the field, the permission and the roles that have it, and changes nothing. What is sent back unchanged needs no
permission, nor does clearing a value, unless another takes its place.

${redirectTable()}

- Payments and links take settings over from their profile or account. A request that names a \`domain_name\` of its own takes
  the permission, too.
- The sandbox needs only \`connectors:write\`. The role developer sets credentials of accounts with \`test_mode\`, and changes no
  other account to that mode.
- In the \`test\` environment a host or URL on the own machine, such as \`http://localhost:4000\`, redirects nothing.
- A person has to have shown a second factor in the session: 403 \`second_factor_required\` otherwise. Keys have none.
- Each change of an account, a profile, a connector account, an endpoint or a schedule is in the audit log, shown in the
  dashboard, and sent to all owners by e-mail: \`redirect_changed\`, or \`host_changed\` for a domain.
- \`return_url\` takes no permission of its own: the customer is led there with an identifier and a signed status. Nor do
  \`allowed_domains\`: a domain has effect once its merchant has proved it.
- Routing chooses among the accounts that a merchant has: \`settings:write\`. A payout goes where its request says:
  \`payouts:write\`.
`;

/** The reference of permissions, docs/permissions.md. */
export function permissionReference(): string {
  return `# Permissions

Generated from src/core/foundation/permissions.ts by \`npm run emit\`.

A person has the permissions of a role in each merchant account. An API key has those that it was created with,
\`createApiKey(permissions: …)\`, or else all but ${[...namedPermissions].map((name) => `\`${name}\``).join(', ')}, which a key has only where they are named.
Keys from before version 0.6.0 keep ${keptPermissions.map((name) => `\`${name}\``).join(' and ')} without a name until \`unnamed_permissions_until\`.
Nobody gives a key or a person more than they have themselves, or changes one that has more, except to restrict or revoke a key;
the key of an organization gives no key \`vault:export\`. What is not
permitted is rejected with 403 \`not_permitted\`, and the message names the permission. Publishable and ephemeral keys and
administrators have none: their access is fixed.

## Roles

${allRoles.map((role) => `- **${role}**: ${roleMeanings[role]}`).join('\n')}

${roleTable()}

## Operations

An operation that changes something returns its object without the permission to read it. Nested lists and references
of another permission need their own: selecting one in GraphQL is an error at that field, and REST shows a list as null.
Statistics, subscriptions and timelines go with the objects that they are of. A subscription's connection ends when the
permissions of its key change.

What is marked ◆ concerns the merchant account as a whole, as does \`connectorLatency\`. A key that is restricted to a
business profile is refused there, whatever its permissions: it reads and changes the objects of its profile, and what all
profiles share, such as customers.

${operationTable()}

## Administrators and organizations

The admin API key of the configuration, other keys of administrators (\`ak_…\`) and operators who signed in with a second
factor may do everything in every merchant account, and alone what concerns the installation. Another key that asks for
that gets 403 \`wrong_key_kind\`.

The key of an organization (\`ok_…\`) acts for the merchant accounts with its \`organization_id\`, named as with the admin
API key; any other does not exist for it. It creates accounts in its organization and has these permissions in each:
${[...organizationPermissions].map((name) => `\`${name}\``).join(', ')}. What concerns the installation is rejected with 403 \`not_permitted\`.

${administratorTable()}

${aboutPersonalData}
${aboutRedirections()}`;
}
