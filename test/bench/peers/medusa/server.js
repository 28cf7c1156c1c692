/**
 * Medusa's payment module behind node:http, with its manual provider: a payment collection, a session, its authorization
 * and its capture, which is how Medusa takes a payment. What its routes do besides, such as checking the key and the
 * input, is left out.
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { MedusaApp, MedusaAppMigrateUp } from '@medusajs/framework/modules-sdk';
import pg from 'pg';

// Its migrations know no schema but `public`.
const database = new URL(process.env.DATABASE_URL);
const client = new pg.Client({ connectionString: database.href });
await client.connect();
await client.query('create database medusa');
await client.end();
database.pathname = '/medusa';

const options = {
  modulesConfig: { payment: { resolve: '@medusajs/payment' } },
  sharedResourcesConfig: {
    database: {
      clientUrl: database.href,
      driverOptions: { connection: { ssl: false }, pool: { min: 0, max: 10 } },
    },
  },
};
await MedusaAppMigrateUp(options);
const { modules } = await MedusaApp(options);

async function pay({ amount, currency }) {
  const of = { amount, currency_code: currency.toLowerCase() };
  const collection = await modules.payment.createPaymentCollections(of);
  const asked = { ...of, provider_id: 'pp_system_default', data: {} };
  const session = await modules.payment.createPaymentSession(collection.id, asked);
  const payment = await modules.payment.authorizePaymentSession(session.id, {});
  return modules.payment.capturePayment({ payment_id: payment.id, amount });
}

createServer(async (request, response) => {
  if (request.method === 'GET') return response.end();
  const answer = JSON.stringify(await pay(JSON.parse(await text(request))));
  response.setHeader('content-type', 'application/json');
  response.end(answer);
}).listen(Number(process.env.PORT), '127.0.0.1');
