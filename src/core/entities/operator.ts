import * as f from '../model/fields.ts';
import { Resource } from '../model/index.ts';

/** A person who operates the installation. Their account is in the schema `auth`. */
@Resource({
  table: 'operators',
  id: 'person_id',
  prefix: 'per',
  about:
    'A person who operates the installation: signed in with a second factor, they may do what the admin API key may.',
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
  @f.Id('Who appointed them: the identifier of a key or a person, as in the audit log.', {
    example: 'per_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  appointed_by?: string | null;
  @f.Timestamp('Time at which the person was appointed.', { required: true, filter: true, sort: true })
  appointed_at!: Date;
  @f.Timestamp(
    'Time of their last request as an operator, to the minute. An operator who was not seen for 90 days has to be appointed again.',
  )
  last_seen_at?: Date | null;
}
