import type { KnipConfig } from 'knip'

// Every file of a program that starts by itself: commands, threads, packages, scripts.
const production = [
  'src/server/platform/threads/{patterns,promises,statistics}/thread.ts',
  'src/server/platform/threads/uploads/{process,deny-network}.ts',
  'src/client/sdk/{index,*/index}.ts',
  'src/client/api/index.ts',
  'src/client/app/**/*-worker.ts',
  // imported by a virtual module (scripts/messages/plugin.ts)
  'src/client/app/worded-link.ts',
  'src/shared/text/worded.ts',
  'migrations/[0-9]*.ts',
  'scripts/*.{ts,mjs,js}',
  'scripts/*/*.{ts,mjs}',
]
const tests = ['{src,migrations}/**/*.test.{ts,tsx}', 'tests/**/*.{ts,tsx,mjs}', 'bench/**/*.{ts,mjs}']

/**
 * `knip` finds files, exports and packages that nothing uses. `knip --production` also finds code that only tests use; an
 * export that tests need although the product does not is marked `@internal`.
 */
export default {
  entry: [...production.map((file) => `${file}!`), ...tests, 'docs/.vitepress/**/*.{ts,vue}'],
  project: [
    '{src,migrations,scripts}/**/*.{ts,tsx,mjs}!',
    '{tests,bench}/**/*.{ts,tsx,mjs}',
    'docs/.vitepress/**/*.{ts,vue}',
  ],
  ignore: ['tests/removal/**'],
  // In production mode, an export that its own file uses may be there for a test.
  ignoreExportsUsedInFile: process.argv.includes('--production'),
  ignoreBinaries: ['apt-get', 'buildah', 'mkfifo', 'openssl', 'systemd-analyze', 'unshare'],
  // resolved by name at run time, in bundles that tests write and in a folder of cases
  ignoreDependencies: [
    '@openfeature/ofrep-web-provider',
    '@unleash/client-specification',
    'launchdarkly-js-client-sdk',
  ],
  // built beside scripts/cli-bin.js
  ignoreUnresolved: ['./main.js'],
} satisfies KnipConfig
