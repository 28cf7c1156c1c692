import {
  aboutDomains,
  createDomain,
  DomainCreation,
  deleteDomain,
  verifyDomain,
} from '../../core/domains/domains.ts';
import { Domain } from '../../core/entities/domain.ts';
import { beyond, retrieve } from '../beyond.ts';
import { listOf } from '../lists.ts';
import { one } from '../response-shapes.ts';

const writes = { permission: 'settings:write', reach: 'merchant' } as const;

export const domainsBeyond = [
  beyond({
    ...writes,
    id: 'createDomain',
    summary: 'Add a domain',
    method: 'post',
    path: '/domains',
    about: aboutDomains.create,
    body: DomainCreation,
    problems: ['resource_already_exists', 'unexpected_state'],
    example: { body: { domain_name: 'shop.example.com' } },
    response: one(Domain, 'full'),
    handle: async (ctx, { body }) => retrieve(ctx, Domain, await createDomain(ctx, body)),
  }),
  listOf(Domain, {
    id: 'listDomains',
    summary: 'List domains',
    path: '/domains',
    about: 'Lists the domains that were added, newest first.',
  }),
  beyond({
    permission: 'settings:read',
    reach: 'merchant',
    id: 'retrieveDomain',
    summary: 'Retrieve a domain',
    method: 'get',
    path: '/domains/{domain_id}',
    about: 'Retrieves a domain.',
    response: one(Domain, 'full'),
    handle: (ctx, { path }) => retrieve(ctx, Domain, path.domain_id),
  }),
  beyond({
    ...writes,
    id: 'verifyDomain',
    summary: 'Verify a domain',
    method: 'post',
    path: '/domains/{domain_id}/verify',
    about: aboutDomains.verify,
    problems: ['resource_already_exists'],
    response: one(Domain, 'full'),
    replay: (ctx, path) => retrieve(ctx, Domain, path.domain_id!),
    handle: async (ctx, { path }) => {
      await verifyDomain(ctx, path.domain_id);
      return retrieve(ctx, Domain, path.domain_id);
    },
  }),
  beyond({
    ...writes,
    id: 'deleteDomain',
    summary: 'Delete a domain',
    method: 'delete',
    path: '/domains/{domain_id}',
    about: aboutDomains.delete,
    response: one(Domain, 'full'),
    handle: (ctx, { path }) => deleteDomain(ctx, path.domain_id),
  }),
];
