import { refuseDeleted } from '../customers/deleted-customer.ts';
import { hostedAt } from '../domains/effective-domains.ts';
import { SESSION_DEFAULT_S, SESSION_MAX_S } from '../entities/business-profile.ts';
import { CollectLink } from '../entities/collect-link.ts';
import { Customer } from '../entities/customer.ts';
import { LinkConfig } from '../entities/values/link-config.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import { tokenAddress } from '../foundation/cryptography.ts';
import { invalidParameter, notFound, Problem } from '../foundation/errors.ts';
import { evenIfSuspended } from '../foundation/suspension.ts';
import * as f from '../model/fields.ts';
import { fieldsFrom, Input, ValueObject } from '../model/index.ts';
import {
  isEnabled,
  mergedSettings,
  type OfferableMethods,
  requireEnabledMethods,
} from '../payment-links/link-config.ts';
import { type PageMerchant, pageMerchant, requireOpenMerchant } from '../payment-links/page-merchant.ts';
import { accountsOf, merchantOf } from '../routing/choose-accounts.ts';
import { abilityFor } from '../routing/eligibility.ts';
import { inTransaction, lock, requireMerchant } from '../writes/transactions.ts';
import { PaymentMethodCreation } from './payment-method-input.ts';
import { savePaymentMethod } from './save-payment-method.ts';

/** The first part of the address of a page that saves payment methods. */
export const COLLECT = 'collect';

const SCHEMES = ['sepa', 'ach', 'bacs', 'becs'] as const;

/** The methods that customers can save on a page, by kind. */
export const collectable = {
  card: null,
  bank_debit: SCHEMES,
  bank_transfer: SCHEMES,
} as const satisfies OfferableMethods;

@Input({ about: 'Parameters for creating a link to a page on which a customer saves payment methods.' })
export class CollectLinkCreation extends fieldsFrom(CollectLink, {
  requires: ['customer_id'],
  takes: ['return_url'],
}) {
  @f.NestedObject(
    () => LinkConfig,
    "Settings of the page, overriding the merchant account's `pm_collect_link_config`.",
  )
  pm_collect_link_config?: LinkConfig | null;
  @f.Integer(`Time until the link expires, in seconds from now; ${SESSION_DEFAULT_S} by default.`, {
    min: 1,
    maximum: SESSION_MAX_S,
  })
  session_expiry?: number | null;
}

