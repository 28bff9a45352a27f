import { compareImported, compareNative } from '../tests/compat/rounds.ts'
import { subjects } from '../tests/compat/subjects.ts'

/*
 * Evaluates random environments with the vendors' own SDKs, which use the vendor formats, and with the engine, and
 * prints differences. `FANION_SEED` and `FANION_EVALUATIONS` (1 000 000 a format by default) configure it. An argument
 * selects one format.
 */

const answers = Number(process.env['FANION_EVALUATIONS'] ?? 1_000_000)
const seed = Number(process.env['FANION_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const only = process.argv[2]

let differing = 0
for (const subject of subjects) {
  if (only !== undefined && subject.format !== only) continue
  for (const [what, compare] of [
    ['native', compareNative],
    ['imported', compareImported],
  ] as const) {
    const { asked, readable, flags, broken, differences } = await compare(subject, { answers, seed })
    differing += differences.length
    const said = `${readable} of ${flags} flags readable, ${asked} answers, ${broken} break a proviso, ${differences.length} differ`
    process.stdout.write(`${subject.format}, ${what}, by ${subject.sdk}: ${said} (FANION_SEED=${seed})\n`)
    for (const difference of differences) process.stdout.write(`  ${JSON.stringify(difference)}\n`)
  }
}
process.exitCode = differing === 0 ? 0 : 1
