/** PostGraphile on the same tables: its Amber preset, lists beside connections, short names, production settings. */
import { createServer } from 'node:http';
import { PgSimplifyInflectionPreset } from '@graphile/simplify-inflection';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { addPgTableCondition } from 'postgraphile/utils';
import { listen } from './data.js';

/** The page's one filter that does not compare for equality, as its documentation says to add one. */
const createdLt = addPgTableCondition(
  { schemaName: 'peers', tableName: 'payments' },
  'createdLt',
  ({ getInputTypeByName }) => ({ type: getInputTypeByName('Datetime') }),
  (value, { build, sql, sqlTableAlias, sqlValueWithCodec }) =>
    sql`${sqlTableAlias}.created < ${sqlValueWithCodec(value, build.dataplanPg.TYPES.timestamptz)}`,
);

const instance = postgraphile({
  extends: [PostGraphileAmberPreset, PgSimplifyInflectionPreset],
  plugins: [createdLt],
  schema: { defaultBehavior: 'connection list' },
  pgServices: [
    makePgService({
      connectionString: process.env.DATABASE_URL,
      schemas: ['peers'],
      poolConfig: { max: 10 },
    }),
  ],
  grafserv: { graphqlPath: '/graphql', watch: false, graphiql: false },
  grafast: { explain: false },
});
const server = createServer();
await instance.createServ(grafserv).addTo(server);
listen(server);
