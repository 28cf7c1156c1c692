-- Job sweep: deleteAll (src/jobs/sweep.ts)
select distinct
  merchant_id
from
  (
    select
      merchant_id, scope, key
    from
      idempotency_keys
    where
      true
      and expires_at <= $1::timestamptz
    limit
      1000
  ) s;

-- Job sweep: deleteRows (src/jobs/sweep.ts)
with
  deleted as (
    delete from idempotency_keys
    where
      merchant_id = $2
      and (merchant_id, scope, key) in (
        select
          merchant_id, scope, key
        from
          idempotency_keys
        where
          merchant_id = $2
          and expires_at <= $1::timestamptz
        limit
          1000
      )
    returning
      1
  )
select
  count(*)::int as deleted
from
  deleted;

-- Job sweep: deleteAll (src/jobs/sweep.ts)
select distinct
  merchant_id
from
  (
    select
      merchant_id, token
    from
      payment_tokens
    where
      true
      and expires_at <= $1::timestamptz
    limit
      1000
  ) s;

-- Job sweep: deleteRows (src/jobs/sweep.ts)
with
  deleted as (
    delete from payment_tokens
    where
      merchant_id = $2
      and (merchant_id, token) in (
        select
          merchant_id, token
        from
          payment_tokens
        where
          merchant_id = $2
          and expires_at <= $1::timestamptz
        limit
          1000
      )
    returning
      1
  )
select
  count(*)::int as deleted
from
  deleted;

-- Job sweep: deleteAll (src/jobs/sweep.ts)
select distinct
  merchant_id
from
  (
    select
      merchant_id, hash
    from
      ephemeral_keys
    where
      true
      and expires_at <= $1::timestamptz
    limit
      1000
  ) s;

-- Job sweep: deleteRows (src/jobs/sweep.ts)
with
  deleted as (
    delete from ephemeral_keys
    where
      merchant_id = $2
      and (merchant_id, hash) in (
        select
          merchant_id, hash
        from
          ephemeral_keys
        where
          merchant_id = $2
          and expires_at <= $1::timestamptz
        limit
          1000
      )
    returning
      1
  )
select
  count(*)::int as deleted
from
  deleted;

-- Job sweep: deleteAll (src/jobs/sweep.ts)
select distinct
  merchant_id
from
  (
    select
      merchant_id, pm_collect_link_id
    from
      collect_links
    where
      true
      and expires_at <= $1::timestamptz
    limit
      1000
  ) s;

-- Job sweep: deleteRows (src/jobs/sweep.ts)
with
  deleted as (
    delete from collect_links
    where
      merchant_id = $2
      and (merchant_id, pm_collect_link_id) in (
        select
          merchant_id, pm_collect_link_id
        from
          collect_links
        where
          merchant_id = $2
          and expires_at <= $1::timestamptz
        limit
          1000
      )
    returning
      1
  )
select
  count(*)::int as deleted
from
  deleted;

-- Job sweep: deleteAll (src/jobs/sweep.ts)
select distinct
  merchant_id
from
  (
    select
      merchant_id, payment_id
    from
      extended_card_infos
    where
      true
      and expires_at <= $1::timestamptz
    limit
      1000
  ) s;

-- Job sweep: deleteRows (src/jobs/sweep.ts)
with
  deleted as (
    delete from extended_card_infos
    where
      merchant_id = $2
      and (merchant_id, payment_id) in (
        select
          merchant_id, payment_id
        from
          extended_card_infos
        where
          merchant_id = $2
          and expires_at <= $1::timestamptz
        limit
          1000
      )
    returning
      1
  )
select
  count(*)::int as deleted
from
  deleted;

-- Job sweep: deleteAll (src/jobs/sweep.ts)
select distinct
  merchant_id
from
  (
    select
      merchant_id, profile_id, kind, subject
    from
      card_testing_counters
    where
      true
      and expires_at <= $1::timestamptz
    limit
      1000
  ) s;

-- Job sweep: deleteRows (src/jobs/sweep.ts)
with
  deleted as (
    delete from card_testing_counters
    where
      merchant_id = $2
      and (merchant_id, profile_id, kind, subject) in (
        select
          merchant_id, profile_id, kind, subject
        from
          card_testing_counters
        where
          merchant_id = $2
          and expires_at <= $1::timestamptz
        limit
          1000
      )
    returning
      1
  )
select
  count(*)::int as deleted
from
  deleted;

-- Job sweep: deleteRows (src/jobs/sweep.ts)
with
  deleted as (
    delete from attempt_counts
    where
      (subject) in (
        select
          subject
        from
          attempt_counts
        where
          expires_at <= $1::timestamptz
        limit
          1000
      )
    returning
      1
  )
