import { permissionsFor } from '../entities/report-schedule.ts';
import type { Context } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';
import { rolesWith } from '../foundation/permissions.ts';
import type { ReportContent } from './reported-lists.ts';

/** The addresses among those given that belong to team members who may download a report. */
export async function entitledAddresses(
  ctx: Context,
  merchantId: string,
  reported: Pick<ReportContent, 'list' | 'mask_personal_data'>,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const text = `select email from team_members
    where merchant_id = $1 and email = any($2::text[]) and role = any($3::text[])`;
  const values = [merchantId, addresses, rolesWith(permissionsFor(reported))];
  const members = await ctx.rows.query<{ email: string }>(
    { text, values, touches: { reads: ['team_members'] } },
    merchantId,
  );
  return new Set(members.map(({ email }) => email));
}

/**
 * Checks the recipients of a schedule.
 *
 * @throws {Problem} `invalid_parameter` for an address that is not a team member's with access to the reports, or without
 *   a mail server.
 */
export async function requireRecipients(
  ctx: Context,
  merchantId: string,
  reported: ReportContent,
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length === 0) return;
  if (!ctx.ports.mail) {
    const message = 'recipients must be empty: the service sends no e-mail. Its operator sets SMTP_URL.';
    throw invalidParameter('recipients', message);
  }
  const entitled = await entitledAddresses(ctx, merchantId, reported, addresses);
  const place = addresses.findIndex((address) => !entitled.has(address));
  if (place < 0) return;
  const needed = permissionsFor(reported).join(', ');
  throw invalidParameter(
    'recipients',
    `recipients must be addresses of team members whose role has ${needed}: entry ${place + 1} is not.`,
  );
}
