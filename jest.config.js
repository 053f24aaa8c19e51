import { availableParallelism } from 'node:os';

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  testRunner: '<rootDir>/test/setup/native-runner.mjs',
  globalSetup: '<rootDir>/test/setup/global-setup.mjs',
  globalTeardown: '<rootDir>/test/setup/global-teardown.mjs',
  testSequencer: '<rootDir>/test/setup/longest-first.mjs',
  reporters: ['default', '<rootDir>/test/setup/summary-reporter.mjs'],
  // For what hangs; a machine that is slow is no failure.
  testTimeout: 300_000,
  // More than there are cores: many tests wait for a database, a mail or another process.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // A test file leaves a few MB behind: its modules are never freed.
  workerIdleMemoryLimit: '1GB',
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  // They have commands of their own: `npm run test:faults` starts the service as processes and takes its database away, `test:browser`
  // needs a browser, and `test:engines` runs the long lists and the random scenes of the engines of data sources.
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/faults/', '<rootDir>/test/browser/', '<rootDir>/test/engines/'],
  // For Jest's own search of what belongs together (--findRelatedTests).
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  // Node's loader does that, see the test runner.
  transform: {},
};
