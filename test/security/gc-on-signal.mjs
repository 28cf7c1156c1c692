// Loaded into the service by the test of hostile requests: what it keeps is told from what is not collected yet.
process.on('SIGUSR2', () => globalThis.gc?.());
