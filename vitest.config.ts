import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { isFullRun } from './test/kit/figure.ts';
import { leftOut } from './test/kit/left-out.ts';
import { rememberedHashes } from './test/kit/remembered-hashes.ts';
import { seedEnvironment } from './test/kit/seeds.ts';
import { mutantPlugins } from './test/process/mutants/plugin.ts';

/** Files of drills, unless the run is full or the command names them. */
const excluded =
  isFullRun || process.argv.some((argument) => argument.includes('drills')) ? [] : ['test/**/drills/**'];

/** Empty unless a mutant is tested. */
const withoutGuard = mutantPlugins();

export default defineConfig({
  plugins: [rememberedHashes(), ...withoutGuard],
  resolve: {
    // Node's own resolution, which libraries go by, takes graphql's index.js; the bundler's would take index.mjs
    // and so load graphql a second time, which graphql refuses to work with.
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }],
  },
  test: {
    // Files on disk that were transformed with a guard would be taken for the mutant without it, and the other way round.
    fsModuleCache: withoutGuard.length === 0,
    env: seedEnvironment(),
    globalSetup: ['test/kit/global-setup.ts'],
    setupFiles: ['reflect-metadata'],
    // Limits catch what hangs; neither measures speed, and machines differ.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // As `npm start` has it, with room for what a worker imports: young objects are collected less often.
    execArgv: ['--max-semi-space-size=64'],
    exclude: [...excluded, ...leftOut],
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
