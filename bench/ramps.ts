/*
 * Measures with simulated ramps how often a harmless ramp is rolled back, and how soon one whose failures double. Uses
 * the intake, the SQL and the worker with guard checks every five minutes, as simulated-ramps.db.test.ts does with a
 * few. Writes its section of docs/benchmarks-measure.md.
 *   npm run bench:ramps -- [--ramps 1000] [--seeds 20261123] [--no-write]
 */
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { circumstances, loadNow, quantile, section, tableOf } from './page.ts'

const { values } = parseArgs({
  options: {
    ramps: { type: 'string', default: '1000' },
    seeds: { type: 'string', default: '20261123' },
    'no-write': { type: 'boolean' },
  },
})

type Piece = {
  by: 'users' | 'ratio'
  seed: number
  harmless: number
  back: number
  harmful: number
  found: number
  minutes: number[]
}

const file = 'src/server/features/ramps/guards/simulated-ramps.db.test.ts'
/** Simulates ramps with one kind of guard in their own process. */
const simulated = (seed: string, by: Piece['by']): Promise<Piece> =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, FANION_RAMPS_SIMULATED: values.ramps, FANION_RAMPS_SEED: seed }
    const child = spawn(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--project', 'db', file, '-t', `by ${by}$`],
      { env },
    )
    let said = ''
    child.stdout.on('data', (text: Buffer) => (said += String(text)))
    child.stderr.on('data', (text: Buffer) => (said += String(text)))
    child.once('exit', () => {
      // Safe cast: the test printed this format.
      const found = /simulated (\{.*\})/.exec(said)?.[1]
      if (found !== undefined) resolve(JSON.parse(found) as Piece)
      else reject(new Error(said.slice(-2_000)))
    })
  })

const before = loadNow()
const pieces: Piece[] = []
/** Returns a column of the table: ramps with one kind of guard. */
const columnOf = (by: Piece['by']): string[] => {
  const its = pieces.filter((piece) => piece.by === by)
  const sum = (of: 'harmless' | 'back' | 'harmful' | 'found') => its.reduce((all, piece) => all + piece[of], 0)
  const minutes = its.flatMap((piece) => piece.minutes)
  return [
    String(sum('harmless')),
    `${sum('back')} (${((100 * sum('back')) / sum('harmless')).toFixed(1)} %)`,
    String(sum('harmful')),
    String(sum('found')),
    `${quantile(minutes, 0.5)}; ${quantile(minutes, 0.95)} minutes`,
  ]
}
const report = (): void => {
  const [users, ratio] = [columnOf('users'), columnOf('ratio')]
  const rows = [
    'harmless ramps',
    '… undone',
    'ramps whose failures double',
    '… undone',
    '… after, median; 95th percentile',
  ].map((what, at) => [what, users[at] ?? '', ratio[at] ?? ''])
  section(
    'ramps',
    `## Ramps that undo themselves

\`npm run bench:ramps\`. Ramps at 1 % in all, by two guards on users (one in five fails, three in ten buy) or by one on a ratio (failures
a request within ten minutes; one request in five fails, most users make few and some up to 50); 10 % and then 50 % for half an hour each, 250 users in five minutes, with a look as often: twelve looks a ramp. Every exposure and event goes through the intake,
every look through the SQL and the worker, with a simulated clock. Everything except the keys of digests follows from the seed
(${[...new Set(pieces.map(({ seed }) => seed))].join(', ')}).

${tableOf(['', 'guards on users', 'guard on a ratio'], rows)}

${circumstances(before)}`,
    'measure',
  )
}

for (const seed of values.seeds.split(',')) {
  for (const by of ['users', 'ratio'] as const) {
    pieces.push(await simulated(seed, by))
    console.log(pieces.at(-1))
  }
  report()
}
