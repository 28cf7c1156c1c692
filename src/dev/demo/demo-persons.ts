import { hashPassword } from 'better-auth/crypto';
import { type Context, withinMerchant } from '../../core/foundation/context.ts';
import { randomBase62 } from '../../core/foundation/ids.ts';
import { type Role, roles } from '../../core/foundation/permissions.ts';
import { appointMember } from '../../core/team/team-members.ts';

/** The people of a demo merchant, one of each role, who share a password. */
export interface DemoPersons {
  readonly emails: readonly string[];
  readonly password: string;
}

const names: Readonly<Record<Role, string>> = {
  owner: 'Olivia Owner',
  admin: 'Ada Admin',
  developer: 'Devon Developer',
  operator: 'Otis Operator',
  analyst: 'Ana Analyst',
  finance: 'Fiona Finance',
};

const PASSWORD_LENGTH = 20;

/** Makes a person of each role, who signs in as `<role>@demo.test`. */
export async function createDemoPersons(ctx: Context, merchantId: string): Promise<DemoPersons> {
  const password = randomBase62(PASSWORD_LENGTH, ctx.ports.randomBytes);
  const passwordHash = await hashPassword(password);
  const emails: string[] = [];
  for (const role of Object.keys(roles) as Role[]) {
    const email = `${role}@demo.test`;
    await appointMember(withinMerchant(ctx, merchantId), { email, name: names[role], role, passwordHash });
    emails.push(email);
  }
  return { emails, password };
}
