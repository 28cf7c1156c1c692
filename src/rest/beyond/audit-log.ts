import { auditLog } from '../../core/operations/audit-log.ts';
import { retrieveAt } from '../beyond.ts';
import { listAt } from '../lists.ts';

export const auditLogBeyond = [
  listAt(auditLog.listAuditLog, '/audit_log'),
  retrieveAt(auditLog.retrieveAuditEntry, '/audit_log/{entry_id}'),
];
