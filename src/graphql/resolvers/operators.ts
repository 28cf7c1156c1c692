import { AdminKeyCreation, createAdminKey, revokeAdminKey } from '../../core/access/admin-keys.ts';
import { AdminKey } from '../../core/entities/admin-key.ts';
import { Operator } from '../../core/entities/operator.ts';
import { appointOperator, OperatorAppointment, removeOperator } from '../../core/team/operators.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

const ofInstallation = { keys: ['admin_key'], permission: null, reach: 'installation' } as const;
const ofKey = { ...ofInstallation, payload: AdminKey, payloadField: 'adminKey' } as const;
const ofOperator = { ...ofInstallation, payload: Operator, payloadField: 'operator' } as const;

export const operatorResolvers = [
  queriesOf(AdminKey),
  queriesOf(Operator),
  mutation({
    ...ofKey,
    name: 'createAdminKey',
    about:
      'Creates a key that does what the admin API key does or, with `organizationId`, creates and manages the merchant accounts of that organization and no others. The secret is returned only in this response.',
    input: AdminKeyCreation,
    oneTimeText: {
      name: 'secret',
      about: 'The secret, to send in the header `api-key`. Null in the replay of an idempotent mutation.',
    },
    run: async (ctx, input) => {
      const { keyId, secret } = await createAdminKey(ctx, input);
      return { id: keyId, oneTimeTexts: { secret } };
    },
  }),
  mutation({
    ...ofKey,
    name: 'revokeAdminKey',
    about:
      'Revokes a key of an administrator or an organization, effective at once. A key may revoke itself.',
    ids: ['key_id'],
    run: async (ctx, _input, { key_id }) => {
      await revokeAdminKey(ctx, key_id!);
      return { id: key_id! };
    },
  }),
  mutation({
    ...ofOperator,
    name: 'appointOperator',
    about:
      'Makes a person who has an account an operator: signed in with a second factor, and with the header `switchyard-merchant: *`, they do what the admin API key does.',
    input: OperatorAppointment,
    run: async (ctx, input) => ({ id: await appointOperator(ctx, input) }),
  }),
  mutation({
    ...ofOperator,
    name: 'removeOperator',
    about:
      'Removes an operator and returns their last state. Their requests as an operator end at once; their account stays.',
    ids: ['person_id'],
    run: async (ctx, _input, { person_id }) => ({
      id: person_id!,
      snapshot: await removeOperator(ctx, person_id!),
    }),
  }),
];
