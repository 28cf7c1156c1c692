import { AuditEntry } from '../entities/audit-entry.ts';
import { listOperation, operationsByName, retrieveOperation } from './operation.ts';

export const auditLog = operationsByName({
  listAuditLog: listOperation(AuditEntry, {
    summary: 'List the audit log',
    about:
      'Lists the changes made by requests, newest first: to settings, keys, payments, refunds, disputes and payouts, with the actor and address.',
  }),
  retrieveAuditEntry: retrieveOperation(AuditEntry, {
    summary: 'Retrieve an audit log entry',
    about: 'Retrieves an entry of the audit log.',
  }),
});
