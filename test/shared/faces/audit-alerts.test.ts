import { generateKeyPairSync } from 'node:crypto';
import { expect } from 'vitest';
import { auditAlertKinds } from '../../../src/core/writes/outbox/audit-alerts.ts';
import { createMetrics } from '../../../src/telemetry/metrics.ts';
import { clientOf } from '../../kit/client.ts';
import { test } from '../../kit/test.ts';

test('Each kind of change with an operator alert is counted once it is committed', async ({
  service,
  shop,
}) => {
  const metrics = createMetrics();
  metrics.measure({ vitals: service.vitals, rows: service.database.rows, now: () => new Date() });
  const api = clientOf(service);
  const key = service.adminApiKey;
  const { merchantId, profileId } = shop;
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  const member = await shop.teamMember();
  const { body: made } = await api.post(`/api_keys/${merchantId}`, {
    key,
    body: { name: 'bound', allowed_addresses: ['192.0.2.7'] },
  });
  await api.post(`/accounts/${merchantId}`, { key, body: { require_second_factor: true } });

  const causes: Record<(typeof auditAlertKinds)[number], [path: string, body: object]> = {
    export_requested: [`/exports/payment_methods?merchant_id=${merchantId}`, { public_key: String(pem) }],
    approver_made: [`/team_members/${merchantId}/${member}`, { role: 'admin' }],
    key_loosened: [`/api_keys/${merchantId}/${made.key_id}`, { allowed_addresses: [] }],
    host_changed: [
      `/account/${merchantId}/business_profile/${profileId}`,
      { payment_link_config: { allowed_domains: ['shop.example'] } },
    ],
    second_factor_off: [`/accounts/${merchantId}`, { require_second_factor: false }],
  };
  for (const kind of auditAlertKinds) {
    const before = { ...service.vitals().auditAlerts };
    const [path, body] = causes[kind];
    const answer = await api.post(path, { key, body });
    expect(answer.status, `${kind}: ${JSON.stringify(answer.body)}`).toBe(200);
    expect(service.vitals().auditAlerts).toEqual({ ...before, [kind]: before[kind] + 1 });
    // Refused, or without further change: nothing is committed.
    await api.post(path, { key, body: { ...body, none: 1 } });
    expect(service.vitals().auditAlerts).toEqual({ ...before, [kind]: before[kind] + 1 });
  }
  const text = await metrics.registry.metrics();
  for (const kind of auditAlertKinds)
    expect(text).toMatch(new RegExp(`switchyard_audit_alerts_total\\{kind="${kind}"\\} [1-9]`));
});

test("A merchant's owners are notified of a new approver, and of no other member", async ({
  service,
  shop,
}) => {
  const api = clientOf(service);
  const { merchantId } = shop;
  const change = (id: string, role: string) =>
    api.post(`/team_members/${merchantId}/${id}`, { key: service.adminApiKey, body: { role } });
  const invite = (email: string, role: string) =>
    api.post(`/invitations/${merchantId}`, { key: service.adminApiKey, body: { email, role } });
  const member = await shop.teamMember();
  await change(member, 'developer');
  await invite('ada@example.com', 'analyst');
  const { body: invited } = await invite('grace@example.com', 'admin');
  await change(member, 'admin');
  await change(member, 'owner');
  const text = `select kind, object_id, message from notifications where merchant_id = $1 and kind = 'approver_made'
                order by created_at`;
  const notices = await service.database.rows.query({ text, values: [merchantId] }, null);
  expect(notices).toMatchObject([
    { object_id: invited.invitation_id, message: expect.stringContaining('invited as admin') },
    { object_id: member, message: expect.stringContaining('has the role admin') },
  ]);
  expect(JSON.stringify(notices)).not.toContain('@');
});