select
  count(*)::int as deleted
from
  deleted;

-- Job sweep: deleteAll (src/jobs/sweep.ts)
select distinct
  merchant_id
from
  (
    select
      merchant_id, merchant_connector_id, event_id
    from
      incoming_events
    where
      true
      and expires_at <= $1::timestamptz
    limit
      1000
  ) s;

-- Job sweep: deleteRows (src/jobs/sweep.ts)
with
  deleted as (
    delete from incoming_events
    where
      merchant_id = $2
      and (merchant_id, merchant_connector_id, event_id) in (
        select
          merchant_id, merchant_connector_id, event_id
        from
          incoming_events
        where
          merchant_id = $2
          and expires_at <= $1::timestamptz
        limit
          1000
      )
    returning
      1
  )
select
  count(*)::int as deleted
from
  deleted;

-- Job sweep: deleteAll (src/jobs/sweep.ts)
select distinct
  merchant_id
from
  (
    select
      merchant_id, entry_id
    from
      list_entries
    where
      true
      and expires_at <= $1::timestamptz
    limit
      1000
  ) s;

-- Job sweep: deleteRows (src/jobs/sweep.ts)
with
  deleted as (
    delete from list_entries
    where
      merchant_id = $2
      and (merchant_id, entry_id) in (
        select
          merchant_id, entry_id
        from
          list_entries
        where
          merchant_id = $2
          and expires_at <= $1::timestamptz
        limit
          1000
      )
    returning
      1
  )
select
  count(*)::int as deleted
from
  deleted;

-- Job sweep: deleteAll (src/jobs/sweep.ts)
select distinct
  merchant_id
from
  (
    select
      merchant_id, part_id
    from
      report_parts
    where
      true
      and expires_at <= $1::timestamptz
    limit
      1000
  ) s;

-- Job sweep: deleteRows (src/jobs/sweep.ts)
with
  deleted as (
    delete from report_parts
    where
      merchant_id = $2
      and (merchant_id, part_id) in (
        select
          merchant_id, part_id
        from
          report_parts
        where
          merchant_id = $2
          and expires_at <= $1::timestamptz
        limit
          1000
      )
    returning
      1
  )
select
  count(*)::int as deleted
from
  deleted;

-- Job sweep: deleteAll (src/jobs/sweep.ts)
select distinct
  merchant_id
from
  (
    select
      merchant_id, report_id
    from
      reports
    where
      true
      and expires_at <= $1::timestamptz
    limit
      1000
  ) s;

-- Job sweep: deleteRows (src/jobs/sweep.ts)
with
  deleted as (
    delete from reports
    where
      merchant_id = $2
      and (merchant_id, report_id) in (
        select
          merchant_id, report_id
        from
          reports
        where
          merchant_id = $2
          and expires_at <= $1::timestamptz
        limit
          1000
      )
    returning
      1
  )
select
  count(*)::int as deleted
from
  deleted;

-- Job sweep: deleteAll (src/jobs/sweep.ts)
select distinct
  merchant_id
from
  (
    select
      merchant_id, replayed_id
    from
      rule_replay_payments
    where
      true
      and expires_at <= $1::timestamptz
    limit
      1000
  ) s;

-- Job sweep: deleteRows (src/jobs/sweep.ts)
with
  deleted as (
    delete from rule_replay_payments
    where
      merchant_id = $2
      and (merchant_id, replayed_id) in (
        select
          merchant_id, replayed_id
        from
          rule_replay_payments
        where
          merchant_id = $2
          and expires_at <= $1::timestamptz
        limit
          1000
      )
    returning
      1
  )
select
  count(*)::int as deleted
from
  deleted;

-- Job sweep: deleteAll (src/jobs/sweep.ts)
select distinct
  merchant_id
from
  (
    select
      merchant_id, replay_id
    from
      rule_replays
    where
      true
      and expires_at <= $1::timestamptz
    limit
      1000
  ) s;

-- Job sweep: deleteRows (src/jobs/sweep.ts)
with
  deleted as (
    delete from rule_replays
    where
      merchant_id = $2
      and (merchant_id, replay_id) in (
        select
          merchant_id, replay_id
        from
          rule_replays
        where
          merchant_id = $2
          and expires_at <= $1::timestamptz
        limit
          1000
      )
    returning
      1
  )
select
  count(*)::int as deleted
from
  deleted;

-- Job sweep: deleteRows (src/jobs/sweep.ts)
with
  deleted as (
    delete from auth.sessions
    where
      (id) in (
        select
          id
        from
          auth.sessions
        where
          expires_at <= $1::timestamptz
        limit
          1000
      )
    returning
      1
  )
