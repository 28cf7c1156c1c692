/** Everything that `src/development.ts` imports in development, and production does not. */
export { developmentSecrets } from './development-secrets.ts';
export { developmentDatabaseUrl, runningServer } from './embedded/running.ts';
export { startEmbeddedServer } from './embedded/server.ts';
export { greet } from './greet.ts';
export { prettyLog } from './pretty-log.ts';
