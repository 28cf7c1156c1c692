import { hostNameOf } from '../domains/domain-name.ts';
import { walletDomains } from '../domains/effective-domains.ts';
import type { BusinessProfile } from '../entities/business-profile.ts';
import type { ConnectorAccount } from '../entities/connector-account.ts';
import type { Payment } from '../entities/payment.ts';
import type { Context } from '../foundation/context.ts';
import { invalidParameter } from '../foundation/errors.ts';

type Verified = { readonly walletx_verified_domains: readonly string[] };

/** Whether a page may start Apple Pay at an account. */
export type TakesPage = (account: Pick<ConnectorAccount, 'walletx_verified_domains'>) => boolean;

/** The proved domains in a payment's settings. */
export interface WalletHosts {
  /** The host of the payment's page. */
  readonly page: string;
  readonly takes: (host: string) => TakesPage;
}

/**
 * Reads the effective wallet domains: those that the merchant has proved. A page may start Apple Pay at an account if it
 * is on a domain of the account. If the account has none, it may be on the service's own host, the host of the payment's
 * page, or a domain of the profile.
 */
export async function walletHosts(
  ctx: Context,
  {
    accounts,
    payment,
    profile,
  }: {
    readonly payment: Pick<Payment, 'merchant_id' | 'payment_link_config'>;
    readonly profile: Verified & Pick<BusinessProfile, 'payment_link_config'>;
    readonly accounts: readonly Verified[];
  },
): Promise<WalletHosts> {
  const pages = [payment, profile].flatMap(({ payment_link_config: config }) => config?.domain_name ?? []);
  const ofProfile = [...pages, ...profile.walletx_verified_domains];
  const named = [...ofProfile, ...accounts.flatMap((account) => account.walletx_verified_domains)];
  const proved = await walletDomains(ctx, payment.merchant_id, [...new Set(named)]);
  const own = [ctx.ports.pagesUrl(), ctx.ports.publicUrl()].flatMap(
    (url) => hostNameOf(new URL(url).host) ?? [],
  );
  const actingOf = (hosts: readonly string[]) =>
    hosts.flatMap((host) => hostNameOf(host) ?? []).filter((name) => proved.has(name));
  return {
    page: actingOf(pages)[0] ?? own[0]!,
    takes: (host) => (account) => {
      const ofAccount = actingOf(account.walletx_verified_domains);
      const taken = ofAccount.length > 0 ? ofAccount : [...own, ...actingOf(ofProfile)];
      return taken.some((name) => name === hostNameOf(host));
    },
  };
}

/** The problem of a domain that no account accepts. */
export const unverifiedDomain = () =>
  invalidParameter(
    'domain',
    "domain must be the host of the payment's page, or be in walletx_verified_domains of the profile or connector account; it must also be proved: see POST /domains.",
  );