select
  count(*)::int as deleted
from
  deleted;

-- Job sweep: deleteRows (src/jobs/sweep.ts)
with
  deleted as (
    delete from auth.verifications
    where
      (id) in (
        select
          id
        from
          auth.verifications
        where
          expires_at <= $1::timestamptz
        limit
          1000
      )
    returning
      1
  )
select
  count(*)::int as deleted
from
  deleted;

-- Job sweep: deleteRows (src/jobs/sweep.ts)
with
  deleted as (
    delete from auth.rate_limits
    where
      (id) in (
        select
          id
        from
          auth.rate_limits
        where
          last_request < extract(
            epoch
            from
              $1::timestamptz
          ) * 1000
        limit
          1000
      )
    returning
      1
  )
select
  count(*)::int as deleted
from
  deleted;

-- Job sweep: deleteRows (src/jobs/sweep.ts)
with
  deleted as (
    delete from processes
    where
      (process_id) in (
        select
          process_id
        from
          processes
        where
          seen_at < $1::timestamptz
        limit
          1000
      )
    returning
      1
  )
select
  count(*)::int as deleted
from
  deleted;

-- Job sweep: deleteAll (src/jobs/sweep.ts)
select distinct
  merchant_id
from
  (
    select
      merchant_id, file_id
    from
      evidence_contents
    where
      true
      and created_at < $1::timestamptz
      and object_name is null
    limit
      1000
  ) s;

-- Job sweep: deleteRows (src/jobs/sweep.ts)
with
  deleted as (
    delete from evidence_contents
    where
      merchant_id = $2
      and (merchant_id, file_id) in (
        select
          merchant_id, file_id
        from
          evidence_contents
        where
          merchant_id = $2
          and created_at < $1::timestamptz
          and object_name is null
        limit
          1000
      )
    returning
      1
  )
select
  count(*)::int as deleted
from
  deleted;

-- Job sweep: deleteAll (src/jobs/sweep.ts)
select distinct
  merchant_id
from
  (
    select
      merchant_id, file_id
    from
      payment_method_export_files
    where
      true
      and written_at < $1::timestamptz
    limit
      1000
  ) s;

-- Job sweep: deleteRows (src/jobs/sweep.ts)
with
  deleted as (
    delete from payment_method_export_files
    where
      merchant_id = $2
      and (merchant_id, file_id) in (
        select
          merchant_id, file_id
        from
          payment_method_export_files
        where
          merchant_id = $2
          and written_at < $1::timestamptz
        limit
          1000
      )
    returning
      1
  )
select
  count(*)::int as deleted
from
  deleted;

-- Job sweep: deleteAll (src/jobs/sweep.ts)
select distinct
  merchant_id
from
  (
    select
      merchant_id, subject, attempted_at, attempt_id
    from
      velocity_entries
    where
      true
      and attempted_at < $1::timestamptz
    limit
      1000
  ) s;

-- Job sweep: deleteRows (src/jobs/sweep.ts)
with
  deleted as (
    delete from velocity_entries
    where
      merchant_id = $2
      and (merchant_id, subject, attempted_at, attempt_id) in (
        select
          merchant_id, subject, attempted_at, attempt_id
        from
          velocity_entries
        where
          merchant_id = $2
          and attempted_at < $1::timestamptz
        limit
          1000
      )
    returning
      1
  )
select
  count(*)::int as deleted
from
  deleted;

-- Job sweep: deleteAll (src/jobs/sweep.ts)
select distinct
  merchant_id
from
  (
    select
      merchant_id, result_id
    from
      payment_method_import_results
    where
      true
      and created_at < $1::timestamptz
      and result_id > ''
    limit
      1000
  ) s;

-- Job sweep: deleteRows (src/jobs/sweep.ts)
with
  deleted as (
    delete from payment_method_import_results
    where
      merchant_id = $2
      and (merchant_id, result_id) in (
        select
          merchant_id, result_id
        from
          payment_method_import_results
        where
          merchant_id = $2
          and created_at < $1::timestamptz
          and result_id > ''
        limit
          1000
      )
    returning
      1
  )
select
  count(*)::int as deleted
from
  deleted;

-- Job sweep: deleteAll (src/jobs/sweep.ts)
select distinct
  merchant_id
from
  (
    select
      merchant_id, refusal_id
    from
      list_import_refusals
    where
      true
      and created_at < $1::timestamptz
      and refusal_id > ''
    limit
      1000
  ) s;

