// npm run mutate: makes small errors in the code, one at a time, and runs the related tests to see whether they notice.
//   --count N (100), --seed N (1), --area NAME, --at FILE[:LINE] (only those), --test FILE (these instead of the
//   area's), --minutes N, --seconds N a mutant (120), --floor PERCENT (90), --list
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../../src/server/platform/db/embedded/start.ts'
import { type Area, areaOf, areas } from './areas.ts'
import { equivalents, isEquivalent } from './equivalent.ts'
import { inPlace } from './in-place.ts'
import { type Mutant, mutantsOf, mutated } from './mutants.ts'
import { sampled } from './sample.ts'
import { makeSandbox } from './sandbox.ts'
import { Tester } from './tester.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    area: { type: 'string', multiple: true, default: [] },
    at: { type: 'string', multiple: true, default: [] },
    test: { type: 'string', multiple: true, default: [] },
    minutes: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '120' },
    floor: { type: 'string', default: '90' },
    list: { type: 'boolean', default: false },
  },
})
const root = path.resolve(import.meta.dirname, '../..')
const asked = areas.filter(({ name }) => values.area.length === 0 || values.area.includes(name))
const chosen = sampled(asked.map(mutantsIn).map(asksFor), Number(values.count), Number(values.seed))
if (values.list) {
  for (const mutant of chosen) console.log(said(mutant))
  process.exit(0)
}
// tests of packages, pages and documentation fail without a build, so they would be skipped
if (!existsSync(path.join(root, 'dist/server'))) {
  console.error('Build first: npm run build. Tests ask for what is built, too.')
  process.exit(2)
}

type Reach = { of: (mutant: Mutant) => readonly string[]; msOf: (test: string) => number }

/** Tests that pass without mutants, and tests that do not. */
const sound = new Set<string>()
const broken = new Set<string>()

type Result = { mutant: Mutant; area: Area; outcome: 'killed' | 'timed out' | 'survived'; by: string }
const results: Result[] = []
const nowhere: Area = { name: 'elsewhere', holds: [], tests: [] }
const sandbox = makeSandbox(root)
const home = mkdtempSync(path.join(os.tmpdir(), 'fanion-mutants-db-'))
const cluster = await startEmbedded({ home, fast: true, maxConnections: 300 })
const { FANION_VECTORS, ...environment } = process.env
const vectors = FANION_VECTORS ?? path.join(root, '../shared/vectors')
const notes = path.join(sandbox.folder, 'mutants.txt')
const settings = { ...environment, FANION_VECTORS: vectors, TEST_DATABASE_URL: cluster.url('postgres') }
const tester = new Tester(sandbox.folder, settings)
const quick = new Tester(sandbox.folder, { ...settings, FANION_MUTANTS_SHOWN: notes })
// on termination, removes databases and folders
let endAt = Date.now() + Number(values.minutes) * 60_000
const isOver = () => Date.now() > endAt
process.once('SIGTERM', () => {
  endAt = 0
  quick.close()
  tester.close()
})
try {
  await round(chosen, ({ tests }) => tests)
  const left = values.test.length > 0 ? [] : results.filter((one) => one.outcome === 'survived')
  for (const one of left) results.splice(results.indexOf(one), 1)
  await round(
    left.map(({ mutant }) => mutant),
    ({ late = [] }) => late,
  )
  // mutants that were not tested in time keep their earlier result
  for (const one of left) if (!results.some(({ mutant }) => mutant === one.mutant)) results.push(one)
} finally {
  quick.close()
  tester.close()
  await cluster.stop('immediate')
  sandbox.remove()
  rmSync(home, { recursive: true, force: true })
}
process.exitCode = report()

/**
 * Tests each mutant with the tests of its area that reach it: within one run, and alone for tests that cannot be
 * repeated.
 */
async function round(mutants: readonly Mutant[], testsOf: (area: Area) => readonly string[]): Promise<void> {
  const named = values.test.length > 0 ? values.test : undefined
  const tests = named ?? [...new Set(mutants.flatMap(({ file }) => testsOf(areaOf(file) ?? nowhere)))]
  if (mutants.length === 0) return
  if (tests.length === 0 || isOver()) return
  const startedAt = Date.now()
  const shown = await inPlace(mutants, tests, { tester: quick, folder: sandbox.folder, notes, isOver })
  const open: { mutant: Mutant; tests: readonly string[] }[] = []
  for (const mutant of mutants) {
    const one = shown.of(mutant)
    if (one?.outcome === 'open') open.push({ mutant, tests: one.tests })
    else if (one) told({ mutant, area: areaOf(mutant.file) ?? nowhere, outcome: one.outcome, by: one.by })
  }
  const seconds = (Date.now() - startedAt) / 1_000
  for (const test of shown.broken) console.log(`asked alone, it fails after what was asked before: ${test}`)
  console.log(`${mutants.length} in ${seconds.toFixed(0)} s, ${open.length} of them to be asked alone`)
  for (const { mutant, tests } of open) {
    if (isOver()) return
    told(await tried(mutant, { of: () => tests, msOf: shown.msOf }))
  }
}

