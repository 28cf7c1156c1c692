import { expect, test } from 'vitest';
import { type Role, roles } from '../../../../src/core/foundation/permissions.ts';
import { alertOf } from '../../../../src/core/writes/outbox/audit-alerts.ts';

const changed = (objectType: string, field: string, before: unknown, after: unknown) =>
  alertOf({
    merchantId: 'acme',
    objectId: 'x',
    objectType,
    changes: [
      { field: 'description', before: 'a', after: 'b', concealed: false },
      { field, before, after, concealed: false },
    ],
  });

test('A role or an invitation creates an approver if it grants the export permission', () => {
  const approvers = (Object.keys(roles) as Role[]).filter((role) =>
    (roles[role] as readonly string[]).includes('vault:export'),
  );
  expect(approvers.length).toBeGreaterThan(0);
  for (const type of ['team_member', 'invitation']) {
    for (const role of Object.keys(roles) as Role[]) {
      const isApprover = approvers.includes(role);
      expect(changed(type, 'role', null, role), role).toBe(isApprover ? 'approver_made' : null);
      expect(changed(type, 'role', 'analyst', role), role).toBe(isApprover ? 'approver_made' : null);
      expect(changed(type, 'role', approvers[0], role), role).toBe(null);
    }
  }
});

test.for([
  ['allowed_addresses', ['1.2.3.4'], [], true],
  ['allowed_addresses', ['1.2.3.4'], ['1.2.3.4', '1.2.3.0/24'], true],
  ['allowed_addresses', ['1.2.3.4', '5.6.7.8'], ['1.2.3.4'], false],
  ['allowed_addresses', [], ['1.2.3.4'], false],
  ['allowed_addresses', null, [], false],
  ['permissions', ['payments:read'], null, true],
  ['permissions', ['payments:read'], ['payments:read', 'team:write'], true],
  ['permissions', ['payments:read', 'team:write'], ['payments:read'], false],
  ['permissions', null, ['payments:read'], false],
  ['permissions', null, ['vault:export'], true],
  ['expires_at', '2031-01-01T00:00:00.000Z', null, true],
  ['expires_at', '2031-01-01T00:00:00.000Z', '2032-01-01T00:00:00.000Z', true],
  ['expires_at', '2031-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z', false],
  ['expires_at', null, '2030-01-01T00:00:00.000Z', false],
  ['name', 'a', 'b', false],
] as const)('A key whose %s changes from %j to %j is loosened: %j', ([field, before, after, isLoosened]) => {
  expect(changed('api_key', field, before, after)).toBe(isLoosened ? 'key_loosened' : null);
});

test('Changes of hosts, second factors and exports are distinguished from other changes', () => {
  expect(changed('domain', 'status', 'pending', 'verified')).toBe('host_changed');
  for (const field of [
    'payment_link_config.domain_name',
    'payout_link_config.allowed_domains',
    'walletx_verified_domains',
  ])
    expect(changed('business_profile', field, null, 'a.example'), field).toBe('host_changed');
  expect(changed('business_profile', 'payment_link_config.seller_name', null, 'A')).toBe(null);
  expect(changed('merchant_account', 'require_second_factor', true, false)).toBe('second_factor_off');
  expect(changed('merchant_account', 'require_second_factor', false, true)).toBe(null);
  expect(changed('payment_method_export', 'status', null, 'awaiting_approval')).toBe('export_requested');
  expect(changed('payment_method_export', 'status', 'awaiting_approval', 'processing')).toBe(null);
  expect(changed('refund', 'status', null, 'succeeded')).toBe(null);
});
