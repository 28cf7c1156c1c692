import {
  isOwnerNotice,
  type NotificationKindValue,
  type OwnerNoticeKind,
  ownerNoticeKinds,
  type WatchedKind,
} from '../entities/notification.ts';
import type { Context } from '../foundation/context.ts';
import { dashboardLink } from '../foundation/dashboard-link.ts';
import { mailText, ownWords, plainName } from '../foundation/mail-text.ts';
import { type Role, rolesWith } from '../foundation/permissions.ts';
import type { Message } from '../foundation/ports/mail.ts';
import { urlPath } from '../foundation/url-path.ts';
import { claimByMerchant, findDue } from '../writes/find-due.ts';
import { conditions } from './conditions.ts';

/** Maximum number of notifications claimed per statement. */
const BATCH_MAX = 200;

/** The roles whose members receive each kind. */
const rolesByKind = Object.fromEntries([
  ...conditions.map(({ kind, permission }) => [kind, rolesWith([permission])]),
  ...ownerNoticeKinds.map((kind) => [kind, ['owner']]),
]) as unknown as Readonly<Record<NotificationKindValue, readonly Role[]>>;

interface Addressed {
  readonly merchant_id: string;
  readonly merchant_name: string | null;
  readonly kind: NotificationKindValue;
  readonly object_id: string;
  readonly value: number | null;
  readonly threshold: number | null;
  readonly message: string | null;
  readonly email: string;
}

const find = (isOfSome: () => string) => `
  select merchant_id, notification_id from notifications where mail_due and ${isOfSome()}
  order by created_at limit ${BATCH_MAX}`;

// Claimed before it is sent: a crash in between loses a message rather than send it twice. The notifications page shows
// it anyway.
const claim = `
  with claimed as (
    update notifications n set mail_due = false
    from (select notification_id from notifications
          where merchant_id = $2 and notification_id = any($3::text[]) and mail_due for update skip locked) d
    where n.merchant_id = $2 and n.notification_id = d.notification_id
    returning n.merchant_id, n.kind, n.object_id, n.value, n.threshold, n.message)
  select c.*, m.merchant_name, t.email from claimed c
  join merchant_accounts m on m.merchant_id = $2
  left join team_members t on t.merchant_id = $2 and $1::jsonb -> c.kind ? t.role`;

/**
 * Sends the due e-mail notifications to team members whose role may read the object concerned. Without a mail server they
 * stay unsent.
 *
 * @returns The number of messages sent.
 */
export async function sendNotificationMail(ctx: Context): Promise<number> {
  let sent = 0;
  for (;;) {
    const claimed = await claimSome(ctx);
    if (claimed.length === 0) return sent;
    for (const one of claimed) {
      if (!one.email || !ctx.ports.mail) continue;
      ctx.ports.mail.post(messageOf(one, ctx.ports));
      sent += 1;
    }
  }
}

async function claimSome(ctx: Context): Promise<Addressed[]> {
  const due = { text: find, values: [], reads: ['notifications'] };
  const found = await findDue<{ merchant_id: string; notification_id: string }>(ctx.rows, due);
  return claimByMerchant(found, (merchantId, due) => {
    const ids = due.map(({ notification_id: id }) => id);
    const touches = { reads: ['merchant_accounts', 'team_members'], writes: ['notifications'] };
    const values = [JSON.stringify(rolesByKind), merchantId, ids];
    return ctx.rows.query<Addressed>({ text: claim, values, touches }, merchantId);
  });
}

/** The dashboard page that a message links to. */
const pages: Readonly<Record<NotificationKindValue, (objectId: string) => string>> = {
  success_rate_fell: () => '/analytics',
  webhooks_failing: () => '/developers',
  dispute_due: (id) => urlPath`/disputes/${id}`,
  circuit_open: (id) => urlPath`/connectors/${id}`,
  payout_failed: (id) => urlPath`/payouts/${id}`,
  redirect_changed: () => '/audit-log',
  host_changed: () => '/audit-log',
  vault_export: () => '/reports',
  key_expires: () => '/developers',
  key_loosened: () => '/developers',
  approver_made: () => '/team',
  domain_failed: () => '/domains',
  proof_needed: () => '/domains',
  second_factor_off: () => '/settings',
};

/** The subjects of notices to owners. */
const noticeSubjects: Readonly<Record<OwnerNoticeKind, string>> = {
  redirect_changed: 'Destination changed',
  host_changed: 'Host changed',
  vault_export: 'Card number export',
  key_expires: 'An API key expires soon',
  key_loosened: 'API key permissions extended',
  approver_made: 'New approver of card exports',
  domain_failed: 'A domain could not be verified again',
  proof_needed: 'Verify your domain',
  second_factor_off: 'Second factor no longer required',
};

const texts: Readonly<Record<WatchedKind, (of: Addressed) => [subject: string, before: string]>> = {
  success_rate_fell: ({ object_id, threshold, value }) => [
    'Your success rate has dropped',
    `Only ${value} % of attempts through ${object_id} were approved, below your limit of ${threshold} %.`,
  ],
  webhooks_failing: ({ object_id, value }) => [
    'Your webhooks are failing',
    `The webhook endpoint ${object_id} has been failing for ${value} minutes or is disabled.`,
  ],
  dispute_due: ({ object_id, threshold }) => [
    'Respond to a dispute',
    `Evidence for dispute ${object_id} is due within ${threshold} days, and you have not submitted any.`,
  ],
  circuit_open: ({ object_id, value }) => [
    'A payment provider is unreachable',
    `The last ${value} calls to connector account ${object_id} got no response.`,
  ],
  payout_failed: ({ object_id }) => ['A payout failed', `Payout ${object_id} failed.`],
};

function messageOf(of: Addressed, ports: Context['ports']): Message {
  const merchant = plainName(of.merchant_name ?? '') || ownWords(of.merchant_id);
  const { kind, message, merchant_id, object_id } = of;
  const mail = { to: of.email, link: dashboardLink(ports, merchant_id, pages[kind](object_id)) };
  if (isOwnerNotice(kind)) {
    return {
      ...mail,
      subject: mailText`${ownWords(noticeSubjects[kind])}: ${merchant}`,
      before: mailText`${ownWords(message ?? '')} Merchant account: ${merchant}.`,
      after: mailText`All owners of the account receive this message.`,
    };
  }
  const [subject, before] = texts[kind](of);
  return {
    ...mail,
    subject: mailText`${ownWords(subject)}: ${merchant}`,
    before: mailText`Needs attention in ${merchant}: ${ownWords(before)}`,
    after: mailText`Owners and admins choose these emails under Settings.`,
  };
}
