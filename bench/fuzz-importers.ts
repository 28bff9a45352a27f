import { compareWith } from '../tests/conformance/oracles/compare.ts'
import { oracles } from '../tests/conformance/oracles/oracles.ts'

/*
 * Evaluates many random contexts with each vendor's own SDK and with both engines of Fanion, and prints differences.
 * `FANION_SEED` and `FANION_EVALUATIONS` (100 000 a vendor by default) configure it. An argument selects one vendor.
 */

const evaluations = Number(process.env['FANION_EVALUATIONS'] ?? 100_000)
const seed = Number(process.env['FANION_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const only = process.argv[2]?.toLowerCase()

let differing = 0
for (const oracle of oracles) {
  if (only !== undefined && !oracle.vendor.toLowerCase().startsWith(only)) continue
  const { compared, blocked, answers, differences } = await compareWith(oracle, { evaluations, seed, most: 5 })
  differing += differences.length
  const said = `${compared} compared, ${blocked} blocked, ${answers} different answers, ${differences.length} differ`
  process.stdout.write(`${oracle.vendor}, beside ${oracle.sdk}: ${said} (FANION_SEED=${seed})\n`)
  for (const { document: _, ...difference } of differences) process.stdout.write(`  ${JSON.stringify(difference)}\n`)
}
process.exitCode = differing === 0 ? 0 : 1
