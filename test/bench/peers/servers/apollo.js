/** What a team writes by hand: Apollo Server on express, a dataloader for each list, pg, `select *`. */
import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import DataLoader from 'dataloader';
import express from 'express';
import { GraphQLDateTime, GraphQLJSON } from 'graphql-scalars';
import { camelCase, listen, lists, merchantOf, openPool } from './data.js';

const pool = openPool();
const types = {
  payments: 'Payment',
  refunds: 'Refund',
  disputes: 'Dispute',
  attempts: 'Attempt',
  captures: 'Capture',
};
const scalars = {
  text: 'String',
  integer: 'Int',
  boolean: 'Boolean',
  jsonb: 'JSON',
  'timestamp with time zone': 'DateTime',
};

/** Every column is a field. */
async function typeDefs() {
  const { rows } = await pool.query(`
    select table_name as table, column_name as column, data_type as type from information_schema.columns
    where table_schema = 'peers' order by ordinal_position`);
  const fieldsOf = (table) => [
    ...rows
      .filter((row) => row.table === table)
      .map(({ column, type }) => `${camelCase(column)}: ${scalars[type]}`),
    ...(table === 'payments' ? Object.keys(lists).map((list) => `${list}: [${types[list]}!]!`) : []),
  ];
  const objects = Object.entries(types).map(
    ([table, type]) => `type ${type} { ${fieldsOf(table).join('\n')} }`,
  );
  return `scalar DateTime
    scalar JSON
    type Query { payments(first: Int!, createdLt: DateTime): [Payment!]! }
    ${objects.join('\n')}`;
}

const objectOf = (row) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [camelCase(name), value]));

async function payments(_, { createdLt, first }, { merchantId }) {
  const { rows } = await pool.query(
    `select * from peers.payments where merchant_id = $1 and created < $2
     order by created desc, payment_id desc limit $3`,
    [merchantId, createdLt, first],
  );
  return rows.map(objectOf);
}

const loaderOf = (merchantId, list) =>
  new DataLoader(async (ids) => {
    const { rows } = await pool.query(
      `select * from peers.${list} where merchant_id = $1 and payment_id = any($2) order by ${lists[list]}`,
      [merchantId, ids],
    );
    const byPayment = Map.groupBy(rows, (row) => row.payment_id);
    return ids.map((id) => (byPayment.get(id) ?? []).map(objectOf));
  });

const resolveList = (list) => [list, (payment, _, { loaders }) => loaders[list].load(payment.paymentId)];
const server = new ApolloServer({
  typeDefs: await typeDefs(),
  resolvers: {
    DateTime: GraphQLDateTime,
    JSON: GraphQLJSON,
    Query: { payments },
    Payment: Object.fromEntries(Object.keys(lists).map(resolveList)),
  },
});
await server.start();
const contextOf = async ({ req }) => {
  const merchantId = merchantOf(req);
  const loaders = Object.fromEntries(Object.keys(lists).map((list) => [list, loaderOf(merchantId, list)]));
  return { merchantId, loaders };
};
const app = express();
app.get('/ready', (_, response) => response.end());
app.use('/graphql', express.json(), expressMiddleware(server, { context: contextOf }));
listen(app);
