// npm test: install when needed, check types, lint and format, build, find Chromium, nginx and PgBouncer, run the tests: all
// the fast files, and of the slow ones those that select-tests.mjs chooses. npm run test:all (--all) runs every file.
// The last line is "N passed, N failed". Other arguments go to vitest: npm test -- --project unit
import { existsSync } from 'node:fs'
import path from 'node:path'
import { begin, ensureInstalled, root, run } from './project.mjs'

// apt-get waits for the network: beside the packages, the checks and the build
const programs = begin('scripts/install-programs.mjs')
ensureInstalled()
// hundreds of programs are started, servers, commands, npm: each script of theirs is compiled once
process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules/.cache/compiled')
const { ensureBuilt } = await import('./ensure-built.mjs')
const { ensureTestChromium, findTestChromium } = await import('./chromium.mjs')
const { ensureNginx, installHaproxy } = await import('./nginx.mjs')
const { ensurePgbouncer } = await import('./pgbouncer.mjs')

const all = process.argv.includes('--all')
const only = process.argv.slice(2).filter((argument) => argument !== '--all')
const stop = async (what, status) => {
  if (status === 0) return
  // who ended apt-get half-way would find its lock at the next try
  await programs
  console.error(`\n${what} failed.\n\n0 passed, 1 failed`)
  process.exit(status)
}
// it waits for the registry and for nothing else: beside the checks and the build
const audit = only.length === 0 ? begin('scripts/audit.mjs', ['--tolerant']) : Promise.resolve(0)
if (only.length === 0) {
  // beside each other, one thread each: several threads of one would each work out the same types anew
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

/** Arguments that leave out the slow files which are not this run's turn. */
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
