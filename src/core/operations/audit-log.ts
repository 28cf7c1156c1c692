import { AuditEntry } from '../entities/audit-entry.ts';
import { listOperation, operationsByName, retrieveOperation } from './operation.ts';

export const auditLog = operationsByName({
  listAuditLog: listOperation(AuditEntry, {
    summary: 'List the audit log',
    about:
      'Lists what requests changed, newest first: settings, keys, and money by payments, refunds, disputes and payouts, with who did it and from where.',
  }),
  retrieveAuditEntry: retrieveOperation(AuditEntry, {
    summary: 'Retrieve an audit log entry',
    about: 'Retrieves an entry of the audit log.',
  }),
});
