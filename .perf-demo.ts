import 'reflect-metadata';
import pg from 'pg';
import { rmSync } from 'node:fs';
import { startEmbeddedServer } from './src/database/embedded/server.ts';
import { openDatabase } from './src/database/database.ts';
import { aesVault } from './src/core/vault.ts';
import { loadDemo } from './src/database/demo/load.ts';
rmSync('/tmp/demodata/p', { recursive: true, force: true });
const server = await startEmbeddedServer({ dataDir: '/tmp/demodata/p', settings: JSON.parse(process.env.SETTINGS ?? '{}') });
const db = await openDatabase({ url: server.url, poolMax: 2 });
await db.migrate(); await db.close();
if (process.env.PRE) { const c = new pg.Client({ connectionString: server.url }); await c.connect(); await c.query(process.env.PRE); await c.end(); }
const pool = new pg.Pool({ connectionString: server.url, max: 1 });
pool.on('error', () => {});
pool.on('connect', (c: any) => {
  const q = c.query.bind(c);
  c.query = async (t: any, v: any) => { if (process.argv[3] && String(t).includes(process.argv[3]!)) { const r = await q('explain (analyze, buffers off) ' + t); console.log(r.rows.map((x: any) => x['QUERY PLAN']).filter((l: string) => /Trigger|Time|Scan|Insert|Sort|Join|->/.test(l)).map((l: string) => l.slice(0, 110)).join('\n')); return r; }
  const s = performance.now(); const r = await q(t, v); const ms = performance.now() - s; if (ms > 80) console.log(ms.toFixed(0).padStart(7), String(t).trim().replace(/\s+/g, ' ').slice(0, 70)); return r; };
});
const s = performance.now();
await loadDemo({ pool, vault: aesVault([Buffer.alloc(32, 1)]), environment: 'test', amounts: { payments: Number(process.argv[2]), merchants: 3 } });
console.log('total', performance.now() - s);
await pool.end(); await server.stop();
