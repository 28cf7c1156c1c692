-- Spreads a migrated database over the nodes of a Citus cluster, by merchant. docs/scaling.md says when that pays, and
-- what of the service has to change first. Run it once as the tables' owner on the coordinator, while nothing is written.
-- A test holds it against the tables that the migrations make.

set citus.shard_count = 128;
-- Triggers write to the same merchant's rows in other tables, which are in shards beside those of their own.
set citus.enable_unsafe_triggers = on;

-- Citus takes no subquery in a policy. Without one the setting is read for each row.
do $$
declare
  protected record;
begin
  for protected in select schemaname, tablename from pg_policies where policyname = 'tenancy' loop
    execute format(
      $policy$ alter policy tenancy on %I.%I using (merchant_id = current_setting('switchyard.merchant_id', true)
        or current_setting('switchyard.merchant_id', true) = '*') $policy$,
      protected.schemaname, protected.tablename);
  end loop;
end $$;

-- The same on every node: read with everything, written seldom.
select create_reference_table('merchant_accounts');
select create_reference_table('error_mappings');
select create_reference_table('admin_keys');
select create_reference_table('operators');
select create_reference_table('encryption_keys');
select create_reference_table('import_keys');

-- Each merchant's rows of all tables on one node. Tables that others refer to come first.
select create_distributed_table('business_profiles', 'merchant_id');
select create_distributed_table('customers', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('payment_methods', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('payments', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('attempts', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('payouts', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('disputes', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('events', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('team_members', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('api_keys', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('audit_anchors', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('audit_log', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('authentications', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('captures', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('card_testing_counters', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('collect_links', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('connector_accounts', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('connector_calls', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('dispute_answers', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('ephemeral_keys', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('evidence_contents', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('extended_card_infos', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('idempotency_keys', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('incoming_events', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('connector_webhook_states', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('invitations', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('mandates', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('notes', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('payment_metadata', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('payment_method_imports', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('payment_method_exports', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('payment_method_export_files', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('report_schedules', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('reports', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('report_parts', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('payment_method_import_batches', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('payment_method_import_results', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('payment_tokens', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('payout_attempts', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('request_log', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('notifications', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('pending_deliveries', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('refunds', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('blocklist_entries', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('routing_configurations', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('sandbox_disputes', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('sandbox_events', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('sandbox_transactions', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('saved_views', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('search_entries', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('stats_changes', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('stats_totals', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('status_changes', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('updates', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('vendor_deletions', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('webhook_deliveries', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('webhook_endpoints', 'merchant_id', colocate_with => 'business_profiles');
select create_distributed_table('webhook_endpoint_states', 'merchant_id', colocate_with => 'business_profiles');

-- Local, on the coordinator:
--   attempt_counts: limits on attempts, by address and the like, which are of no merchant.
--   processes: heartbeats, every second of every process.
--   migration_digests: the content of the migrations that have run.
--   migrations: what migrations have run.
--   scheduled_tasks: when background tasks run next, and which process runs them.
--   auth.*: people, who may belong to several merchants.
