import { AdminKeyCreation, createAdminKey, revokeAdminKey } from '../../core/access/admin-keys.ts';
import { AdminKey } from '../../core/entities/admin-key.ts';
import { Operator } from '../../core/entities/operator.ts';
import { appointOperator, OperatorAppointment, removeOperator } from '../../core/team/operators.ts';
import { beyond, retrieve } from '../beyond.ts';
import { listOf } from '../lists.ts';
import { one, oneWithSecret } from '../response-shapes.ts';

const ofInstallation = { keys: ['admin_key'], permission: null, reach: 'installation' } as const;

export const operatorsBeyond = [
  beyond({
    ...ofInstallation,
    id: 'createAdminKey',
    summary: 'Create an admin key',
    method: 'post',
    path: '/admin_keys',
    about:
      'Creates a key that does what the admin API key does or, with `organization_id`, creates and manages the merchant accounts of that organization and no others. The secret is returned only in this response.',
    body: AdminKeyCreation,
    example: { body: { name: 'Onboarding', organization_id: 'org_01JZ5V0G7N4S8X2T6W9Y3B1C5D' } },
    response: oneWithSecret(
      AdminKey,
      'secret',
      'The secret, to send in the header `api-key`. Null in the replay of an idempotent request.',
    ),
    handle: async (ctx, { body }) => {
      const { keyId, secret } = await createAdminKey(ctx, body);
      return { ...(await retrieve(ctx, AdminKey, keyId)), secret };
    },
  }),
  listOf(AdminKey, {
    keys: ['admin_key'],
    id: 'listAdminKeys',
    summary: 'List admin keys',
    path: '/admin_keys',
    about: 'Lists the keys of administrators and organizations, newest first, without their secrets.',
  }),
  beyond({
    ...ofInstallation,
    id: 'retrieveAdminKey',
    summary: 'Retrieve an admin key',
    method: 'get',
    path: '/admin_keys/{key_id}',
    about: 'Retrieves a key of an administrator or an organization, without its secret.',
    response: one(AdminKey, 'full'),
    handle: (ctx, { path }) => retrieve(ctx, AdminKey, path.key_id),
  }),
  beyond({
    ...ofInstallation,
    id: 'revokeAdminKey',
    summary: 'Revoke an admin key',
    method: 'delete',
    path: '/admin_keys/{key_id}',
    about:
      'Revokes a key of an administrator or an organization, effective at once. A key may revoke itself.',
    response: one(AdminKey, 'full'),
    handle: async (ctx, { path }) => {
      await revokeAdminKey(ctx, path.key_id);
      return retrieve(ctx, AdminKey, path.key_id);
    },
  }),
  beyond({
    ...ofInstallation,
    id: 'appointOperator',
    summary: 'Appoint an operator',
    method: 'post',
    path: '/operators',
    about:
      'Makes a person who has an account an operator: signed in with a second factor, and with the header `switchyard-merchant: *`, they do what the admin API key does.',
    body: OperatorAppointment,
    problems: ['resource_already_exists', 'resource_not_found', 'unexpected_state'],
    example: { body: { email: 'ada@example.com' } },
    response: one(Operator, 'full'),
    handle: async (ctx, { body }) => retrieve(ctx, Operator, await appointOperator(ctx, body)),
  }),
  listOf(Operator, {
    keys: ['admin_key'],
    id: 'listOperators',
    summary: 'List operators',
    path: '/operators',
    about: 'Lists the people who operate the installation, in the order in which they were appointed.',
  }),
  beyond({
    ...ofInstallation,
    id: 'retrieveOperator',
    summary: 'Retrieve an operator',
    method: 'get',
    path: '/operators/{person_id}',
    about: 'Retrieves a person who operates the installation.',
    response: one(Operator, 'full'),
    handle: (ctx, { path }) => retrieve(ctx, Operator, path.person_id),
  }),
  beyond({
    ...ofInstallation,
    id: 'removeOperator',
    summary: 'Remove an operator',
    method: 'delete',
    path: '/operators/{person_id}',
    about:
      'Removes an operator and returns their last state. Their requests as an operator end at once; their account stays.',
    response: one(Operator, 'full'),
    handle: (ctx, { path }) => removeOperator(ctx, path.person_id),
  }),
];
