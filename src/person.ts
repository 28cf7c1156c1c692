import { parseArgs } from 'node:util';
import { readConfig } from './config/config.ts';
import { withinMerchant } from './core/foundation/context.ts';
import { type Role, roles } from './core/foundation/permissions.ts';
import { inviteMember } from './core/team/invitations.ts';
import { createLogger } from './http/logging.ts';
import { provision } from './provision.ts';
import { createService } from './service/service.ts';

/**
 * The command behind `npm run person`: invites somebody to a merchant account as the operator, such as its first owner,
 * and prints the link to hand on.
 */
const usage = `Usage: npm run person -- invite --email <address> --merchant <merchant_id> [--role <role>]

Invites a person to a merchant account, and prints the link with which they accept and choose a password.
  --email     the address they sign in with
  --merchant  the merchant account
  --role      one of ${Object.keys(roles).join(', ')}; owner unless given
`;

/** An argument that cannot be worked with; the message names it. */
class ArgumentError extends Error {}

function readArguments(): { email: string; merchantId: string; role: Role } {
  const options = {
    email: { type: 'string' },
    merchant: { type: 'string' },
    role: { type: 'string', default: 'owner' },
  } as const;
  try {
    const { positionals, values } = parseArgs({ options, strict: true, allowPositionals: true });
    const { email, merchant: merchantId, role } = values;
    if (positionals.join() !== 'invite') throw new ArgumentError('The command is: invite');
    if (!email?.includes('@')) throw new ArgumentError('--email must be an e-mail address.');
    if (!merchantId) throw new ArgumentError('--merchant is required.');
    if (!Object.hasOwn(roles, role))
      throw new ArgumentError(`--role must be one of ${Object.keys(roles).join(', ')}.`);
    return { email, merchantId, role: role as Role };
  } catch (error) {
    throw new ArgumentError((error as Error).message);
  }
}

try {
  const { email, merchantId, role } = readArguments();
  const config = readConfig();
  const log = (line: string) => process.stderr.write(`${line}\n`);
  const { close, ...means } = await provision(config, { log, share: true });
  try {
    const service = await createService({
      ...means,
      environment: config.environment,
      logger: createLogger('silent'),
      publicUrl: config.publicUrl ?? `http://127.0.0.1:${config.port}`,
      doesJobs: false,
    });
    const ctx = withinMerchant(service.contextFor({ kind: 'admin_key' }, 'person'), merchantId);
    const { link } = await inviteMember(ctx, { email, role });
    process.stdout.write(
      `${email} joins ${merchantId} as ${role} by following this link within seven days:\n${link}\n`,
    );
    await service.stop(0);
  } finally {
    await close();
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n${error instanceof ArgumentError ? `\n${usage}` : ''}`);
  process.exitCode = 1;
}