-- Job sweep: deleteRows (src/jobs/sweep.ts)
with
  deleted as (
    delete from list_import_refusals
    where
      merchant_id = $2
      and (merchant_id, refusal_id) in (
        select
          merchant_id, refusal_id
        from
          list_import_refusals
        where
          merchant_id = $2
          and created_at < $1::timestamptz
          and refusal_id > ''
        limit
          1000
      )
    returning
      1
  )
select
  count(*)::int as deleted
from
  deleted;

-- Job sweep: deleteAll (src/jobs/sweep.ts)
select distinct
  merchant_id
from
  (
    select
      merchant_id, notification_id
    from
      notifications
    where
      true
      and created_at < $1::timestamptz
      and notification_id > ''
    limit
      1000
  ) s;

-- Job sweep: deleteRows (src/jobs/sweep.ts)
with
  deleted as (
    delete from notifications
    where
      merchant_id = $2
      and (merchant_id, notification_id) in (
        select
          merchant_id, notification_id
        from
          notifications
        where
          merchant_id = $2
          and created_at < $1::timestamptz
          and notification_id > ''
        limit
          1000
      )
    returning
      1
  )
select
  count(*)::int as deleted
from
  deleted;

-- Job sweep: deleteAll (src/jobs/sweep.ts)
select distinct
  merchant_id
from
  (
    select
      merchant_id, batch_id
    from
      list_import_batches
    where
      true
      and created_at < $1::timestamptz
      and not exists (
        select
        from
          list_imports i
        where
          i.merchant_id = list_import_batches.merchant_id
          and i.import_id = list_import_batches.import_id
      )
    limit
      1000
  ) s;

-- Job sweep: deleteRows (src/jobs/sweep.ts)
with
  deleted as (
    delete from list_import_batches
    where
      merchant_id = $2
      and (merchant_id, batch_id) in (
        select
          merchant_id, batch_id
        from
          list_import_batches
        where
          merchant_id = $2
          and created_at < $1::timestamptz
          and not exists (
            select
            from
              list_imports i
            where
              i.merchant_id = list_import_batches.merchant_id
              and i.import_id = list_import_batches.import_id
          )
        limit
          1000
      )
    returning
      1
  )
select
  count(*)::int as deleted
from
  deleted;

-- Job sweep: deleteAll (src/jobs/sweep.ts)
select distinct
  merchant_id
from
  (
    select
      merchant_id, merchant_connector_id, idempotency_key
    from
      sandbox_transactions
    where
      true
      and coalesce(settles_at, created_at) < $1::timestamptz
    limit
      1000
  ) s;

-- Job sweep: deleteRows (src/jobs/sweep.ts)
with
  deleted as (
    delete from sandbox_transactions
    where
      merchant_id = $2
      and (
        merchant_id, merchant_connector_id, idempotency_key
      ) in (
        select
          merchant_id, merchant_connector_id, idempotency_key
        from
          sandbox_transactions
        where
          merchant_id = $2
          and coalesce(settles_at, created_at) < $1::timestamptz
        limit
          1000
      )
    returning
      1
  )
select
  count(*)::int as deleted
from
  deleted;

-- Job sweep: deleteAll (src/jobs/sweep.ts)
select distinct
  merchant_id
from
  (
    select
      merchant_id, merchant_connector_id, dispute_id
    from
      sandbox_disputes
    where
      true
      and respond_by < $1::timestamptz
    limit
      1000
  ) s;

-- Job sweep: deleteRows (src/jobs/sweep.ts)
with
  deleted as (
    delete from sandbox_disputes
    where
      merchant_id = $2
      and (merchant_id, merchant_connector_id, dispute_id) in (
        select
          merchant_id, merchant_connector_id, dispute_id
        from
          sandbox_disputes
        where
          merchant_id = $2
          and respond_by < $1::timestamptz
        limit
          1000
      )
    returning
      1
  )
select
  count(*)::int as deleted
from
  deleted;

-- Job sweep: deleteAll (src/jobs/sweep.ts)
select distinct
  merchant_id
from
  (
    select
      merchant_id, merchant_connector_id, event_id
    from
      sandbox_events
    where
      true
      and coalesce(told_at, next_at) < $1::timestamptz
    limit
      1000
  ) s;

-- Job sweep: deleteRows (src/jobs/sweep.ts)
with
  deleted as (
    delete from sandbox_events
    where
      merchant_id = $2
      and (merchant_id, merchant_connector_id, event_id) in (
        select
          merchant_id, merchant_connector_id, event_id
        from
          sandbox_events
        where
          merchant_id = $2
          and coalesce(told_at, next_at) < $1::timestamptz
        limit
          1000
      )
    returning
      1
  )
select
  count(*)::int as deleted
from
  deleted;
