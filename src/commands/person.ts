import { withinMerchant } from '../core/foundation/context.ts';
import { type Role, roles } from '../core/foundation/permissions.ts';
import { inviteMember } from '../core/team/invitations.ts';
import { acting } from './acting.ts';
import { defineCommand, print } from './command.ts';
import { UsageError } from './command-line.ts';

const names = Object.keys(roles).join(', ');
const isRole = (name: string): name is Role => Object.hasOwn(roles, name);

export const command = defineCommand({
  about: `Invites a person to a merchant account as the operator, such as its first owner, and prints the link with which
they accept and choose a password. Hand it to that person alone: whoever has it can accept.`,
  options: {
    email: { value: 'address', about: 'the address they sign in with', required: true },
    merchant: { value: 'merchant_id', about: 'the merchant account', required: true },
    role: { value: 'role', about: `one of ${names}`, default: 'owner' },
  },
  run: async ({ email, merchant: merchantId, role }) => {
    if (!email.includes('@')) throw new UsageError('--email must be an e-mail address.');
    if (!isRole(role)) throw new UsageError(`--role must be one of ${names}.`);
    const { link } = await acting('inviteMember', (ctx) =>
      inviteMember(withinMerchant(ctx, merchantId), { email, role }, { handsOver: true }),
    );
    print(`${email} joins ${merchantId} as ${role} by following this link within seven days:\n${link}`);
    return 0;
  },
});
