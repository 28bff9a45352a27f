import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// four files at a time also on two processors: most of a file's time is spent waiting for a server, a browser, a registry
const maxWorkers = Math.max(4, availableParallelism() - 1)
/**
 * Files after files in one process: what they all import is loaded once. A file that replaces a module (`vi.mock`) has its
 * modules loaded anew before and after it (tests/arch/shared-modules.test.ts).
 */
const together = { isolate: false } as const
/** What takes long in one file begins with the first project: at the end it would have a processor to itself. */
const long = ['src/client/cli/codemod/random-removals.test.ts']
const common = {
  environment: 'node' as const,
  // a bound for what never ends: how fast a busy machine is decides nothing
  testTimeout: 300_000,
  hookTimeout: 300_000,
  maxWorkers,
  setupFiles: ['./tests/support/ends-files.ts', './tests/support/draws.ts', './tests/support/leaks.ts'],
  // a poll waits for what must come: how fast a busy machine is decides nothing
  expect: { poll: { timeout: 60_000 } },
}

export default defineConfig({
  test: {
    reporters: [
      'default',
      './tests/support/durations.ts',
      './tests/support/tally.ts',
      './tests/support/left-behind.ts',
    ],
    projects: [
      {
        test: {
          ...common,
          ...together,
          name: 'unit',
          include: ['{src,tests/arch,tests/support,migrations,scripts}/**/*.test.ts'],
          exclude: ['**/*.db.test.ts', ...long],
        },
      },
      { test: { ...common, ...together, name: 'sdk', include: ['tests/sdk/**/*.test.ts'] } },
      {
        test: {
          ...common,
          ...together,
          name: 'conformance',
          include: ['tests/{conformance,compat}/**/*.test.ts', ...long],
        },
      },
      {
        test: {
          ...common,
          ...together,
          name: 'db',
          include: ['src/**/*.db.test.ts', 'tests/{http,packages,chaos}/**/*.test.ts'],
          globalSetup: ['./tests/support/cluster.ts'],
        },
      },
      {
        test: {
          ...common,
          ...together,
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          setupFiles: [...common.setupFiles, './tests/support/tells-pages.ts'],
          globalSetup: ['./tests/support/cluster.ts'],
        },
      },
    ],
  },
})
