import { createDomain, DomainCreation, deleteDomain, verifyDomain } from '../domains/domains.ts';
import { Domain } from '../entities/domain.ts';
import { listOperation, operationsByName, retrieveOperation, writeOperation } from './operation.ts';

const writesDomain = { permission: 'settings:write', reach: 'merchant', target: Domain } as const;

export const domains = operationsByName({
  createDomain: writeOperation({
    ...writesDomain,
    summary: 'Add a domain',
    about:
      'Adds a domain to be proved, and returns its token. Put the token into a TXT record at `dns_record`, or into a file at `file_url`, and verify the domain. `scope` is `merchant` by default. A merchant has at most 100 domains.',
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
    about: 'Deletes a domain, and returns its last state. Settings that name it lose their effect.',
    ids: ['domain_id'],
    run: deleteDomain,
    shows: 'result',
  }),
  verifyDomain: writeOperation({
    ...writesDomain,
    summary: 'Verify a domain',
    about:
      "Looks for the token of a domain. If it is found, the domain is `verified`: settings that name it, or a subdomain, have effect, and it serves no other merchant's pages. If not, the status stays, and `failure_reason` has the reason. Refused with `resource_already_exists` while another merchant has proved the domain: that merchant's proof is then repeated at once, and a failure ends it.",
    ids: ['domain_id'],
    spansTransactions: true,
    problems: ['resource_already_exists'],
    run: verifyDomain,
  }),
});
