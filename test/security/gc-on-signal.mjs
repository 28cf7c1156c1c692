// Loaded into the service by the test of hostile requests: tells what it keeps from what is not collected yet.
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  const { external, heapUsed } = process.memoryUsage();
  process.stdout.write(`{"kept_bytes":${heapUsed + external}}\n`);
});
