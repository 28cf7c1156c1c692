import {
  aboutDomains,
  createDomain,
  DomainCreation,
  deleteDomain,
  verifyDomain,
} from '../../core/domains/domains.ts';
import { Domain } from '../../core/entities/domain.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

const returnsDomain = {
  permission: 'settings:write',
  reach: 'merchant',
  payload: Domain,
  payloadField: 'domain',
} as const;

export const domainResolvers = [
  queriesOf(Domain),
  mutation({
    ...returnsDomain,
    name: 'createDomain',
    about: aboutDomains.create.replace('dns_record', 'dnsRecord').replace('file_url', 'fileUrl'),
    input: DomainCreation,
    creates: true,
    run: async (ctx, input) => ({ id: await createDomain(ctx, input) }),
  }),
  mutation({
    ...returnsDomain,
    name: 'verifyDomain',
    about: aboutDomains.verify.replace('failure_reason', 'failureReason'),
    spansTransactions: true,
    ids: ['domain_id'],
    run: async (ctx, _input, { domain_id }) => {
      await verifyDomain(ctx, domain_id!);
      return { id: domain_id! };
    },
  }),
  mutation({
    ...returnsDomain,
    name: 'deleteDomain',
    about: aboutDomains.delete,
    ids: ['domain_id'],
    run: async (ctx, _input, { domain_id }) => {
      const snapshot = await deleteDomain(ctx, domain_id!);
      return { id: domain_id!, snapshot };
    },
  }),
];
