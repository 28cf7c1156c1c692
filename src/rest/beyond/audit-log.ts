import { auditLog } from '../../core/operations/audit-log.ts';
import { listAt } from '../places/list-at.ts';
import { retrieveAt } from '../places/retrieve-at.ts';

export const auditLogBeyond = [
  listAt(auditLog.listAuditLog, '/audit_log'),
  retrieveAt(auditLog.retrieveAuditEntry, '/audit_log/{entry_id}'),
];
