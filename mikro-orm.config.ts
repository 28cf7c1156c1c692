import 'reflect-metadata';
import { ormConfig } from './src/database/orm-config.ts';
import { developmentDatabaseUrl } from './src/dev/development-url.ts';

/** For MikroORM's command line, which works on `DATABASE_URL` or on a running `npm start`'s embedded server. */
export default async () => ormConfig({ url: await developmentDatabaseUrl(), poolMax: 2 });
