import '../../../src/core/entities/resources.ts';
import '../../../src/connectors/sandbox/tables.ts';
import { expect, test } from 'vitest';
import { allTables } from '../../../src/core/model/index.ts';
import { DueKind } from '../../../src/core/test-clock/test-clock.ts';

/** Why a merchant's times do not follow its test clock. */
const reasons = {
  record: 'When something happened, or the period that something was about: time that passed is not undone.',
  computed: 'PostgreSQL computes it of one that follows, or a trigger copies that.',
  key: 'An advance must not lock out whoever integrates: keys, secrets and invitations of people end in real time.',
  lease: 'A process holds it while it works, in real time.',
  guard: 'It limits real requests, or tells repeated ones apart.',
  vault:
    'Card numbers leave for an hour of real time, two people approve in that time, and whoever stops it has a real day.',
  domain: 'The DNS and web servers are looked at in real time, and owners have that time to prove a domain.',
  report: 'A report is about a period of the calendar, in which records have their real times.',
} as const;

/** Every time in merchants' tables that does not follow the clock, with its reason. */
const stays: Readonly<Record<keyof typeof reasons, string>> = {
  record: `
    merchant_accounts.created_at merchant_accounts.modified_at merchant_accounts.suspended_at
    merchant_accounts.second_factor_noted_at
    business_profiles.created_at business_profiles.modified_at connector_accounts.created_at connector_accounts.modified_at
    routing_configurations.created_at routing_configurations.modified_at blocklist_entries.created_at
    value_lists.created_at list_entries.created_at list_imports.created_at list_imports.ended_at
    list_import_refusals.created_at list_import_batches.created_at deleted_lists.deleted_at
    rulesets.created_at rulesets.activated_at rulesets.modified_at
    rule_replays.created_gte rule_replays.created_lt rule_replays.created_at rule_replays.finished_at
    rule_replays.expires_at rule_replay_payments.created_at rule_replay_payments.expires_at
    domains.verified_at domains.checked_at domains.announced_at domains.created_at domains.modified_at
    api_keys.created_at api_keys.revoked_at api_keys.last_used_at team_members.joined_at team_members.last_seen_at
    team_members.vault_export_since
    invitations.created_at invitations.accepted_at invitations.revoked_at saved_views.created_at
    customers.created_at customers.modified_at customers.deleted_at
    payment_methods.created payment_methods.last_used_at payment_methods.updated_at
    payment_method_imports.created_at payment_method_imports.completed_at payment_method_import_results.created_at
    payment_method_exports.created_at payment_method_export_files.written_at
    mandates.created_at mandates.updated_at collect_links.created_at
    payments.created payments.updated payments.paid_at payment_metadata.created
    attempts.created_at attempts.modified_at attempts.authorized_at attempts.connector_updated_at
    captures.captured_at captures.created_at captures.modified_at captures.connector_updated_at
    refunds.created_at refunds.updated_at refunds.connector_updated_at
    authentications.created_at authentications.modified_at connector_calls.created_at connector_calls.completed_at
    disputes.connector_created_at disputes.connector_updated_at disputes.created_at disputes.updated_at
    dispute_answers.created_at dispute_answers.sent_at evidence_contents.created_at evidence_contents.stored_at
    payouts.created payouts.updated
    payout_attempts.created_at payout_attempts.modified_at payout_attempts.connector_updated_at
    events.created_at incoming_events.received_at incoming_events.processed_at
    webhook_endpoints.created_at webhook_endpoints.modified_at
    webhook_deliveries.created_at webhook_deliveries.completed_at webhook_deliveries.failed_at pending_deliveries.created_at
    connector_webhook_states.received_at connector_webhook_states.refused_at
    webhook_endpoint_states.resting_since webhook_endpoint_states.stopped_at
    notes.created_at notifications.created_at notifications.read_at notifications.resolved_at
    report_schedules.created_at report_schedules.modified_at reports.created_at reports.announced_at
    audit_log.created_at unsealed_audit_entries.created_at audit_anchors.dropped_at request_log.created_at status_changes.changed_at updates.recorded_at
    search_entries.listed_at search_changes.changed_at stats_totals.starts_at stats_changes.starts_at stats_progress.counted_until vendor_deletions.created_at
    sandbox_transactions.created_at sandbox_events.told_at payment_methods.number_replaced_at velocity_entries.attempted_at
  `,
  computed: 'disputes.deadline pending_deliveries.next_attempt_at',
  key: `
    merchant_accounts.previous_publishable_key_expires_at api_keys.expires_at
    api_keys.unnamed_permissions_until ephemeral_keys.expires_at
    invitations.expires_at webhook_endpoints.previous_secret_expires_at
  `,
  lease: 'webhook_deliveries.leased_until pending_deliveries.leased_until authentications.asking_until',
  guard:
    'card_testing_counters.expires_at idempotency_keys.created_at idempotency_keys.expires_at incoming_events.expires_at',
  vault: `
    payment_method_exports.approve_before payment_method_exports.starts_at payment_method_exports.download_before
  `,
  domain: 'domains.next_check_at domains.acts_until',
  report: `
    report_schedules.next_run_at reports.period_from reports.period_to reports.expires_at report_parts.expires_at
  `,
};

const listed = new Map(
  Object.entries(stays).flatMap(([reason, columns]) =>
    columns
      .split(/\s+/)
      .filter(Boolean)
      .map((column) => [column, reason] as const),
  ),
);

const merchants = allTables().filter(({ fields }) => fields.some(({ name }) => name === 'merchant_id'));
const timesOf = (isDue: boolean) =>
  merchants.flatMap(({ fields, table }) =>
    fields
      .filter(({ due, kind }) => kind === 'timestamp' && Boolean(due) === isDue)
      .map(({ name }) => `${table}.${name}`),
  );

test('Every due time of a merchant follows the test clock, or is listed with a reason', () => {
  expect(timesOf(true).length).toBeGreaterThan(15);
  expect(timesOf(false).filter((column) => !listed.has(column))).toEqual([]);
});

test('Every listed time exists and does not follow the clock', () => {
  const all = new Set(timesOf(false));
  expect([...listed.keys()].filter((column) => !all.has(column))).toEqual([]);
});

test('Every table that follows the clock is counted under a distinct kind, and each kind counts something', () => {
  const kinds = merchants.flatMap(({ fields }) => fields.flatMap(({ due }) => due?.as ?? []));
  expect(new Set(kinds)).toEqual(new Set(DueKind.values));
});

test('A JSON document with due times stays in its table and is not encrypted', () => {
  const documents = merchants.flatMap(({ fields }) =>
    fields.filter(({ due, kind }) => due && kind !== 'timestamp'),
  );
  expect(documents.map(({ name }) => name).sort()).toEqual([
    'body',
    'first_outcome',
    'next_action',
    'outcome',
  ]);
  expect(documents.filter(({ encrypted }) => encrypted)).toEqual([]);
});
