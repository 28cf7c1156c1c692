import type { WritingContext } from '../foundation/context.ts';
import { unpackText } from '../foundation/packed-text.ts';
import type { Statement } from '../foundation/transaction.ts';

/** Fields of payments, payouts and their events that copy the customer's personal data. */
const contactFields = ['name', 'email', 'phone', 'phone_country_code', 'billing', 'shipping'];
const clientFields = ['browser_info', 'fingerprint', 'frm_metadata', 'whole_connector_response'];

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');

/** SQL for a JSON object with its named members set to null; other JSON is unchanged. */
const nulled = (json: string, names: readonly string[]) => `
  case when jsonb_typeof(${json}) = 'object' then ${json} || coalesce(
    (select jsonb_object_agg(member, null) from unnest(array[${quoted(names)}]) member where ${json} ? member), '{}')
  else ${json} end`;

/** SQL for payment method data reduced to a card without its holder: bank accounts and wallets identify their holders. */
const withoutHolder = (json: string) => `
  case when jsonb_typeof(${json}) = 'object' then coalesce(
    (select jsonb_object_agg(m.key, case when m.key = 'card' then ${nulled('m.value', ['card_holder_name'])} end)
     from jsonb_each(${json}) m where m.key in ('card', 'billing')), '{}')
  else ${json} end`;

/** SQL for JSON whose consent at a path loses its `online` part: IP address and user agent. */
const withoutClientAt = (json: string, path: string) => `
  case when jsonb_typeof(${json} #> '{${path}}') = 'object'
    then jsonb_set(${json}, '{${path}}', 'null') else ${json} end`;
const withoutClient = (json: string) => withoutClientAt(json, 'customer_acceptance,online');

const summary = (json: string) => nulled(json, contactFields);

/** SQL for an event's object; each kind of object has only some of the members. */
const eventObject = (json: string) => `
  (select jsonb_object_agg(o.key, case
      when o.key = 'customer' then ${summary('o.value')}
      when o.key = 'payment_method_data' then ${withoutHolder('o.value')}
      when o.key = 'payout_method_data' then ${withoutHolder('o.value')}
      when o.key = 'mandate_data' then ${withoutClient('o.value')}
      else case when o.key = any(array[${quoted([...contactFields, ...clientFields])}]) then null else o.value end
    end) from jsonb_each(${json}) o)`;

/** Otherwise a payment that saves its card when paid would store the customer's data again. */
const savesNothing = `setup_future_usage = case when status in ('succeeded', 'cancelled', 'expired')
  then setup_future_usage end`;

/** SQL that sets the time of a row's last change. */
const changed = (column: string) => `${column} = greatest(${column}, $3::timestamptz)`;

