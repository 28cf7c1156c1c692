// Loaded into the service by the test of hostile requests: tells what it keeps from what is not collected yet.
process.on('SIGUSR2', () => {
  // Other collections leave V8's cache of compiled functions, which empties with time.
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  const { external, heapUsed } = process.memoryUsage();
  process.stdout.write(`{"kept_bytes":${heapUsed + external}}\n`);
});
