import type { DomainsQuery } from './domains.documents.ts';

type Domain = DomainsQuery['domains']['nodes'][number];

/** A host in a setting. */
export interface NamedHost {
  readonly host: string;
  /** The setting's place, in words. */
  readonly setting: string;
  /** The domain that covers the host; null without one. */
  readonly domain: Domain | null;
}

interface LinkSettings {
  readonly domainName?: string | null;
  readonly allowedDomains?: readonly string[] | null;
}

const local = /^(?:.+\.)?localhost$|^127(?:\.\d+){3}$/;

/** A host's domain name in ASCII, without port and wildcard. */
function nameOf(host: string): string {
  const bare = host.replace(/^\*\./, '').replace(/:\d+$/, '');
  return URL.canParse(`https://${bare}`) ? new URL(`https://${bare}`).hostname.replace(/\.$/, '') : bare;
}

/** The domain that covers a host: the most specific verified domain, else the most specific one. */
function domainOf(host: string, domains: readonly Domain[]): Domain | null {
  const name = nameOf(host);
  const covering = domains
    .filter(({ domainName }) => name === domainName || name.endsWith(`.${domainName}`))
    .sort((a, b) => b.domainName.length - a.domainName.length);
  return covering.find(({ status }) => status === 'verified') ?? covering[0] ?? null;
}

/** The hosts in settings, except local ones, with the domains that cover them. */
export function namedHosts({ businessProfiles, domains, merchantAccount }: DomainsQuery): NamedHost[] {
  const hostsOf = (config: LinkSettings | null | undefined, setting: string) => [
    ...(config?.domainName ? [{ host: config.domainName, setting: `Host of ${setting}` }] : []),
    ...(config?.allowedDomains ?? []).map((host) => ({ host, setting: `Frames of ${setting}` })),
  ];
  const named = [
    ...businessProfiles.nodes.flatMap((profile) => [
      ...hostsOf(profile.paymentLinkConfig, `payment links, ${profile.profileName}`),
      ...hostsOf(profile.payoutLinkConfig, `payout links, ${profile.profileName}`),
      ...profile.walletxVerifiedDomains.map((host) => ({
        host,
        setting: `Apple Pay, ${profile.profileName}`,
      })),
    ]),
    ...hostsOf(merchantAccount?.pmCollectLinkConfig, 'collect links'),
  ];
  return named
    .filter(({ host }) => !local.test(nameOf(host)))
    .map((each) => ({ ...each, domain: domainOf(each.host, domains.nodes) }));
}
