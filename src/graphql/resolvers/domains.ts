import { domains } from '../../core/operations/domains.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';

export const domainResolvers = [
  ...queriesFor(domains.retrieveDomain, domains.listDomains),
  mutationOf(domains.createDomain),
  mutationOf(domains.verifyDomain),
  mutationOf(domains.deleteDomain),
];
