import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { seedEnvironment } from './test/kit/seeds.ts';
import { mutantPlugins } from './test/mutants/plugin.ts';
import { processes, waits } from './test/projects.ts';

export default defineConfig({
  plugins: mutantPlugins(),
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
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    projects: [
      {
        extends: true,
        test: {
          name: 'waits',
          include: [...waits],
          isolate: false,
          maxWorkers: 6,
          sequence: { groupOrder: 1 },
        },
      },
      // The other two share their workers, so that none is idle before the end.
      {
        extends: true,
        test: {
          name: 'process',
          include: [...processes],
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [...waits, ...processes],
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
