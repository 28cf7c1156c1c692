import { createAdminKey, revokeAdminKey } from '../core/access/admin-keys.ts';
import { acting } from './acting.ts';
import { defineCommand, print } from './command.ts';
import { UsageError, whole } from './command-line.ts';

const DAY_MS = 24 * 60 * 60_000;
const DAYS_MAX = 3650;

export const create = defineCommand({
  about: `Creates a key that does what ADMIN_API_KEY does, or that creates and manages the merchant accounts of one
organization, and prints it. It is not shown again.`,
  options: {
    name: { value: 'name', about: 'who or what holds it', required: true },
    organization: { value: 'organization_id', about: 'the organization that it is restricted to' },
    days: { value: 'days', about: 'the days for which it is valid; for ever unless given' },
  },
  run: async ({ days, name, organization }) => {
    if (organization !== undefined && !/^[\w-]{1,64}$/.test(organization)) {
      throw new UsageError('--organization must be an identifier: 1 to 64 letters, digits, _ and -.');
    }
    const lifetimeMs = days === undefined ? null : whole('days', days, 1, DAYS_MAX) * DAY_MS;
    const { keyId, secret } = await acting('createAdminKey', (ctx) => {
      const nowMs = ctx.ports.now().getTime();
      const expiresAt = lifetimeMs === null ? null : new Date(nowMs + lifetimeMs).toISOString();
      const restriction = organization === undefined ? {} : { organization_id: organization };
      return createAdminKey(ctx, { name, ...restriction, expires_at: expiresAt });
    });
    print(`${keyId}\n${secret}`);
    return 0;
  },
});

export const revoke = defineCommand({
  about: 'Revokes a key of an administrator or an organization, in effect at once.',
  options: { key: { value: 'key_id', about: 'its identifier, such as adk_…', required: true } },
  run: async ({ key }) => {
    await acting('revokeAdminKey', (ctx) => revokeAdminKey(ctx, key));
    print(`${key} is revoked.`);
    return 0;
  },
});
