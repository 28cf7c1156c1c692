import * as f from '../model/fields.ts';
import { enumeration, MerchantScoped, Resource, type ValueOf } from '../model/index.ts';

export const DomainStatus = enumeration('DomainStatus', 'Status of a domain.', {
  pending: 'Not proved yet: settings with this domain have no effect.',
  verified: 'Proved: settings with this domain or a subdomain take effect.',
  failed: 'The proof has expired: settings with this domain have no effect.',
});

export const DomainScope = enumeration('DomainScope', 'Accounts covered by a proof.', {
  merchant: 'The merchant account only.',
  organization: 'All merchant accounts of its organization.',
});

export const DomainProof = enumeration('DomainProof', 'How control of a domain was proved.', {
  dns: 'By a TXT record in the DNS.',
  file: 'By a file on its web server.',
});

/** Locations of the token: a DNS label in front of the domain, and a path on its web server. */
export const DNS_LABEL = '_switchyard';
export const FILE_PATH = '/.well-known/switchyard-domain-verification.txt';

/** A domain whose control a merchant proves. */
@Resource({
  table: 'domains',
  id: 'domain_id',
  prefix: 'dom',
  about:
    'A domain whose control a merchant proves, by a TXT record or a file with a token. Until then settings with this domain are stored without effect. A proof covers subdomains; it is repeated every week and ends after three consecutive failures.',
  order: 'created_at',
  from: 'newest',
  reads: 'settings:read',
  reach: 'merchant',
  // The host of a page is looked up before the merchant is known.
  settings: 'shared',
  audited: { shows: 'values', conceals: ['token'] },
  indexes: {
    domains_of_merchant: { columns: ['merchant_id', 'domain_name'], unique: true },
    // A reference table on a cluster, which may have it: see deploy/citus.sql.
    domains_proved: { columns: ['domain_name'], unique: true, where: "status = 'verified'" },
    domains_acting: {
      columns: ['domain_name', 'acts_until'],
      where: "status <> 'verified' and acts_until is not null",
    },
    domains_due: { columns: ['next_check_at'], where: "status = 'verified'" },
    domains_to_announce: {
      columns: ['created_at'],
      where: "status <> 'verified' and acts_until is not null and announced_at is null",
    },
  },
})
export class Domain extends MerchantScoped {
  @f.Id('Unique identifier of the domain (`dom_…`).', { required: true }) domain_id!: string;
  @f.Text(
    'Name of the domain, in ASCII and lower case. International names are converted; ports and wildcards are not allowed.',
    { required: true, max: 253, filter: true, example: 'shop.example.com', redirects: 'card' },
  )
  domain_name!: string;
  @f.Enumeration(() => DomainScope, 'Accounts covered by the proof.', {
    required: true,
    checked: true,
    example: 'merchant',
  })
  scope!: ValueOf<typeof DomainScope>;
  @f.Enumeration(() => DomainStatus, 'Status of the domain.', { required: true, checked: true, filter: true })
  status!: ValueOf<typeof DomainStatus>;
  @f.Text('Token that proves the domain: the value of the TXT record, or the content of the file.', {
    required: true,
    max: 100,
    example: 'switchyard-domain-verification=4V7cM1qZtN8sKx3RfLw2Yp0BhJd6Ga9U',
  })
  token!: string;
  @f.Text('Name of the TXT record that has to hold the token.', {
    required: true,
    max: 300,
    example: '_switchyard.shop.example.com',
    derived: `'${DNS_LABEL}.' || domain_name`,
  })
  dns_record!: string;
  @f.Text('URL of the file that has to hold the token, instead of the TXT record.', {
    required: true,
    max: 400,
    example: 'https://shop.example.com/.well-known/switchyard-domain-verification.txt',
    derived: `'https://' || domain_name || '${FILE_PATH}'`,
  })
  file_url!: string;
  @f.Enumeration(() => DomainProof, 'Method of the last proof; null if never proved.', { checked: true })
  proved_by?: ValueOf<typeof DomainProof> | null;
  @f.Integer('Consecutive failures to repeat the proof. The third ends it.', { required: true, default: '0' })
  failures!: number;
  @f.Text('Reason for the failure of the last check; null without a failure.')
  failure_reason?: string | null;
  @f.Timestamp('Start of the current proof; null unless verified.')
  verified_at?: Date | null;
  @f.Timestamp('Time of the last check of the token; null if never checked.') checked_at?: Date | null;
  @f.Timestamp('Time of the next check; null unless verified.')
  next_check_at?: Date | null;
  @f.Timestamp(
    'Time until which settings with this domain take effect without a proof, because they predate the requirement. It ends once another merchant proves the domain.',
  )
  acts_until?: Date | null;
  @f.Timestamp('Time at which the owners were notified that a proof is required.', { visibility: 'nowhere' })
  announced_at?: Date | null;
  @f.Bool('Whether another merchant has also proved control, so that the first failure ends the proof.', {
    required: true,
    default: 'false',
    visibility: 'nowhere',
  })
  contested!: boolean;
  @f.Timestamp('Time at which it was added.', { required: true, filter: true, sort: true }) created_at!: Date;
  @f.Timestamp('Time at which it was last changed.', { required: true }) modified_at!: Date;
}
