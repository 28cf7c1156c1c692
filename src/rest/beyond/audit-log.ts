import { AuditEntry } from '../../core/entities/audit-entry.ts';
import { beyond, retrieve } from '../beyond.ts';
import { listOf } from '../lists.ts';
import { one } from '../response-shapes.ts';

export const auditLogBeyond = [
  listOf(AuditEntry, {
    id: 'listAuditLog',
    summary: 'List the audit log',
    path: '/audit_log',
    about:
      'Lists what requests changed, newest first: settings, keys, and money by payments, refunds, disputes and payouts, with who did it and from where.',
  }),
  beyond({
    id: 'retrieveAuditEntry',
    summary: 'Retrieve an audit log entry',
    method: 'get',
    path: '/audit_log/{entry_id}',
    permission: 'audit:read',
    reach: 'merchant',
    about: 'Retrieves an entry of the audit log.',
    response: one(AuditEntry, 'full'),
    handle: (ctx, { path }) => retrieve(ctx, AuditEntry, path.entry_id),
  }),
];
