import { createDomain, DomainCreation, deleteDomain, verifyDomain } from '../domains/domains.ts';
import { Domain } from '../entities/domain.ts';
import { listOperation, operationsByName, retrieveOperation, writeOperation } from './operation.ts';

const writesDomain = { permission: 'settings:write', reach: 'merchant', target: Domain } as const;

export const domains = operationsByName({
  createDomain: writeOperation({
    ...writesDomain,
    summary: 'Add a domain',
    about:
      'Adds a domain and returns its token. Publish the token in a TXT record at `dns_record`, or in a file at `file_url`, then verify the domain. `scope` is `merchant` by default. A merchant has at most 100 domains.',
    input: DomainCreation,
    creates: true,
    problems: ['resource_already_exists', 'unexpected_state'],
    run: createDomain,
  }),
  listDomains: listOperation(Domain, { about: "Lists the merchant's domains, newest first." }),
  retrieveDomain: retrieveOperation(Domain),
  deleteDomain: writeOperation({
    ...writesDomain,
    summary: 'Delete a domain',
    about: 'Deletes a domain, and returns its last state. Settings with this domain lose their effect.',
    ids: ['domain_id'],
    run: deleteDomain,
    shows: 'result',
  }),
  verifyDomain: writeOperation({
    ...writesDomain,
    summary: 'Verify a domain',
    about:
      "Looks for the token of a domain. If the token is found, the domain is `verified`: settings with this domain or a subdomain take effect, and it cannot serve other merchants' pages. Otherwise the status is unchanged, and `failure_reason` has the reason. Refused with `resource_already_exists` while another merchant has proved the domain: that merchant's proof is then checked immediately, and a failure ends it.",
    ids: ['domain_id'],
    spansTransactions: true,
    problems: ['resource_already_exists'],
    run: verifyDomain,
  }),
});
