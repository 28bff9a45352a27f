import { readFileSync } from 'node:fs'
import type { Json } from '../src/shared/schemas/keys.ts'
import { vendorOf } from '../src/shared/vendors/importing/vendors.ts'
import { documentsOf } from '../tests/conformance/mutated-documents.ts'
import { readMutants } from '../tests/conformance/mutated-exports.ts'

/*
 * Imports many mutated exports, and prints those that are neither imported nor rejected with a message. `FANION_SEED`
 * and `FANION_MUTANTS` (10 000 a vendor by default) configure it. Arguments are a vendor, or files.
 */

const count = Number(process.env['FANION_MUTANTS'] ?? 10_000)
const seed = Number(process.env['FANION_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const asked = process.argv.slice(2)
const files = asked.filter((one) => one.endsWith('.json'))
const [only] = asked.filter((one) => !one.endsWith('.json'))

const subjects =
  files.length === 0
    ? [...documentsOf]
    : files.map((file) => {
        const value = JSON.parse(readFileSync(file, 'utf8')) as Json
        const vendor = vendorOf(value)
        if (vendor === undefined) throw new Error(`${file} is no file of a vendor`)
        return [vendor, async () => value] as const
      })

let odd = 0
for (const [vendor, documents] of subjects) {
  if (only !== undefined && vendor !== only) continue
  const { read, partly, refused, foreign, oddities } = await readMutants(vendor, documents, { count, seed })
  odd += oddities.length
  process.stdout.write(
    `${vendor}: ${read} read, ${partly} in part, ${refused} refused, ${foreign} no file of it, ${oddities.length} odd (FANION_SEED=${seed})\n`,
  )
  for (const { told } of oddities) process.stdout.write(`  ${told.slice(0, 500)}\n`)
}
process.exitCode = odd === 0 ? 0 : 1
