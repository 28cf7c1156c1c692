/** Functions and triggers of merchants' tables: maintained sums and flags, and the look-up of keys. */
export const tableFunctions = (): string[] => [
  // The sum is maintained by difference.
  `
  create function keep_amount_refunded() returns trigger language plpgsql as $$
  declare
    counted int8 := case when new.status <> 'failed' then new.amount else 0 end;
    counted_before int8 := case when old.status <> 'failed' then old.amount else 0 end;
  begin
    update payments set amount_refunded = amount_refunded + counted - counted_before
    where merchant_id = coalesce(new.merchant_id, old.merchant_id) and payment_id = coalesce(new.payment_id, old.payment_id);
    return null;
  end $$`,
  ...[
    ['inserted', 'insert', `new.status <> 'failed'`],
    ['updated', 'update', `(old.status <> 'failed') <> (new.status <> 'failed') or old.amount <> new.amount`],
    ['deleted', 'delete', `old.status <> 'failed'`],
  ].map(
    ([name, event, condition]) => `
  create trigger refunds_${name} after ${event} on refunds
    for each row when (${condition}) execute function keep_amount_refunded()`,
  ),

  // What is left to the merchant: refunds change it without the service.
  `
      create function keep_net() returns trigger language plpgsql as $$
      begin
        new.net = case when new.fee_currency = new.currency
                       then new.amount_received - new.amount_refunded - new.fee end;
        return new;
      end $$`,
  `
      create trigger payments_net
        before insert or update of amount_received, amount_refunded, fee, fee_currency on payments
        for each row when (new.fee is not null or new.net is not null) execute function keep_net()`,

  `
    create function mark_disputed() returns trigger language plpgsql as $$
    begin
      update payments set disputed = true
      where merchant_id = new.merchant_id and payment_id = new.payment_id and not disputed;
      return null;
    end $$`,
  `
    create trigger disputes_opened after insert on disputes for each row execute function mark_disputed()`,
  // Also of rows that are copied in: the disputes of a payment that is not marked are not looked up.
  'alter table disputes enable always trigger disputes_opened',

  `
    create function metadata_entry(key text, value text) returns uuid language sql immutable
      return encode(substr(sha256(convert_to(length(key) || ':' || key || value, 'UTF8')), 1, 16), 'hex')::uuid`,
  // Objects and lists within metadata have no text that a caller could name.
  `
    create function metadata_entries(metadata jsonb) returns setof uuid language sql immutable
      begin atomic select metadata_entry(e.key, e.value #>> '{}') 
              from jsonb_each(case jsonb_typeof(metadata) when 'object' then metadata end) e
              where jsonb_typeof(e.value) in ('string', 'number', 'boolean'); end`,
  `
    create function keep_payment_metadata() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        delete from payment_metadata m
        where m.merchant_id = old.merchant_id and m.created = old.created and m.payment_id = old.payment_id
          and m.entry in (select metadata_entries(old.metadata));
      end if;
      if tg_op <> 'DELETE' then
        insert into payment_metadata (merchant_id, entry, created, payment_id)
        select new.merchant_id, entry, new.created, new.payment_id from metadata_entries(new.metadata) entry;
      end if;
      return null;
    end $$`,
  ...[
    ['inserted', 'insert', 'new.metadata is not null'],
    ['changed', 'update', 'new.metadata is distinct from old.metadata'],
    ['deleted', 'delete', 'old.metadata is not null'],
  ].map(
    ([name, event, condition]) => `
    create trigger payment_metadata_${name} after ${event} on payments
      for each row when (${condition}) execute function keep_payment_metadata()`,
  ),

  // The service's role may neither update nor delete entries of the audit log. This function runs as the tables' owner
  // and does only the one update that a job needs: it assigns an entry its place in the chain, once.
  `
    create function seal_audit_entries(merchants text[], entries text[], sequences int[], hashes text[])
    returns void language sql security definer set search_path = public, pg_temp
      begin atomic
        update audit_log e set sequence = s.sequence, hash = s.hash
        from unnest(merchants, entries, sequences, hashes) as s(merchant_id, entry_id, sequence, hash)
        where e.merchant_id = s.merchant_id and e.entry_id = s.entry_id and e.sequence is null
          and not exists (select from audit_log l where l.merchant_id = s.merchant_id and l.sequence = s.sequence);
      end`,
  // As above, of one merchant.
  `
  create function seal_audit_entries(of text, entries text[], sequences int[], hashes text[])
  returns void language plpgsql security definer set search_path = public, pg_temp as $$
  begin
    update audit_log e set sequence = s.sequence, hash = s.hash
    from unnest(entries, sequences, hashes) as s(entry_id, sequence, hash)
    where e.merchant_id = of and e.entry_id = s.entry_id and e.sequence is null
      and not exists (select from audit_log l where l.merchant_id = of and l.sequence = s.sequence);
  end $$`,
  'revoke execute on function seal_audit_entries(text[], text[], int[], text[]) from public',
  'revoke execute on function seal_audit_entries(text, text[], int[], text[]) from public',

  lookUp(
    `find_api_key(sought text, at timestamptz, out merchant_id text, out key_id text, out suspended boolean,
         out allowed_addresses jsonb, out permissions jsonb, out profile_id text, out first_key_id text)`,
    `select k.merchant_id, k.key_id, m.suspended_at is not null, k.allowed_addresses, k.permissions, k.profile_id,
         k.first_key_id
       into find_api_key.merchant_id, find_api_key.key_id, find_api_key.suspended, find_api_key.allowed_addresses,
         find_api_key.permissions, find_api_key.profile_id, find_api_key.first_key_id
       from api_keys k join merchant_accounts m on m.merchant_id = k.merchant_id
       where k.hash = sought and k.revoked_at is null and (k.expires_at is null or k.expires_at > at)`,
  ),
  lookUp(
    'find_publishable_key(sought text, at timestamptz, out merchant_id text, out suspended boolean)',
    `select m.merchant_id, m.suspended_at is not null
       into find_publishable_key.merchant_id, find_publishable_key.suspended from merchant_accounts m
       where m.publishable_key = sought
         or (m.previous_publishable_key = sought and m.previous_publishable_key_expires_at > at)`,
  ),
  // A key ends with its payment, and if the payment is given another customer. One of a customer has no payment.
  lookUp(
    `find_ephemeral_key(sought text, at timestamptz, out merchant_id text, out customer_id text, out payment_id text,
         out suspended boolean)`,
    `select k.merchant_id, k.customer_id, coalesce(k.payment_id, ''), m.suspended_at is not null
       into find_ephemeral_key.merchant_id, find_ephemeral_key.customer_id, find_ephemeral_key.payment_id,
         find_ephemeral_key.suspended
       from ephemeral_keys k left join payments p
         on p.merchant_id = k.merchant_id and p.payment_id = k.payment_id and p.customer_id = k.customer_id
         join merchant_accounts m on m.merchant_id = k.merchant_id
       where k.hash = sought and k.expires_at > at
         and (k.payment_id is null or (p.status not in ('succeeded', 'cancelled', 'expired', 'partially_captured')
           and (p.status <> 'failed' or p.manual_retry_allowed)))`,
  ),
  bringCloser,
];

