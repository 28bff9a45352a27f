// An application with the SDK, run in its own process: node program.ts <url> <key> <cache file> <times> <flag> …
// It evaluates <times> times per millisecond and prints a line of JSON for each revision it serves: [revision,
// …values].
import { createFanion, defineFlags } from '../../src/client/sdk/node/index.ts'

const [url, key, cacheFile = '', perMs = '', ...keys] = process.argv.slice(2)
const flags = defineFlags(Object.fromEntries(keys.map((name) => [name, { type: 'number', default: -1 }])))
const fanion = createFanion({ url, key, flags, cacheFile })
const print = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`)

let evaluations = 0
let shown: { revision: number | null; values: number[] } = { revision: null, values: [] }

/** Makes one evaluation. A wrong result is printed. */
const evaluate = (at: number): void => {
  const call = fanion.flags[keys[at] ?? '']
  if (!call) throw new Error('no such flag')
  const details = call.details({ targetingKey: `user-${evaluations}` })
  evaluations += 1
  if (details.revision !== shown.revision) show(details.revision)
  if (details.errorCode !== null || details.value !== shown.values[at]) print({ wrong: details, shown })
}

/** No await between the evaluations, so they are all of the same revision. */
const show = (revision: number | null): void => {
  shown = { revision, values: keys.map((name) => Number(fanion.flags[name]?.())) }
  print([revision, ...shown.values])
}

await fanion.ready({ timeoutMs: 600_000 })
let before = performance.now()
const working = setInterval(() => {
  const now = performance.now()
  // A slow machine does not catch up on everything it missed.
  for (let call = Math.min((now - before) * Number(perMs), 1_000); call > 0; call--) evaluate(evaluations % keys.length)
  before = now
}, 10)
process.once('SIGTERM', () => {
  clearInterval(working)
  void fanion.close().then(() => print({ evaluations }))
})
