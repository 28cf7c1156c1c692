import { domains } from '../../core/operations/domains.ts';
import { listAt } from '../places/list-at.ts';
import { retrieveAt } from '../places/retrieve-at.ts';
import { writeAt } from '../places/write-at.ts';

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