const statements: readonly Pick<Statement, 'text' | 'touches'>[] = [
  {
    touches: { writes: ['payments'] },
    text: `update payments set name = null, email = null, phone = null, billing = null, shipping = null,
     browser_info = null, fingerprint = null, frm_metadata = null, whole_connector_response = null, customer = ${summary('customer')},
     payment_method_data = ${withoutHolder('payment_method_data')},
     mandate_data = ${withoutClient('mandate_data')}, ${savesNothing}, ${changed('updated')}
   where merchant_id = $1 and customer_id = $2`,
  },
  {
    touches: { reads: ['payments'], writes: ['extended_card_infos'] },
    text: `delete from extended_card_infos i using payments p
   where p.merchant_id = $1 and p.customer_id = $2 and i.merchant_id = $1 and i.payment_id = p.payment_id`,
  },
  // Notes about the customer.
  {
    touches: { reads: ['payments'], writes: ['notes'] },
    text: `update notes n set text = null from payments p
   where p.merchant_id = $1 and p.customer_id = $2 and n.merchant_id = $1 and n.payment_id = p.payment_id`,
  },
  {
    touches: { writes: ['payouts'] },
    text: `update payouts set name = null, email = null, phone = null, phone_country_code = null, billing = null,
     customer = ${summary('customer')}, payout_method_data = ${withoutHolder('payout_method_data')}, ${changed('updated')}
   where merchant_id = $1 and customer_id = $2`,
  },
  {
    touches: { writes: ['mandates'] },
    text: `update mandates set customer_acceptance = ${withoutClientAt('customer_acceptance', 'online')},
     ${changed('updated_at')}
   where merchant_id = $1 and customer_id = $2`,
  },
  // A receiver's response may quote the request.
  ...['payment', 'payout'].map((object) => ({
    touches: { reads: [`${object}s`, 'events'], writes: ['webhook_deliveries'] },
    text: `update webhook_deliveries d
       set attempts = (select jsonb_agg(a || '{"answer": null}' order by n)
                       from jsonb_array_elements(d.attempts) with ordinality as each(a, n))
       from ${object}s p join events e on e.merchant_id = p.merchant_id and e.${object}_id = p.${object}_id
       where p.merchant_id = $1 and p.customer_id = $2 and d.merchant_id = $1 and d.event_id = e.event_id
         and jsonb_array_length(d.attempts) > 0`,
  })),
  ...['payment', 'payout'].map((object) => ({
    touches: { reads: [`${object}s`], writes: ['events'] },
    text: `update events e
       set body = jsonb_set(body::jsonb, '{content,object}', ${eventObject(`body::jsonb #> '{content,object}'`)})::text
       from ${object}s p where p.merchant_id = $1 and p.customer_id = $2 and e.merchant_id = $1
         and e.${object}_id = p.${object}_id and e.object_type = '${object}'`,
  })),
];

/**
 * Locks a customer's payments and payouts. Commands lock them before the customer, so the deletion must too, to prevent
 * deadlocks.
 */
export async function lockCopies(tx: WritingContext, merchantId: string, customerId: string): Promise<void> {
  for (const object of ['payment', 'payout']) {
    const text = `select from ${object}s where merchant_id = $1 and customer_id = $2 order by ${object}_id for update`;
    await tx.rows.query(
      { text, values: [merchantId, customerId], touches: { reads: [`${object}s`] } },
      merchantId,
    );
  }
}

/** Number of bodies unpacked per statement. */
const BATCH = 500;

/** Stores the packed bodies of a customer's events unpacked, because the statements edit JSON. */
async function unpackBodies({ rows }: WritingContext, merchantId: string, customerId: string): Promise<void> {
  for (const object of ['payment', 'payout']) {
    const find = `select e.event_id, e.body from ${object}s p
      join events e on e.merchant_id = p.merchant_id and e.${object}_id = p.${object}_id
      where p.merchant_id = $1 and p.customer_id = $2 and e.object_type = '${object}' and e.body not like '{%'
      limit ${BATCH}`;
    const store = `update events e set body = n.body from unnest($2::text[], $3::text[]) n(event_id, body)
      where e.merchant_id = $1 and e.event_id = any($2) and e.event_id = n.event_id`;
    for (;;) {
      const found = await rows.query<{ event_id: string; body: string }>(
        { text: find, values: [merchantId, customerId], touches: { reads: [`${object}s`, 'events'] } },
        merchantId,
      );
      if (found.length === 0) break;
      const values = [
        merchantId,
        found.map(({ event_id: id }) => id),
        found.map(({ body }) => unpackText(body)),
      ];
      await rows.query({ text: store, values, touches: { writes: ['events'] } }, merchantId);
    }
  }
}

/**
 * Erases a customer's personal data from its payments, payouts and mandates, the stored bodies of their events, and
 * receivers' responses to these. Idempotent.
 */
export async function eraseCopies(tx: WritingContext, merchantId: string, customerId: string): Promise<void> {
  await unpackBodies(tx, merchantId, customerId);
  const at = tx.ports.now().toISOString();
  for (const { text, touches } of statements) {
    const values = [merchantId, customerId, ...(text.includes('$3') ? [at] : [])];
    await tx.rows.query({ text, values, touches }, merchantId);
  }
}
