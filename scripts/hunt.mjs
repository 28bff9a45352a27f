// `npm run hunt`: runs the property tests with a new seed and ten times as many examples. Prints how to reproduce a
// failure. Arguments are passed to Vitest. By default runs the projects that need neither server nor browser.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'

const seed = process.env['FANION_SEED'] ?? String(randomInt(2 ** 31))
const draws = process.env['FANION_DRAWS'] ?? '10'
const args = process.argv.slice(2)
const what = args.length > 0 ? args : ['--project', 'unit', '--project', 'sdk', '--project', 'conformance']
const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...what]
const { status } = spawnSync(process.execPath, vitest, {
  env: { ...process.env, FANION_SEED: seed, FANION_DRAWS: draws },
  stdio: 'inherit',
})
process.stdout.write(`FANION_SEED=${seed} FANION_DRAWS=${draws} ${status === 0 ? 'found nothing' : 'repeats it'}\n`)
process.exitCode = status ?? 1
