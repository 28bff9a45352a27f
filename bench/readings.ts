import { compile } from '../src/shared/engine/compile.ts'
import { everyFamily } from '../src/shared/engine/operators/every-family.ts'
import type { Datafile } from '../src/shared/schemas/datafile.ts'
import type { FlagDocument } from '../src/shared/schemas/flag.ts'
import type { Split } from '../src/shared/schemas/split.ts'
import { formatNames, formats } from '../src/shared/vendors/exporting/formats.ts'
import { Projection } from '../src/shared/vendors/exporting/projection.ts'
import { formatTitles } from '../src/shared/vendors/exporting/words.ts'
import { circumstances, grouped, loadNow, section, tableOf } from './page.ts'

/*
 * Measures the vendor formats: converting an environment with 10 000 flags completely, and after a publish of one flag;
 * and a split by the portable hash compared with one by the native hash. Reports medians of many runs. Writes its
 * section of docs/benchmarks-switching.md unless `--no-write` is given.
 */

const before = loadNow()
const median = (times: number[]): number => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

const flagNamed = (key: string, at: number): FlagDocument => ({
  key,
  type: 'boolean',
  on: true,
  variants: { on: true, off: false },
  offVariant: 'off',
  prerequisites: at % 10 === 0 && at > 0 ? [{ flag: `flag-${at - 1}`, variants: ['on'] }] : [],
  rules: [
    {
      id: 'r1',
      when: { attribute: 'country', operator: 'isOneOf', values: ['AT', 'DE', 'CH'] },
      serve: { variant: 'on' },
    },
    {
      id: 'r2',
      when: { all: [{ attribute: 'age', operator: 'atLeast', values: [18] }, { segment: 'beta' }] },
      serve: { variant: 'on' },
    },
  ],
  otherwise: { variant: 'off' },
  salt: `salt-of-flag-${at % 10}0`.slice(0, 15),
  visibleToClients: false,
})

const flags = 10_000
const datafile: Datafile = {
  format: 1,
  project: 'bench',
  environment: 'bench',
  revision: 1,
  publishedAt: '2026-01-01T00:00:00.000Z',
  digest: '',
  flags: Object.fromEntries(Array.from({ length: flags }, (_, at) => [`flag-${at}`, flagNamed(`flag-${at}`, at)])),
  segments: {
    beta: {
      key: 'beta',
      included: ['user-1'],
      excluded: [],
      when: { attribute: 'plan', operator: 'is', values: ['pro'] },
    },
  },
}

const rows: string[][] = []
const perFlag: number[] = []
for (const format of formatNames) {
  const started = performance.now()
  const projection = new Projection(formats[format], datafile)
  const whole = performance.now() - started
  const times: number[] = []
  for (let round = 0; round < 200; round += 1) {
    const key = `flag-${(round * 37) % flags}`
    const document = { ...(datafile.flags[key] as FlagDocument), on: round % 2 === 0 }
    const patch = { flags: { [key]: document }, segments: {} }
    // patching the datafile is part of publishing, so it is not measured here
    const next = { ...datafile, flags: { ...datafile.flags, ...patch.flags } }
    const startedAt = performance.now()
    projection.advance(next, patch)
    times.push(performance.now() - startedAt)
  }
  perFlag.push(median(times))
  rows.push([formatTitles[format], whole.toFixed(0), (median(times) * 1_000).toFixed(0)])
}

const splitFlag = (hash: object): Datafile => {
  const parts: Split['parts'] = [
    { variant: 'on', from: 0, to: 30_000 },
    { variant: 'off', from: 30_000, to: 100_000 },
  ]
  const split = { ...hash, parts }
  const flag: FlagDocument = { ...flagNamed('split', 1), rules: [], otherwise: { split }, salt: 'aB3_dE6-gH9jK1m' }
  return { ...datafile, flags: { split: flag }, segments: {} }
}

const users = Array.from({ length: 1_000 }, (_, at) => ({ targetingKey: `user-${at * 7919}` }))
const asked = 2_000_000
const pick = (hash: object) => {
  const flag = compile(splitFlag(hash), everyFamily).flag('split')
  if (flag === undefined) throw new Error('there is no flag')
  return () => {
    let on = 0
    for (let at = 0; at < asked; at += 1) if (flag.pick(users[at % 1_000] ?? {}, 0).variant === 'on') on += 1
    return on
  }
}
const [native, portable] = [pick({}), pick({ point: { hash: 'portable' } })]
const times: { native: number[]; portable: number[] } = { native: [], portable: [] }
for (let round = 0; round < 7; round += 1) {
  for (const [name, run] of [
    ['native', native],
    ['portable', portable],
  ] as const) {
    const startedAt = performance.now()
    run()
    times[name].push(((performance.now() - startedAt) * 1e6) / asked)
  }
}
const slowest = Math.max(...perFlag)
const split = median(times.portable)
section(
  'readings',
  `## Environments in other systems' formats

${circumstances(before)}

${tableOf([`${grouped(flags)} flags`, 'projected whole, ms', 'after a publish of one flag, µs'], rows)}

| a split | ns |
| --- | ---: |
| native | ${median(times.native).toFixed(1)} |
| portable | ${split.toFixed(1)} |

Goals: one changed flag among ${grouped(flags)} in less than 1 ms: ${(slowest * 1_000).toFixed(0)} µs at most${slowest < 1 ? '' : ' (missed)'}; a portable split in 60 ns or less:
${split.toFixed(1)} ns${split <= 60 ? '' : ' (missed)'}. Medians of 200 publishes, and of 7 rounds of ${grouped(asked)} evaluations. \`npm run bench:readings\``,
  'switching',
)
