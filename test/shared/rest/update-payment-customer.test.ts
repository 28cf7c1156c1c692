import { expect } from 'vitest';
import { seedMerchant } from '../../kit/seed.ts';
import { test as base } from './updating-payments.ts';

const test = base
  .extend('summaryOf', ({ service }) => async (id: string) => {
    const text = 'select customer from payments where payment_id = $1';
    const [row] = await service.database.rows.query({ text, values: [id] }, null);
    return row?.customer;
  })
  .extend('customersNamed', ({ service, shop }) => async (name: string) => {
    const text = 'select customer_id, email from customers where name = $1';
    return service.database.rows.query({ text, values: [name] }, shop.merchantId);
  });

test('POST /payments/{id} stores a snapshot of the customer and fills in missing contact details', async ({
  open,
  shop,
  summaryOf,
  update,
}) => {
  const known = { name: 'Ann', email: 'ann@example.com', phone: '555', phone_country_code: '+44' };
  const customer = await shop.customer(known);
  const id = await open({ name: 'Ann at work' });
  const { body } = await update(id, { customer_id: customer });
  expect(body).toMatchObject({
    customer_id: customer,
    name: 'Ann at work',
    email: 'ann@example.com',
    phone: '555',
  });
  expect(await summaryOf(id)).toEqual({ id: customer, ...known });
});

test("Customer details in POST /payments/{id} override an existing customer's for this payment only", async ({
  customersNamed,
  open,
  shop,
  update,
}) => {
  const customer = await shop.customer({ name: 'Bea', email: 'bea@example.com' });
  const id = await open();
  const { body } = await update(id, { customer: { id: customer, email: 'other@example.com' } });
  expect(body).toMatchObject({ customer_id: customer, name: 'Bea', email: 'other@example.com' });
  expect(await customersNamed('Bea')).toEqual([{ customer_id: customer, email: 'bea@example.com' }]);
});

test('POST /payments/{id} creates an unknown customer, with or without an identifier', async ({
  customersNamed,
  open,
  update,
}) => {
  const { body } = await update(await open(), { customer: { id: 'cleo', name: 'Cleo' } });
  expect(body.customer_id).toBe('cleo');
  expect(await customersNamed('Cleo')).toEqual([{ customer_id: 'cleo', email: null }]);

  const id = await open();
  const created = await update(id, { customer: { name: 'Dora' } });
  expect(created.body.customer_id).toMatch(/^cus_/);
  const again = await update(id, { customer: { name: 'Dora', email: 'd@example.com' } });
  expect(again.body.customer_id).toBe(created.body.customer_id);
  expect(await customersNamed('Dora')).toHaveLength(1);
});

test('Two concurrent payments with the same new customer create it once', async ({
  customersNamed,
  open,
  update,
}) => {
  const ids = await Promise.all([open(), open(), open(), open()]);
  const answers = await Promise.all(ids.map((id) => update(id, { customer: { id: 'eva', name: 'Eva' } })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await customersNamed('Eva')).toHaveLength(1);
});

test("An unknown customer_id creates the customer with the payment's details", async ({
  api,
  open,
  service,
  update,
}) => {
  const details = { name: 'Hal', email: 'hal@example.com', phone: '1701234567' };
  const { body } = await update(await open(), { customer_id: 'hal', ...details });
  expect(body).toMatchObject({ customer_id: 'hal', ...details });
  const { body: customer } = await api.get('/customers/hal');
  expect(customer).toMatchObject({ customer_id: 'hal', ...details });
  // An existing customer keeps their details.
  await update(await open(), { customer_id: 'hal', name: 'Harold' });
  expect((await api.get('/customers/hal')).body.name).toBe('Hal');
  // Another merchant's customer does not exist for this one, which then gets one with the same identifier.
  const other = await seedMerchant(service);
  const theirs = await other.customer({ name: 'Ida' });
  expect((await update(await open(), { customer_id: theirs })).body).toMatchObject({
    customer_id: theirs,
    name: null,
  });
});

test('POST /payments/{id} rejects two different customer identifiers', async ({
  open,
  refusal,
  shop,
  update,
}) => {
  const customer = await shop.customer();
  const id = await open();
  const differing = { customer_id: customer, customer: { id: 'somebody' } };
  expect(await refusal(id, differing)).toEqual([400, 'parameters_exclusive', 'customer_id']);
  const same = { customer_id: customer, customer: { id: customer, name: 'Fay' } };
  expect((await update(id, same)).body).toMatchObject({ customer_id: customer, name: 'Fay' });
});

test('POST /payments/{id} detaches the customer on null', async ({ open, summaryOf, update }) => {
  const id = await open();
  await update(id, { customer: { name: 'Gil' } });
  expect((await update(id, { customer_id: null })).body.customer_id).toBeNull();
  expect(await summaryOf(id)).toBeNull();
});
