-- Job measure_queues: readQueues (src/telemetry/queues.ts)
select
  count(*)::int as depth,
  extract(
    epoch
    from
      min(due_at)
  )::float8 as since
from
  (
    select
      look_up_at as due_at
    from
      connector_calls
    where
      status = 'intended'
      and look_up_at <= $1::timestamptz
      and true
    order by
      look_up_at
    limit
      10000
  ) d;

-- Job measure_queues: readQueues (src/telemetry/queues.ts)
select
  count(*)::int as depth,
  extract(
    epoch
    from
      min(due_at)
  )::float8 as since
from
  (
    select
      created_at as due_at
    from
      connector_calls
    where
      status = 'intended'
      and outcome ->> 'kind' = 'unknown'
      and created_at <= $1::timestamptz
      and true
    order by
      created_at
    limit
      10000
  ) d;

-- Job measure_queues: readQueues (src/telemetry/queues.ts)
select
  coalesce(sum(due.depth), 0)::int as depth,
  extract(
    epoch
    from
      min(due.since)
  )::float8 as since
from
  webhook_endpoint_states h
  cross join lateral (
    select
      count(*) as depth,
      min(d.next_attempt_at) as since
    from
      (
        select
          d.next_attempt_at
        from
          pending_deliveries d
        where
          d.merchant_id = h.merchant_id
          and d.endpoint_id = h.endpoint_id
          and d.next_attempt_at <= $1::timestamptz
        order by
          d.next_attempt_at, d.event_sequence
        limit
          100
      ) d
  ) due
where
  h.due_at <= coalesce(
    (
      select
        due_at
      from
        webhook_endpoint_states
      where
        due_at <= $1::timestamptz
        and true
      order by
        due_at, merchant_id, endpoint_id
      offset
        999
      limit
        1
    ),
    $1::timestamptz
  )
  and h.stopped_at is null
  and (
    h.resting_until is null
    or h.resting_until <= $1::timestamptz
  )
  and true;

-- Job measure_queues: readQueues (src/telemetry/queues.ts)
select
  count(*)::int as depth,
  extract(
    epoch
    from
      min(due_at)
  )::float8 as since
from
  (
    select
      resting_since as due_at
    from
      webhook_endpoint_states
    where
      resting_since is not null
      and (
        failures >= 5
        or resting_until > $1::timestamptz
      )
      and true
    order by
      resting_since
    limit
      10000
  ) d;

-- Job measure_queues: readLocal (src/telemetry/queues.ts)
select
  count(*)::int as depth,
  extract(
    epoch
    from
      min(due_at)
  )::float8 as since
from
  (
    select
      due_at
    from
      scheduled_tasks
    where
      process_id is null
      and due_at <= $1::timestamptz
      and task in (
        'expire_payments_0', 'expire_payments_1', 'expire_payments_2', 'expire_payments_3',
        'expire_payouts_0', 'expire_payouts_1', 'expire_payouts_2', 'expire_payouts_3', 'capture_payments_0',
        'capture_payments_1', 'capture_payments_2', 'capture_payments_3', 'expire_authorizations_0',
        'expire_authorizations_1', 'expire_authorizations_2', 'expire_authorizations_3',
        'delete_at_vendors_0', 'delete_at_vendors_1', 'delete_at_vendors_2', 'delete_at_vendors_3',
        'retry_payments_0', 'retry_payments_1', 'retry_payments_2', 'retry_payments_3',
        'run_report_schedules_0', 'run_report_schedules_1', 'run_report_schedules_2',
        'run_report_schedules_3', 'read_settlement_reports_0', 'read_settlement_reports_1',
        'read_settlement_reports_2', 'read_settlement_reports_3', 'repeat_domain_proofs_0',
        'repeat_domain_proofs_1', 'repeat_domain_proofs_2', 'repeat_domain_proofs_3',
        'announce_domain_proofs_0', 'announce_domain_proofs_1', 'announce_domain_proofs_2',
        'announce_domain_proofs_3', 'make_reports', 'continue_replays', 'backfill_balance_entries',
        'import_files', 'list_blocked', 'purge_deleted_lists', 'export_payment_methods', 'derive_search',
        'fold_stats', 'seal_audit_log', 'adopt_algorithms', 'notify_merchants', 'keep_partitions', 'sweep',
        'sweep_evidence_objects', 'note_second_factors', 'forget_cards', 'delete_unused_cards'
      )
    limit
      10000
  ) d;
