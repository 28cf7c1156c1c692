import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { mutantPlugins } from './test/mutants/plugin.ts';

export default defineConfig({
  plugins: mutantPlugins(),
  resolve: {
    // Node's own resolution, which libraries go by, takes graphql's index.js; the bundler's would take index.mjs
    // and so load graphql a second time, which graphql refuses to work with.
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/kit/global-setup.ts'],
    setupFiles: ['reflect-metadata'],
    // Limits catch what hangs; neither measures speed, and machines differ.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    maxWorkers: 2,
  },
});
