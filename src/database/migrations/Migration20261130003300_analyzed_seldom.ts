import { Migration } from '@mikro-orm/migrations';

/**
 * Tables whose rows come and go are analyzed after ten million changes, no longer each minute. ANALYZE makes every session
 * plan anew all statements and trigger functions that name the table, payments among them. The plans stay the same: each
 * statement on these tables reads an index, whatever the statistics say.
 */
export class Migration20261130003300_analyzed_seldom extends Migration {
  override up(): void {
    // Sets no lock that a read or a write waits for.
    this.addSql(`
      do $$
      declare of text;
      begin
        foreach of in array array[${tables.map((table) => `'${table}'`).join(', ')}]
        loop
          execute format('alter table %s set (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000000)', of);
        end loop;
      end $$`);
  }
}

const tables = [
  'attempt_counts',
  'card_testing_counters',
  'connector_webhook_states',
  'pending_deliveries',
  'processes',
  'scheduled_tasks',
  'stats_changes',
  'webhook_endpoint_states',
  'auth.rate_limits',
];
