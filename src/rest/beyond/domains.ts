import { domains } from '../../core/operations/domains.ts';
import { retrieveAt, writeAt } from '../beyond.ts';
import { listAt } from '../lists.ts';

export const domainsBeyond = [
  writeAt(domains.createDomain, {
    method: 'post',
    path: '/domains',
    example: { body: { domain_name: 'shop.example.com' } },
  }),
  listAt(domains.listDomains, '/domains'),
  retrieveAt(domains.retrieveDomain, '/domains/{domain_id}'),
  writeAt(domains.verifyDomain, { method: 'post', path: '/domains/{domain_id}/verify' }),
  writeAt(domains.deleteDomain, { method: 'delete', path: '/domains/{domain_id}' }),
];