/** A created link. */
@ValueObject({ about: 'A link to a page on which a customer saves payment methods.' })
export class PaymentMethodCollectLink {
  @f.Id('Unique identifier of the link (`pmcl_…`).', {
    required: true,
    example: 'pmcl_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  pm_collect_link_id!: string;
  @f.Id('Customer for whom methods are saved.', { required: true, example: 'alice' }) customer_id!: string;
  @f.Text('URL of the page. Anyone with the URL can save methods for the customer: do not log it.', {
    required: true,
    max: 2048,
    example:
      'https://pay.example.com/collect/acme/pmcl_01JZ5V0G7N4S8X2T6W9Y3B1C5D/Jr3pQ8vX1mZ6tK9wB2cN5yH7sD4fG0aL8eR1uT6iO3k',
  })
  link!: string;
  @f.Timestamp('Time at which the link expires.', { required: true }) expiry!: Date;
  @f.Url('URL the customer is redirected to once a method is saved.') return_url?: string | null;
  @f.NestedObject(
    () => LinkConfig,
    "Effective settings of the page: the merchant account's, overridden by the request.",
  )
  pm_collect_link_config?: LinkConfig | null;
}

/** The input of a page that saves a payment method. */
@Input({ about: 'A payment method that a customer saves on a page.' })
export class CollectedMethod extends fieldsFrom(PaymentMethodCreation, {
  requires: ['payment_method'],
  takes: ['payment_method_type', 'card', 'bank_transfer', 'billing'],
}) {}

/**
 * Checks the settings of pages that save payment methods.
 *
 * @throws {Problem} `invalid_parameter`.
 */
export function requireCollectConfig(config: LinkConfig | null | undefined): void {
  requireEnabledMethods(config?.enabled_payment_methods, collectable, 'pm_collect_link_config');
}

/**
 * Creates a link to a page on which a customer saves payment methods until it expires.
 *
 * @throws {Problem} `resource_not_found` for an unknown customer; `unexpected_state` for a deleted one;
 * `invalid_parameter` for settings that are not valid.
 */
export function createCollectLink(
  ctx: Context,
  { customer_id, pm_collect_link_config: own, return_url, session_expiry: lengthS }: CollectLinkCreation,
): Promise<PaymentMethodCollectLink> {
  return inTransaction(ctx, async (tx) => {
    requireCollectConfig(own);
    const merchant_id = requireMerchant(tx);
    refuseDeleted(await lock(tx, Customer, customer_id, 'customer_id'));
    const merchant = await merchantOf(tx, merchant_id);
    const config = mergedSettings<LinkConfig>(merchant?.pm_collect_link_config, own);
    const now = tx.ports.now();
    const link = Object.assign(new CollectLink(), {
      merchant_id,
      pm_collect_link_id: tx.ports.ids.make('pmcl'),
      customer_id,
      pm_collect_link_config: config,
      return_url: return_url ?? null,
      created_at: now,
      expires_at: new Date(now.getTime() + (lengthS ?? SESSION_DEFAULT_S) * 1000),
    });
    tx.transaction.em.persist(link);
    const { pm_collect_link_id } = link;
    return {
      pm_collect_link_id,
      customer_id,
      link: await collectAddress(tx, link),
      expiry: link.expires_at,
      return_url: link.return_url,
      pm_collect_link_config: config,
    };
  });
}

/** The address of a link's page. */
export const collectAddress = (
  ctx: Context,
  { merchant_id, pm_collect_link_config: config, pm_collect_link_id: id }: CollectLink,
): Promise<string> =>
  hostedAt(ctx, merchant_id, tokenAddress(ctx.ports, COLLECT, merchant_id, id), config?.domain_name);

/** Ends the links of a customer. */
export async function endCollectLinks(
  tx: WritingContext,
  merchantId: string,
  customerId: string,
): Promise<void> {
  await tx.transaction.em.nativeDelete(CollectLink, { merchant_id: merchantId, customer_id: customerId });
}

/** A method that a page offers to save. */
export interface CollectedKind {
  readonly kind: keyof typeof collectable;
  /** The scheme of a bank account; null for a card. */
  readonly type: string | null;
}

/** The content of a page that saves payment methods. */
export type CollectPage =
  /** The link does not exist, or expired so long ago that it was deleted. */
  | { readonly screen: 'unknown' }
  | {
      readonly screen: 'form' | 'expired' | 'closed';
      readonly link: CollectLink;
      readonly merchant: PageMerchant;
      readonly settings: Partial<LinkConfig>;
      /** The kinds on offer; empty unless the screen is `form`. */
      readonly offered: readonly CollectedKind[];
    };

/**
 * Reads the content of a page that saves payment methods.
 *
 * @param ctx The context of the link's merchant. The page's token has been checked.
 */
export function readCollectPage(ctx: Context, linkId: string): Promise<CollectPage> {
  return inTransaction(evenIfSuspended(ctx), async (tx) => {
    const link = await findLink(tx, linkId);
    const merchant = link && (await pageMerchant(tx, link.merchant_id));
    if (!link || !merchant) return { screen: 'unknown' };
    const shown = { link, merchant, settings: link.pm_collect_link_config ?? {}, offered: [] };
    if (link.expires_at <= tx.ports.now()) return { screen: 'expired', ...shown };
    if (merchant.suspended_at) return { screen: 'closed', ...shown };
    return { screen: 'form', ...shown, offered: await offeredKinds(tx, link) };
  });
}

const findLink = (tx: WritingContext, pm_collect_link_id: string) =>
  tx.transaction.em.findOne(CollectLink, { merchant_id: requireMerchant(tx), pm_collect_link_id });

/** The kinds that the settings enable; without a list, cards and the bank debits that some account accepts. */
async function offeredKinds(
  tx: WritingContext,
  { merchant_id, pm_collect_link_config: config }: CollectLink,
): Promise<CollectedKind[]> {
  const enabled = config?.enabled_payment_methods;
  const all: CollectedKind[] = [
    { kind: 'card', type: null },
    ...SCHEMES.map((type) => ({ kind: 'bank_debit' as const, type })),
    ...SCHEMES.map((type) => ({ kind: 'bank_transfer' as const, type })),
  ];
  if (enabled && enabled.length > 0) return all.filter(({ kind, type }) => isEnabled(enabled, kind, type));
  const accounts = (await accountsOf(tx, merchant_id, null)).filter(
    ({ connector_type: type, disabled, status }) =>
      type === 'payment_processor' && !disabled && status === 'active',
  );
  const debits = (type: string) =>
    accounts.some(({ connector_name: name, payment_methods_enabled: entries }) => {
      const connector = tx.ports.connectors.find(name);
      const types = connector && abilityFor(connector, 'payment_processor', 'bank_debit')?.types;
      if (!connector || types === undefined || (types && !types.includes(type))) return false;
      const own = entries.filter(({ payment_method: kind }) => kind === 'bank_debit');
      return own.some(
        ({ payment_method_types: listed }) => !listed || listed.length === 0 || listed.includes(type),
      );
    });
  return all.filter(({ kind, type }) => kind === 'card' || (kind === 'bank_debit' && debits(type!)));
}

/**
 * Saves the method that a customer entered on a page. A repeated entry is saved once.
 *
 * @param ctx The context of the link's merchant. The page's token has been checked.
 * @throws {Problem} `resource_not_found` for an unknown link; `unexpected_state` for an expired one, or a deleted
 *   customer; `merchant_suspended`; `invalid_parameter` for a method that the page does not offer; and the problems of
 *   `savePaymentMethod`.
 */
export async function saveCollected(ctx: Context, linkId: string, method: CollectedMethod): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const link = await findLink(tx, linkId);
    if (!link) throw notFound('link');
    await requireOpenMerchant(tx, link.merchant_id);
    if (link.expires_at <= tx.ports.now())
      throw new Problem('unexpected_state', 'The link has expired. Create another one.');
    const { payment_method: kind, payment_method_type: type = null } = method;
    const offered = await offeredKinds(tx, link);
    if (!offered.some((one) => one.kind === kind && (kind === 'card' || one.type === type))) {
      throw invalidParameter(
        'payment_method',
        'payment_method must be one of the methods that the page offers.',
      );
    }
    await savePaymentMethod(tx, { ...method, customer_id: link.customer_id });
  });
}
