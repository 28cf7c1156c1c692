import * as f from '../model/fields.ts';
import { Resource } from '../model/index.ts';

/** A person who operates the installation. Their account is in the schema `auth`. */
@Resource({
  table: 'operators',
  id: 'person_id',
  prefix: 'per',
  about:
    'A person who operates the installation. Signed in with a second factor, they have the permissions of the admin API key.',
  order: 'appointed_at',
  from: 'oldest',
  reads: 'team:read',
  reach: 'installation',
  audited: { shows: 'figures' },
})
export class Operator {
  @f.Id('Unique identifier of the person.', { required: true, example: 'per_01JZ5V0G7N4S8X2T6W9Y3B1C5D' })
  person_id!: string;
  @f.Email('E-mail address of the person when they were appointed.', {
    required: true,
    search: true,
    redirectsNothing: 'guarded_by_operation',
  })
  email!: string;
  @f.Id('Identifier of the key or person who appointed the operator, as in the audit log.', {
    example: 'per_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  appointed_by?: string | null;
  @f.Timestamp('Time at which the person was appointed.', { required: true, filter: true, sort: true })
  appointed_at!: Date;
  @f.Timestamp(
    "Time of the person's last request as an operator, to the minute. After 90 days without one, the operator must be appointed again.",
  )
  last_seen_at?: Date | null;
}
