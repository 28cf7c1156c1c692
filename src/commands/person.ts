import { readConfig } from '../config/config.ts';
import { withinMerchant } from '../core/foundation/context.ts';
import { type Role, roles } from '../core/foundation/permissions.ts';
import { inviteMember } from '../core/team/invitations.ts';
import { createLogger } from '../http/front-door/logging.ts';
import { provision } from '../service/provision.ts';
import { openSecrets } from '../service/secrets.ts';
import { createService } from '../service/service.ts';
import { defineCommand, print } from './command.ts';
import { UsageError } from './command-line.ts';

const names = Object.keys(roles).join(', ');
const isRole = (name: string): name is Role => Object.hasOwn(roles, name);

export const command = defineCommand({
  about: `Invites a person to a merchant account as the operator, such as its first owner, and prints the link with which
they accept and choose a password.`,
  options: {
    email: { value: 'address', about: 'the address they sign in with', required: true },
    merchant: { value: 'merchant_id', about: 'the merchant account', required: true },
    role: { value: 'role', about: `one of ${names}`, default: 'owner' },
  },
  run: async ({ email, merchant: merchantId, role }) => {
    if (!email.includes('@')) throw new UsageError('--email must be an e-mail address.');
    if (!isRole(role)) throw new UsageError(`--role must be one of ${names}.`);
    const config = readConfig();
    const log = (line: string) => process.stderr.write(`${line}\n`);
    const { close, database } = await provision(config, { log, share: true });
    try {
      const publicUrl = config.publicUrl ?? `http://127.0.0.1:${config.port}`;
      const service = await createService({
        database,
        secrets: await openSecrets(config, database.transact),
        settings: { ...config, publicUrl, role: 'web' },
        logger: createLogger('silent'),
      });
      const ctx = withinMerchant(service.contextFor({ kind: 'admin_key' }, 'person'), merchantId);
      const { link } = await inviteMember(ctx, { email, role });
      print(`${email} joins ${merchantId} as ${role} by following this link within seven days:\n${link}`);
      await service.stop(0);
    } finally {
      await close();
    }
  },
});
