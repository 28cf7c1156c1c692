import { expect } from 'vitest';
import { packText } from '../../../src/core/foundation/packed-text.ts';
import { test } from '../../kit/test.ts';
import { queryAsOwner } from '../core/webhooks/by-hand.ts';

/** How the changes of an audit entry are stored: as a list, or packed. */
const forms = {
  'as a list': (json: string) => json,
  packed: (json: string) => JSON.stringify(packText(json)),
};

test.for(Object.keys(forms) as (keyof typeof forms)[])(
  'Every reader gets the changes of an audit entry stored %s',
  async (form, { api, graphql, service, shop }) => {
    const { body: payment } = await api.post('/payments', { amount: 6540, currency: 'USD' });
    const query = `query ($of: ID!, $entryId: ID!) {
      auditLog(filter: { objectId: { eq: $of } }) { nodes { entryId changes { field before after concealed } } }
      auditEntry(entryId: $entryId) { changes { field before after concealed } } }`;
    const list = `/audit_log?object_id=${payment.payment_id}`;
    const [listed] = (await api.get(list)).body.data;
    const { changes, entry_id: entryId } = listed;
    expect(changes).toContainEqual({ field: 'currency', before: null, after: 'USD', concealed: false });

    const stored =
      'select jsonb_typeof(changes) as type from audit_log where merchant_id = $1 and entry_id = $2';
    expect(await queryAsOwner(service, stored, [shop.merchantId, entryId])).toEqual([{ type: 'string' }]);
    const text =
      'update audit_log set changes = $3 where merchant_id = $1 and entry_id = $2 returning entry_id';
    const values = [shop.merchantId, entryId, forms[form](JSON.stringify(changes))];
    expect(await queryAsOwner(service, text, values)).toHaveLength(1);

    expect((await api.get(list)).body.data).toEqual([listed]);
    expect((await api.get(`/audit_log/${entryId}`)).body.changes).toEqual(changes);
    expect(await graphql.data(query, { of: payment.payment_id, entryId })).toEqual({
      auditLog: { nodes: [{ entryId, changes }] },
      auditEntry: { changes },
    });
  },
);
