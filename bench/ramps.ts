/*
 * How often a harmless ramp is undone, and how soon one whose failures double: simulated ramps through the intake, the SQL and
 * the worker, looked at every five minutes, as the test of the same does with a few (simulated-ramps.db.test.ts). Writes its
 * section of docs/benchmarks-measure.md.
 * npm run bench:ramps -- [--ramps 1000] [--seeds 20261123] [--no-write]
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

type Piece = { seed: number; harmless: number; back: number; harmful: number; found: number; minutes: number[] }

const file = 'src/server/domain/guards/simulated-ramps.db.test.ts'
const simulated = (seed: string): Promise<Piece> =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, FANION_RAMPS_SIMULATED: values.ramps, FANION_RAMPS_SEED: seed }
    const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'db', file], { env })
    let said = ''
    child.stdout.on('data', (text: Buffer) => (said += String(text)))
    child.stderr.on('data', (text: Buffer) => (said += String(text)))
    child.once('exit', () => {
      const [, piece] = /simulated (\{.*\})/.exec(said) ?? []
      // as the test printed it
      if (piece) resolve(JSON.parse(piece) as Piece)
      else reject(new Error(said.slice(-2_000)))
    })
  })

const before = loadNow()
const pieces: Piece[] = []
const report = (): void => {
  const sum = (of: 'harmless' | 'back' | 'harmful' | 'found') => pieces.reduce((all, piece) => all + piece[of], 0)
  const minutes = pieces.flatMap((piece) => piece.minutes)
  const rows = [
    ['harmless ramps', String(sum('harmless'))],
    ['… undone', `${sum('back')} (${((100 * sum('back')) / sum('harmless')).toFixed(1)} %)`],
    ['ramps whose failures double', String(sum('harmful'))],
    ['… undone', String(sum('found'))],
    ['… after, median; 95th percentile', `${quantile(minutes, 0.5)}; ${quantile(minutes, 0.95)} minutes`],
  ]
  section(
    'ramps',
    `## Ramps that undo themselves

\`npm run bench:ramps\`. Ramps with two guards at 1 % in all (one in five users fails, three in ten buy), 10 % and then 50 % for half
an hour each, 250 users in five minutes, looked at as often: twelve looks a ramp. Every exposure and event goes through the intake,
every look through the SQL and the worker, with a clock in the hand; everything but the keys of digests follows from the seed
(${pieces.map(({ seed }) => seed).join(', ')}).

${tableOf(['', ''], rows)}

${circumstances(before)}`,
    'measure',
  )
}

for (const seed of values.seeds.split(',')) {
  pieces.push(await simulated(seed))
  report()
}
