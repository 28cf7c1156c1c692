import 'reflect-metadata';
import { defineConfig } from '@mikro-orm/postgresql';
import { ormOptions } from './src/database/orm-options.ts';
import { developmentDatabaseUrl } from './src/dev/embedded/running.ts';

/**
 * MikroORM's command line: `npx mikro-orm schema:update --dump`, `npx mikro-orm migration:create`. It has the service's
 * own options and works on `DATABASE_URL`, or on the embedded server of a running `npm start`.
 */
export default async () =>
  defineConfig({ ...ormOptions, clientUrl: await developmentDatabaseUrl(), pool: { min: 0, max: 2 } });
