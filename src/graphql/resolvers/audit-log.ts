import { auditLog } from '../../core/operations/audit-log.ts';
import { queriesFor } from '../kit/queries.ts';

export const auditLogResolvers = [...queriesFor(auditLog.retrieveAuditEntry, auditLog.listAuditLog)];
