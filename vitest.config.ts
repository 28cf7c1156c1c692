import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { isFullRun } from './test/kit/figure.ts';
import { rememberedHashes } from './test/kit/remembered-hashes.ts';
import { seedEnvironment } from './test/kit/seeds.ts';
import { mutantPlugins } from './test/process/mutants/plugin.ts';

export default defineConfig({
  plugins: [rememberedHashes(), ...mutantPlugins()],
  resolve: {
    // Node's own resolution, which libraries go by, takes graphql's index.js; the bundler's would take index.mjs
    // and so load graphql a second time, which graphql refuses to work with.
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
  },
  test: {
    env: seedEnvironment(),
    globalSetup: ['test/kit/global-setup.ts'],
    setupFiles: ['reflect-metadata'],
    // Limits catch what hangs; neither measures speed, and machines differ.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    projects: [
      {
        extends: true,
        test: {
          name: 'waits',
          include: ['test/waits/**/*.test.ts'],
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      // The other two share their workers, so that none is idle before the end.
      {
        extends: true,
        test: {
          name: 'process',
          include: ['test/process/**/*.test.ts'],
          exclude: isFullRun ? [] : ['test/process/drills/**'],
          globalSetup: ['test/process/build.ts'],
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/shared/**/*.test.ts'],
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
