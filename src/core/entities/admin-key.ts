import * as f from '../model/fields.ts';
import { Resource } from '../model/index.ts';

/** A key of an administrator or of an organization; only its hash is stored. */
@Resource({
  table: 'admin_keys',
  id: 'key_id',
  prefix: 'adk',
  about:
    'A key of an administrator, for the whole installation, or of an organization, for its merchant accounts only. The key is returned once, on creation; only its SHA-256 hash is stored.',
  order: 'created_at',
  from: 'newest',
  reads: 'keys:read',
  reach: 'installation',
  audited: { shows: 'values' },
  indexes: { admin_keys_hash: { columns: ['hash'], unique: true } },
})
export class AdminKey {
  @f.Id('Unique identifier of the key. This is not the key itself.', {
    required: true,
    example: 'adk_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  key_id!: string;
  @f.Text("Name of the key's holder, a person or a program, as shown in the audit log.", {
    required: true,
    search: true,
    example: 'Onboarding',
  })
  name!: string;
  @f.Id(
    'Organization that the key is restricted to: it creates and manages the merchant accounts of that organization, and no others. Null for the whole installation.',
    { filter: true, example: 'org_01JZ5V0G7N4S8X2T6W9Y3B1C5D' },
  )
  organization_id?: string | null;
  @f.Text("Start of the key: `ak_<env>_`, or `ok_<env>_` for an organization's key.", {
    required: true,
    max: 16,
    example: 'ok_test_',
    holds: 'token',
  })
  prefix!: string;
  @f.Text('Last four characters of the key.', { required: true, max: 4, example: 'b1Ab' }) last4!: string;
  @f.Text('Hexadecimal SHA-256 of the key.', {
    required: true,
    max: 64,
    visibility: 'nowhere',
    holds: 'token',
  })
  hash!: string;
  @f.Id('Creator of the key: identifier of a key or a person, as in the audit log.', {
    example: 'per_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  created_by?: string | null;
  @f.Timestamp('Time at which the key was created.', { required: true, filter: true, sort: true })
  created_at!: Date;
  @f.Timestamp('Time from which the key is rejected; null if it does not expire.', { filter: true })
  expires_at?: Date | null;
  @f.Timestamp('Time at which the key was revoked; null unless revoked.', { filter: true })
  revoked_at?: Date | null;
  @f.Timestamp('Time at which the key was last used, to the minute; null if it was never used.')
  last_used_at?: Date | null;
}
