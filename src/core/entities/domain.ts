import * as f from '../model/fields.ts';
import { enumeration, MerchantScoped, Resource, type ValueOf } from '../model/index.ts';

export const DomainStatus = enumeration('DomainStatus', 'Status of a domain.', {
  pending: 'Not proved yet: settings that name it have no effect.',
  verified: 'Proved: settings that name it, or a subdomain, have effect.',
  failed: 'Was proved, and the proof has ended: settings that name it have no effect.',
});

export const DomainScope = enumeration('DomainScope', 'The accounts that a proof counts for.', {
  merchant: 'The merchant account alone.',
  organization: 'All merchant accounts of its organization.',
});

export const DomainProof = enumeration('DomainProof', 'How control of a domain was shown.', {
  dns: 'By a TXT record in the DNS.',
  file: 'By a file on its web server.',
});

/** Where the token stands: a name in the DNS in front of the domain, and a path on its web server. */
export const DNS_LABEL = '_switchyard';
export const FILE_PATH = '/.well-known/switchyard-domain-verification.txt';

/** A domain that a merchant proves to control. */
@Resource({
  table: 'domains',
  id: 'domain_id',
  prefix: 'dom',
  about:
    'A domain that a merchant proves to control, by a TXT record or a file with a token. Until then settings that name it are stored without effect. A proof covers subdomains; it is repeated every week, and ends after three failures in a row.',
  order: 'created_at',
  from: 'newest',
  reads: 'settings:read',
  reach: 'merchant',
  // Whose pages a host serves is asked before the merchant is known.
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
    'Name of the domain, in ASCII and lower case. International names are converted; ports and wildcards are no part of a domain.',
    { required: true, max: 253, filter: true, example: 'shop.example.com', redirects: 'card' },
  )
  domain_name!: string;
  @f.Enumeration(() => DomainScope, 'The accounts that the proof counts for.', {
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
  @f.Enumeration(() => DomainProof, 'How it was last proved; null if it never was.', { checked: true })
  proved_by?: ValueOf<typeof DomainProof> | null;
  @f.Integer('Consecutive failures to repeat the proof. The third ends it.', { required: true, default: '0' })
  failures!: number;
  @f.Text('Why the last attempt to prove it failed; null if it succeeded, or there was none.')
  failure_reason?: string | null;
  @f.Timestamp('Time at which it was first proved, since its proof last began; null unless it is.')
  verified_at?: Date | null;
  @f.Timestamp('Time at which the token was last looked for; null if it never was.') checked_at?: Date | null;
  @f.Timestamp('Time at which the proof is repeated; null unless it is verified.')
  next_check_at?: Date | null;
  @f.Timestamp(
    'Until when settings that name it have effect although it is not proved: they were set before domains had to be. It ends once another merchant proves the domain.',
  )
  acts_until?: Date | null;
  @f.Timestamp('Time at which owners were told that it has to be proved.', { visibility: 'nowhere' })
  announced_at?: Date | null;
  @f.Bool('Whether another merchant showed control of it too, so that a failure ends the proof at once.', {
    required: true,
    default: 'false',
    visibility: 'nowhere',
  })
  contested!: boolean;
  @f.Timestamp('Time at which it was added.', { required: true, filter: true, sort: true }) created_at!: Date;
  @f.Timestamp('Time at which it was last changed.', { required: true }) modified_at!: Date;
}
