/*
 * Measures with simulated experiments how often experiments without an effect report one, how often correct sample
 * ratios are reported as mismatched, how often the interval contains the true value in all analyses together, and how
 * often an effect is detected. Uses the intake, the SQL and the worker with daily analyses, as
 * simulated-experiments.db.test.ts does with a few. Writes its section of docs/benchmarks-measure.md.
 *   npm run bench:experiments -- [--experiments 1000] [--minutes 25] [--seed 20261125] [--no-write]
 * Runs as many of each kind as fit into the minutes, and reports the number.
 */
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { circumstances, loadNow, quantile, section, tableOf } from './page.ts'

const { values } = parseArgs({
  options: {
    experiments: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: '25' },
    seed: { type: 'string', default: '20261125' },
    'no-write': { type: 'boolean' },
  },
})

type Piece = {
  name: string
  seed: number
  count: number
  effect: number
  decided: number
  off: number
  covered: number
  onDay: number[]
}

const file = 'src/server/features/experiments/results/simulated-experiments.db.test.ts'
const simulated = (): Promise<Piece[]> =>
  new Promise((resolve, reject) => {
    const env = {
      ...process.env,
      FANION_EXPERIMENTS_SIMULATED: values.experiments,
      FANION_EXPERIMENTS_MINUTES: values.minutes,
      FANION_EXPERIMENTS_SEED: values.seed,
    }
    const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'db', file], { env })
    let said = ''
    child.stdout.on('data', (text: Buffer) => (said += String(text)))
    child.stderr.on('data', (text: Buffer) => (said += String(text)))
    child.once('exit', () => {
      // Safe cast: the test printed this format.
      const found = [...said.matchAll(/simulated (\{.*\})/g)].map(([, text = '']) => JSON.parse(text) as Piece)
      if (found.length === 3) resolve(found)
      else reject(new Error(said.slice(-2_000)))
    })
  })

const before = loadNow()
const began = performance.now()
const pieces = await simulated()
const minutes = Math.round((performance.now() - began) / 60_000)
for (const piece of pieces) console.log({ ...piece, onDay: quantile(piece.onDay, 0.5) })
const of = (count: number, piece: Piece) => `${count} (${((100 * count) / piece.count).toFixed(1)} %)`
const rows = (
  [
    ['experiments', (piece) => String(piece.count)],
    ['said that there is an effect', (piece) => of(piece.decided, piece)],
    ['… at which look, median', (piece) => (piece.onDay.length === 0 ? '' : String(quantile(piece.onDay, 0.5)))],
    ['said that samples are off', (piece) => of(piece.off, piece)],
    ['the band held the truth at all looks together', (piece) => of(piece.covered, piece)],
  ] satisfies [string, (piece: Piece) => string][]
).map(([what, tell]) => [what, ...pieces.map(tell)])
const [, , found] = pieces
const asked = `-- --experiments ${values.experiments} --minutes ${values.minutes}`
const text = `## Experiments with a look every day

\`npm run bench:experiments ${asked}\`. Two even arms, 100 users a day for 14 days of whom three in ten buy within an hour; a look every night.
The effect, ${((found?.effect ?? 0) * 100).toFixed(1)} points more, is the one that the planner says is found in 80 of 100. Promised are at most 5 % false alarms,
1 % of alarms for samples, and a band that holds the truth in 95 %. Every exposure and event goes through the intake, every cohort and
look through the SQL and the worker, with a simulated clock. Everything except the keys of digests follows from the seed (${values.seed}).
As many of each kind were run as fit into the minutes: it took ${minutes}.

${tableOf(['', ...pieces.map(({ name }) => name)], rows)}

${circumstances(before)}`
if (!values['no-write']) section('experiments', text, 'measure')
