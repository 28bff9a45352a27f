// npm test: install when needed, check types, lint and format, build, find Chromium, nginx and PgBouncer, run the tests: all
// the fast files, and of the slow ones those that select-tests.mjs chooses. npm run test:all (--all) runs every file.
// The last line is "N passed, N failed". Other arguments go to vitest: npm test -- --project unit
import { existsSync } from 'node:fs'
import path from 'node:path'
import { begin, ensureInstalled, root, run } from './project.mjs'

// apt-get waits for the network, so it runs in parallel with the packages, the checks and the build
const programs = begin('scripts/install-programs.mjs')
ensureInstalled()
// tests start hundreds of Node.js processes, so compiled scripts are cached
process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules/.cache/compiled')
const { ensureBuilt } = await import('./ensure-built.mjs')
const { ensureTestChromium, findTestChromium } = await import('./chromium.mjs')
const { ensureNginx, installHaproxy } = await import('./nginx.mjs')
const { ensurePgbouncer } = await import('./pgbouncer.mjs')

const all = process.argv.includes('--all')
const only = process.argv.slice(2).filter((argument) => argument !== '--all')
const stop = async (what, status) => {
  if (status === 0) return
  // waits, because an interrupted apt-get would leave a lock for the next run
  await programs
  console.error(`\n${what} failed.\n\n0 passed, 1 failed`)
  process.exit(status)
}
// only waits for the registry, so it runs in parallel with the checks and the build
const audit = only.length === 0 ? begin('scripts/audit.mjs', ['--tolerant']) : Promise.resolve(0)
if (only.length === 0) {
  // in parallel with one thread each, because several threads of one tool would repeat type checking
  const [types, lint, format, unused] = await Promise.all([
    begin('node_modules/typescript/bin/tsc', ['-b', '--checkers', '1']),
    begin('node_modules/oxlint/bin/oxlint', ['--type-aware', '--quiet', '--threads=1']),
    begin('node_modules/@biomejs/biome/bin/biome', ['check']),
    begin('scripts/unused.mjs'),
  ])
  await stop('Type check', types)
  await stop('Lint', lint)
  await stop('Format check (npm run format mends it)', format)
  await stop('Check for unused code and packages', unused)
}
ensureBuilt()
await stop('Dependency audit', await audit)
await programs
process.env.FANION_TEST_BUILT = '1'
process.env.CHROMIUM_PATH = findTestChromium() ?? ensureTestChromium()
if (!existsSync(process.env.CHROMIUM_PATH)) await stop('Chromium', 1)
process.env.NGINX_PATH = ensureNginx() ?? ''
process.env.HAPROXY_PATH = installHaproxy() ?? ''
process.env.PGBOUNCER_PATH = ensurePgbouncer() ?? ''
process.exit(run('node_modules/vitest/vitest.mjs', ['run', ...only, ...(await omittedFiles())]))

/** Returns arguments that omit the slow files that are not part of this run. */
async function omittedFiles() {
  if (all) process.env.FANION_TEST_TURN = 'all'
  if (all || only.length > 0) return []
  const { selectTests } = await import('./select-tests.mjs')
  const { turn, groups, selected, omitted } = selectTests()
  process.env.FANION_TEST_TURN = String(turn)
  console.log(
    `Slow test files: ${selected.length} of ${selected.length + omitted.length} in this run, group ${(turn % groups) + 1} of ${groups}.`,
  )
  console.log(`FANION_TEST_TURN=${turn} npm test chooses the same group; npm run test:all runs every file.`)
  return omitted.flatMap((file) => ['--exclude', file])
}
