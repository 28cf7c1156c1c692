import { AuditEntry } from '../../core/entities/audit-entry.ts';
import { queriesOf } from '../kit/queries.ts';

export const auditLogResolvers = [queriesOf(AuditEntry)];
