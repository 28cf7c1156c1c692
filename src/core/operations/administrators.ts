import { AdminKeyCreation, createAdminKey, revokeAdminKey } from '../access/admin-keys.ts';
import { AdminKey } from '../entities/admin-key.ts';
import { Operator } from '../entities/operator.ts';
import { appointOperator, OperatorAppointment, removeOperator } from '../team/operators.ts';
import { listOperation, operationsByName, retrieveOperation, writeOperation } from './operation.ts';

const byAdministrators = { keys: ['admin_key'] } as const;
const changesInstallation = { ...byAdministrators, permission: null, reach: 'installation' } as const;

export const administrators = operationsByName({
  createAdminKey: writeOperation({
    ...changesInstallation,
    summary: 'Create an admin key',
    about:
      "Creates a key with the permissions of the admin API key or, with `organization_id`, a key that creates and manages only that organization's merchant accounts. The secret is returned only in this response.",
    input: AdminKeyCreation,
    target: AdminKey,
    oneTimeText: { name: 'secret', about: 'The secret, to send in the header `api-key`.' },
    run: createAdminKey,
    shows: ({ keyId: id, secret }) => ({ id, oneTimeTexts: { secret } }),
  }),
  listAdminKeys: listOperation(AdminKey, {
    ...byAdministrators,
    about: 'Lists the keys of administrators and organizations, newest first, without their secrets.',
  }),
  retrieveAdminKey: retrieveOperation(AdminKey, {
    ...byAdministrators,
    about: 'Retrieves a key of an administrator or an organization, without its secret.',
  }),
  revokeAdminKey: writeOperation({
    ...changesInstallation,
    summary: 'Revoke an admin key',
    about:
      'Revokes a key of an administrator or an organization, effective immediately. A key may revoke itself.',
    ids: ['key_id'],
    target: AdminKey,
    run: revokeAdminKey,
  }),
  appointOperator: writeOperation({
    ...changesInstallation,
    summary: 'Appoint an operator',
    about:
      'Makes a person with an account an operator. Signed in with a second factor, and with the header `switchyard-merchant: *`, they have the permissions of the admin API key.',
    input: OperatorAppointment,
    target: Operator,
    problems: ['resource_already_exists', 'resource_not_found', 'unexpected_state'],
    run: appointOperator,
  }),
  listOperators: listOperation(Operator, {
    ...byAdministrators,
    about: 'Lists the people who operate the installation, oldest first.',
  }),
  retrieveOperator: retrieveOperation(Operator, {
    ...byAdministrators,
    about: 'Retrieves a person who operates the installation.',
  }),
  removeOperator: writeOperation({
    ...changesInstallation,
    summary: 'Remove an operator',
    about:
      'Removes an operator and returns their last state. They lose operator access immediately; their account remains.',
    ids: ['person_id'],
    target: Operator,
    run: removeOperator,
    shows: 'result',
  }),
});
