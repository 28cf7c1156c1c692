/** Everything that `src/service/development.ts` imports in development, and production does not. */
export { developmentSecrets } from './development-secrets.ts';
export { developmentDatabaseUrl, expectCluster, runningServer } from './embedded/running.ts';
export { startEmbeddedServer } from './embedded/server.ts';
export { prettyLog } from './pretty-log.ts';

/** Greets once the service is ready; by then the core is loaded, which the embedded server must not wait for. */
export const greet: typeof import('./greet.ts').greet = async (parts) => {
  const greeting = await import('./greet.ts');
  return greeting.greet(parts);
};

/** Loads demo data. */
export const runDemo: typeof import('./demo/demo.ts').runDemo = async (...given) => {
  const demo = await import('./demo/demo.ts');
  await demo.runDemo(...given);
};
