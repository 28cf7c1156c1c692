import type { Client } from 'pg';
import { readConfig } from '../config/config.ts';
import { ALL_MERCHANTS, TENANCY_SETTING } from '../core/model/tables.ts';
import { databaseSettings, expectConnections } from '../database/connection-error.ts';
import { withSession } from '../database/sessions.ts';
import { development } from '../service/development.ts';

/** Opens a session on the database of the settings, as the role that serves, for some work. */
export async function onSession<T>(work: (session: Client) => Promise<T>): Promise<T> {
  const config = readConfig(undefined, { needs: ['DATABASE_URL'] });
  await expectConnections(databaseSettings(config));
  const url = config.databaseUrl ?? (await (await development()).developmentDatabaseUrl());
  return withSession(url, work);
}

/**
 * Looks at the rows of every merchant in a read-only transaction. Row-level security shows a session of one's own none,
 * without an error.
 */
export const readAll = <T>(look: (session: Client) => Promise<T>): Promise<T> =>
  onSession(async (session) => {
    await session.query(`begin read only; set local "${TENANCY_SETTING}" = '${ALL_MERCHANTS}'`);
    return look(session);
  });

/** Rows below the names of their columns, or a sentence without rows. */
export function tableOf(rows: readonly Record<string, unknown>[], none: string): string {
  if (rows.length === 0) return none;
  const names = Object.keys(rows[0]!);
  const lines = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '–')))];
  const widths = names.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)));
  return lines
    .map((line) =>
      line
        .map((text, i) => text.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