function told(result: Result): void {
  results.push(result)
  console.log(`${result.outcome.padEnd(9)} ${said(result.mutant)}   (${result.by})`)
}

/** Runs the fastest tests first, then the others, until one fails. */
async function tried(mutant: Mutant, reach: Reach): Promise<Result> {
  const area = areaOf(mutant.file) ?? nowhere
  const file = path.join(sandbox.folder, mutant.file)
  const text = readFileSync(file, 'utf8')
  const tests = reach.of(mutant)
  const cost = tests.reduce((sum, test) => sum + reach.msOf(test), 0)
  const until = Date.now() + Math.min(Number(values.seconds) * 1_000, 20_000 + 4 * cost)
  const put = () => writeFileSync(file, mutated(text, mutant))
  put()
  try {
    for (const some of handfuls(tests, reach.msOf)) {
      for (;;) {
        const outcome = await tester.ask({ changed: [file], tests: some, without: [...broken] }, until - Date.now())
        if (outcome === 'timed out') return { mutant, area, outcome, by: some.join(', ') }
        const [killer] = outcome.failed
        if (killer === undefined) break
        writeFileSync(file, text)
        if (await isSound(killer, file)) return { mutant, area, outcome: 'killed', by: outcome.name || killer }
        put()
      }
    }
    return { mutant, area, outcome: 'survived', by: `${tests.length} files of tests reach it` }
  } finally {
    writeFileSync(file, text)
    await tester.ask({ changed: [file], tests: [], without: [] }, 60_000)
  }
}

/** Groups tests. The first group takes a few seconds, and each next group as long as all before it. */
function handfuls(tests: readonly string[], msOf: (test: string) => number): string[][] {
  const groups: string[][] = []
  let [spent, most] = [0, 5_000]
  for (const test of tests) {
    const last = groups.at(-1)
    if (last && spent + msOf(test) <= most) last.push(test)
    else {
      if (last) most = Math.max(most, spent) * 2
      groups.push([test])
    }
    spent += msOf(test)
  }
  return groups
}

/**
 * Returns whether a test passes without mutants. A test that fails, because a dependency is missing, does not run
 * again.
 */
async function isSound(test: string, changed: string): Promise<boolean> {
  if (sound.has(test)) return true
  const outcome = await tester.ask({ changed: [changed], tests: [test], without: [] }, 120_000)
  if (outcome !== 'timed out' && outcome.failed.length === 0) sound.add(test)
  else {
    broken.add(test)
    console.log(`not asked, it fails without any mutant: ${test}`)
  }
  return sound.has(test)
}

/**
 * Prints the table and returns 1 if too many mutants survived. Timeouts do not count, because the machine can be the
 * cause.
 */
function report(): number {
  const row = (name: string, of: readonly Result[]) => {
    const count = (outcome: Result['outcome']) => of.filter((one) => one.outcome === outcome).length
    const survived = count('survived')
    const score = (count('killed') / Math.max(1, count('killed') + survived)) * 100
    return `| ${[name, of.length, count('killed'), count('timed out'), survived, `${score.toFixed(1)} %`].join(' | ')} |`
  }
  console.log(`\nseed ${values.seed}, ${results.length} of ${chosen.length} mutants\n`)
  console.log('| area | tried | killed | timed out | survived | score |\n| --- | ---: | ---: | ---: | ---: | ---: |')
  for (const area of asked) {
    const own = results.filter((one) => one.area === area)
    if (own.length > 0) console.log(row(area.name, own))
  }
  console.log(row('all', results))
  const survivors = results.filter((one) => one.outcome === 'survived')
  for (const { mutant } of survivors) console.log(`survived: ${said(mutant)}`)
  const killed = results.filter((one) => one.outcome === 'killed').length
  const score = (killed / Math.max(1, killed + survivors.length)) * 100
  if (score >= Number(values.floor)) return 0
  console.log(`the score is ${score.toFixed(1)} %, under the floor of ${values.floor} %`)
  return 1
}

/** Returns the mutants of an area with an observable difference. */
function mutantsIn(area: Area): Mutant[] {
  const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file.replaceAll(path.sep, '/')}`)
    .filter(
      (file) => file.endsWith('.ts') && !/\.(test|test-d)\.ts$|(^|\/)arbitrar/.test(file) && areaOf(file) === area,
    )
    .sort()
  return files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return mutantsOf(file, text).filter((mutant) => !equivalents.some((one) => isEquivalent(one, text, mutant)))
  })
}

/** Returns the mutants at the given places, or all if there are none. */
function asksFor(mutants: readonly Mutant[]): Mutant[] {
  const isAt = ({ file, line }: Mutant) => values.at.some((place) => place === file || place === `${file}:${line}`)
  return mutants.filter((mutant) => values.at.length === 0 || isAt(mutant))
}

function said({ file, line, was, by, kind }: Mutant): string {
  return `${file}:${line}  ${kind}: ${was}  →  ${by.replace(/\s+/g, ' ').slice(0, 100) || '(nothing)'}`
}
