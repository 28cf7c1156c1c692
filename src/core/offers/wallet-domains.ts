import type { BusinessProfile } from '../entities/business-profile.ts';
import type { ConnectorAccount } from '../entities/connector-account.ts';
import type { Payment } from '../entities/payment.ts';
import { invalidParameter } from '../foundation/errors.ts';
import type { Ports } from '../foundation/ports/ports.ts';

type Verified = { readonly walletx_verified_domains: readonly string[] };

const hostOf = (domain: string): string => domain.trim().toLowerCase().replace(/\.$/, '');

/**
 * Whether a page of a domain may start Apple Pay at an account: the service's own host, that of the payment's page, or a
 * domain that the profile or the account has verified. With domains of its own an account takes no other.
 */
export function takesDomain(
  ports: Pick<Ports, 'pagesUrl' | 'publicUrl'>,
  domain: string,
  payment: Pick<Payment, 'payment_link_config'>,
  profile: Verified & Pick<BusinessProfile, 'payment_link_config'>,
  account: Pick<ConnectorAccount, 'walletx_verified_domains'>,
): boolean {
  const own = account.walletx_verified_domains.map(hostOf);
  if (own.length > 0) return own.includes(hostOf(domain));
  const pages = [
    new URL(ports.pagesUrl()).hostname,
    new URL(ports.publicUrl()).hostname,
    payment.payment_link_config?.domain_name,
    profile.payment_link_config?.domain_name,
    ...profile.walletx_verified_domains,
  ];
  return pages.some((page) => page && hostOf(page.replace(/:\d+$/, '')) === hostOf(domain));
}

/** The problem of a domain that no account takes. */
export const unverifiedDomain = () =>
  invalidParameter(
    'domain',
    "domain must be the host of the payment's page, or one of walletx_verified_domains of the profile or connector account.",
  );
