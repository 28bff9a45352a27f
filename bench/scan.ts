/**
 * Measures `fanion scan` and `fanion remove` without the server: a code base of 10 000 files, and one of 2 000 from
 * which a flag is removed. node bench/scan.ts
 */
import { findReferences } from '../src/client/cli/codemod/find-references.ts'
import { removeFromProgram } from '../src/client/cli/codemod/remove-from-program.ts'
import { loadParser } from '../src/client/cli/load-parser.ts'

const flags = `import { defineFlags } from '@fanion/sdk'
export const flags = defineFlags({ checkout: { type: 'boolean', default: false }, hero: { type: 'boolean', default: false } })
`
const client = `import { createFanion } from '@fanion/sdk/node'
import { flags } from './flags.js'
export const fanion = createFanion({ url: '', key: '', flags })
`
const filler = Array.from(
  { length: 60 },
  (_, at) => `export function step${at}(x: number): number {\n  const y = x * ${at}\n  return y > 10 ? y - 1 : y\n}\n`,
).join('')
const reader = `import { fanion } from './fanion.js'
export const next = (id: string) => (fanion.flags.checkout({ targetingKey: id }) ? 'new' : 'old')
`
/** Returns a code base in which one file in `every` reads a flag. */
const program = (count: number, every: number) =>
  new Map([
    ['src/flags.ts', flags],
    ['src/fanion.ts', client],
    ...Array.from({ length: count }, (_, at): [string, string] => [
      `src/file-${at}.ts`,
      at % every === 0 ? reader + filler : filler,
    ]),
  ])

const parse = await loadParser()
const timed = <T>(name: string, work: () => T): T => {
  const [begin, before] = [performance.now(), process.cpuUsage()]
  const answer = work()
  const seconds = (performance.now() - begin) / 1_000
  const { user, system } = process.cpuUsage(before)
  const processor = (user + system) / 1_000_000
  console.log(
    `${name}: ${seconds.toFixed(2)} s, ${processor.toFixed(2)} s of processor, at most ${Math.round(process.resourceUsage().maxRSS / 1_024)} MB`,
  )
  return answer
}
const scanned = program(10_000, 20)
const found = timed('scan of 10 000 files, one in 20 reads', () =>
  findReferences(scanned, { keys: new Set(['checkout', 'hero']), parse }),
)
console.log(`${found.length} references`)
const removed = timed('removal from 2 000 files, one in 20 reads', () =>
  removeFromProgram(program(2_000, 20), { key: 'checkout', value: true, parse }),
)
console.log(`${removed.reads} reads, ${removed.changed.size} files changed, ${removed.leftovers.length} left over`)