/**
 * A function that finds the owner of a key in one statement, across merchants: every request needs it, and would
 * otherwise take two more statements to widen the session's scope and to narrow it again. It restores the scope before
 * it returns.
 */
export const lookUp = (signature: string, query: string) => `
  create function ${signature} language plpgsql as $function$
  declare
    seen text := coalesce(current_setting('switchyard.merchant_id', true), '');
  begin
    perform set_config('switchyard.merchant_id', '*', true);
    ${query};
    perform set_config('switchyard.merchant_id', seen, true);
  end
  $function$`;

/**
 * Each time of a document that is later than `at`, as the service writes times in JSON, less the interval, and no
 * earlier than `at`. In ascending order, so that none is taken for one that was replaced before. Immutable, as each
 * time has its zone: Citus calls no other function with columns where it updates.
 */
const bringCloser = `
  create function bring_closer(document text, at timestamptz, by interval) returns text
  language plpgsql immutable parallel safe strict as $function$
  declare
    told text;
  begin
    for told in
      select distinct m[1] from regexp_matches(
        document, '"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:[.][0-9]{1,3})?Z)"', 'g') m
      order by 1
    loop
      continue when told::timestamptz <= at;
      document := replace(document, '"' || told || '"', '"' || to_char(
        greatest(told::timestamptz - by, at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"');
    end loop;
    return document;
  end $function$`;
