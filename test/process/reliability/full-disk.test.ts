import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { accountFor } from '../../../src/dev/embedded/account.ts';
import { dropDatabase, ownerUrl } from '../../kit/database.ts';
import { figure } from '../../kit/figure.ts';
import { testApart as base } from '../../kit/test.ts';

/** Space for a migrated database and little more. */
const DISK_MB = 40;

function canMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A service with its database on a separate, small disk. */
const test = base
  .extend('superuser', { scope: 'file' }, async ({ serviceOptions: _ }, { onCleanup }) => {
    const session = new pg.Client({ connectionString: inject('superuserUrl') });
    await session.connect();
    onCleanup(() => session.end());
    return session;
  })
  .extend('shared', { scope: 'file' }, async ({ superuser }, { onCleanup }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder]);
    await chmod(folder, 0o700);
    const account = await accountFor(path.join(folder, 'data'));
    if (account) await chown(folder, account.uid, account.gid);
    const name = `full_${randomBytes(6).toString('hex')}`;
    await superuser.query(`create tablespace ${name} location '${folder}'`);
    const template = new URL(inject('templateUrl'));
    await superuser.query(
      `create database ${name} owner ${template.username} template ${template.pathname.slice(1)} tablespace ${name}`,
    );
    const url = new URL(inject('servingUrl'));
    url.pathname = `/${name}`;
    onCleanup(async () => {
      await dropDatabase(url.href);
      await superuser.query(`drop tablespace ${name}`);
      execFileSync('umount', ['--lazy', folder]);
      await rm(folder, { recursive: true, force: true });
    });
    return { databaseUrl: url.href, encryptionKey: randomBytes(32) };
  })
  .skipIf(process.getuid?.() !== 0 || !canMount());

test('On a full disk writes fail with 503 and Retry-After, reads succeed, and writes resume once there is space', async ({
  api,
  shared,
  shop,
  task,
}) => {
  const id = await shop.payment({ amount: 100 });
  const owner = new pg.Client({ connectionString: ownerUrl(shared.databaseUrl) });
  await owner.connect();
  try {
    await owner.query('create table filler (bytes text)');
    const fill = (length: number) =>
      owner
        .query(`insert into filler select repeat(md5(n::text), ${length}) from generate_series(1, 2000) n`)
        .then(
          () => '',
          (error: { code: string }) => error.code,
        );
    await owner.query('alter table filler alter bytes set storage plain');
    for (const length of [200, 20, 1]) while ((await fill(length)) === '');
    expect(await fill(1)).toBe('53100');

    const refused = [];
    for (let tries = 0; tries < 400 && refused.length < 20; tries += 1) {
      const answer = await api.post('/customers', { description: 'x'.repeat(200) });
      if (answer.status !== 200) refused.push(answer);
    }
    expect(refused).toHaveLength(20);
    for (const { body, headers, status } of refused) {
      expect([status, body.error.code, headers.get('retry-after')]).toEqual([
        503,
        'database_unavailable',
        '1',
      ]);
    }
    const { body } = await api.get('/payments/list');
    expect(body[0].data.map((payment: { payment_id: string }) => payment.payment_id)).toEqual([id]);
    await owner.query('drop table filler');
    const started = performance.now();
    expect((await api.post('/customers', {})).status).toBe(200);
    figure(
      task,
      `${refused.length} writes refused with 503, and the list of ${body[0].size} payment answered; a write ${Math.round(performance.now() - started)} ms after there is room`,
    );
  } finally {
    await owner.end();
  }
});
