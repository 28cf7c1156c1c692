import { type EventSource, type Reported, recorded } from '../connector-calls/connector-reports.ts';
import { ConnectorAccount } from '../entities/connector-account.ts';
import { MerchantAccount } from '../entities/merchant-account.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { reconIsActive } from '../merchant-accounts/reconciliation.ts';
import { readOne } from '../reads/index.ts';
import { findDue } from '../writes/find-due.ts';
import { requireMerchant } from '../writes/transactions.ts';

/*
 * A feed has the time from which a connector account is next asked for reports. While a process reads, that time is its
 * lease: a process that is killed leaves the account to another one after it.
 */

/** How long a process that does not renew its lease keeps an account. */
const LEASE_MS = 5 * 60_000;
/** Maximum number of accounts that get a feed per run. */
const OPENED_MAX = 1_000;

const touches = { writes: ['settlement_feeds'] };

/** Opens a feed for the accounts of merchants whose reconciliation is active. */
export async function openFeeds(ctx: Context): Promise<void> {
  const found = await findDue<{ merchant_id: string; merchant_connector_id: string }>(ctx.rows, {
    text: (isOfSome) => `
      select h.merchant_id, c.merchant_connector_id from merchant_accounts h
      join connector_accounts c on c.merchant_id = h.merchant_id
      where h.recon_status = 'active' and h.is_recon_enabled and ${isOfSome('h.')} and not exists (
        select from settlement_feeds f
        where f.merchant_id = c.merchant_id and f.merchant_connector_id = c.merchant_connector_id)
      limit ${OPENED_MAX}`,
    values: [],
    reads: ['merchant_accounts', 'connector_accounts', 'settlement_feeds'],
  });
  const at = ctx.ports.now().toISOString();
  for (const [merchantId, of] of Map.groupBy(found, ({ merchant_id }) => merchant_id)) {
    const text = `insert into settlement_feeds (merchant_id, merchant_connector_id, next_at)
      select $1, a.id, $3::timestamptz from unnest($2::text[]) as a(id) on conflict do nothing returning 1`;
    const values = [merchantId, of.map((each) => each.merchant_connector_id), at];
    await ctx.rows.query({ text, values, touches }, merchantId);
  }
}

/** The account of a feed. */
export interface FedAccount {
  readonly merchantId: string;
  readonly merchantConnectorId: string;
  readonly profileId: string;
  readonly connector: string;
  /** Time from which its reports count, if it has none yet. */
  readonly since: Date;
}

/** The account of a feed; null if it does not exist any more, or its merchant's reconciliation is not active. */
export async function fedAccount(ctx: Context, merchantConnectorId: string): Promise<FedAccount | null> {
  const merchantId = requireMerchant(ctx);
  const merchant = await readOne(ctx, MerchantAccount, merchantId, [
    'is_recon_enabled',
    'recon_status',
    'recon_since',
  ]);
  const account = await readOne(ctx, ConnectorAccount, merchantConnectorId, [
    'profile_id',
    'connector_name',
    'created_at',
  ]);
  if (!merchant || !account || !reconIsActive(merchant)) return null;
  const { connector_name: connector, created_at, profile_id: profileId } = account;
  const since = new Date(merchant.recon_since ?? created_at);
  return { merchantId, merchantConnectorId, profileId, connector, since };
}

/** Takes the lease of a feed that is due; returns whether no other process has it. */
export async function claimFeed(ctx: Context, merchantConnectorId: string): Promise<boolean> {
  const merchantId = requireMerchant(ctx);
  const now = ctx.ports.now();
  const text = `update settlement_feeds set next_at = $4::timestamptz
    where merchant_id = $1 and merchant_connector_id = $2 and next_at <= $3::timestamptz returning 1`;
  const values = [merchantId, merchantConnectorId, now.toISOString(), leaseEnd(now)];
  return (await ctx.rows.query({ text, values, touches }, merchantId)).length > 0;
}

const leaseEnd = (now: Date): string => new Date(now.getTime() + LEASE_MS).toISOString();

/** Renews the lease of a feed. In a transaction, with what was read under it. */
export function renewFeed(ctx: Context, merchantConnectorId: string): Promise<void> {
  return setNext(ctx, merchantConnectorId, leaseEnd(ctx.ports.now()), null);
}

/** Ends the lease: the account is next asked after a time. */
export function releaseFeed(
  ctx: Context,
  merchantConnectorId: string,
  afterMs: number,
  failureReason: string | null = null,
): Promise<void> {
  const next = new Date(ctx.ports.now().getTime() + afterMs).toISOString();
  return setNext(ctx, merchantConnectorId, next, failureReason);
}

async function setNext(ctx: Context, accountId: string, next: string, failureReason: string | null) {
  const merchantId = requireMerchant(ctx);
  const text = `update settlement_feeds set next_at = $3::timestamptz, failure_reason = $4
    where merchant_id = $1 and merchant_connector_id = $2`;
  await ctx.rows.query({ text, values: [merchantId, accountId, next, failureReason], touches }, merchantId);
}

/** Makes an account's feed due, because its connector said that a report is ready. */
export async function recordReadyReport(
  tx: WritingContext,
  { merchantConnectorId, merchantId }: EventSource,
): Promise<Reported> {
  const text = `update settlement_feeds set next_at = $3::timestamptz
    where merchant_id = $1 and merchant_connector_id = $2 and next_at > $3::timestamptz returning 1`;
  const values = [merchantId, merchantConnectorId, tx.ports.now().toISOString()];
  await tx.rows.query({ text, values, touches }, merchantId);
  return recorded;
}

/** Removes a feed. */
export async function closeFeed(ctx: Context, merchantConnectorId: string): Promise<void> {
  const merchantId = requireMerchant(ctx);
  const text = 'delete from settlement_feeds where merchant_id = $1 and merchant_connector_id = $2';
  await ctx.rows.query({ text, values: [merchantId, merchantConnectorId], touches }, merchantId);
}
