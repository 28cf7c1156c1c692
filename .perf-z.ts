import pg from 'pg';
import { startEmbeddedServer } from './src/database/embedded/server.ts';
const server = await startEmbeddedServer({ dataDir: '/tmp/demodata/p', settings: {} });
const c = new pg.Client({ connectionString: server.url }); await c.connect();
await c.query("set timezone='UTC'; select set_config('switchyard.merchant_id','*',false)");
const t = async (sql: string, show = false) => { const s = performance.now(); const r: any = await c.query(sql); console.log((performance.now() - s).toFixed(0).padStart(6), sql.slice(0, 110)); if (show) console.table(r.rows); return r; };
for (let i = 0; i < 2; i++) {
const x = "'pay_01KAE7PZ11K5Y9M0Z8F2T4X6QA City map and Novel, hardcover Björn.Mueller123@example.com Björn Müller sbx_pay_0123456789abcdef pay_01KAE7PZ11K5Y9M0Z8F2T4X6QA_1 ORD-0001234' || g";
await t(`select count(x) from (select search_words(${x}) as x from generate_series(1,100000) g offset 0) s`);
await t(`select count(x) from (select lower(${x}) as x from generate_series(1,100000) g offset 0) s`);
await t(`select count(x) from (select regexp_replace(lower(${x}), '[^[:alnum:]]+', ' ', 'g') as x from generate_series(1,100000) g offset 0) s`);
await t(`select count(x) from (select to_tsvector('simple', ${x}) as x from generate_series(1,100000) g offset 0) s`);
await t(`select count(x) from (select translate(${x}, '@._-+/', '      ') as x from generate_series(1,100000) g offset 0) s`);
}
await c.end(); await server.stop();
