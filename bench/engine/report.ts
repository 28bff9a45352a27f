import { availableParallelism, cpus } from 'node:os'
import type { Load, Parse } from './child.ts'
import { type ColumnName, columnNames, columns } from './columns.ts'
import { versionOf } from './subject.ts'
import { subjects } from './subjects.ts'

/** All measurements of one subject. */
export type Measured = {
  name: string
  /** CPU nanoseconds per call, one for each round. */
  samples: Record<ColumnName, number[]>
  bytes: Record<ColumnName, number>
  loads: { 1_000: Load; 10_000: Load }
}

/** Goals of the engine: how many times as fast as the fastest peer. */
const goals: Readonly<Record<string, number>> = { handle: 5, key: 3 }

const isOurs = ({ name }: Measured): boolean => subjects[name]?.package === null

const label = (name: string): string => {
  const subject = subjects[name]
  if (subject === undefined) return name
  return subject.package === null ? `**${subject.name}**` : `${subject.name} ${versionOf(subject.package)}`
}

const sorted = (numbers: readonly number[]): number[] => [...numbers].sort((a, b) => a - b)
/**
 * Other work on the machine can only lengthen a measurement, so the shortest of many short ones is the most accurate.
 */
const shortest = (numbers: readonly number[]): number => Math.min(...numbers)
const median = (numbers: readonly number[]): number => sorted(numbers)[numbers.length >> 1] ?? Number.NaN

const grouped = (value: number): string => Math.round(value).toLocaleString('en').replaceAll(',', '\u202f')
const nanoseconds = (value: number): string => (value < 10 ? value.toFixed(1) : grouped(value))
const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1)

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, at) => (at === 0 ? '---' : '---:')), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

const head = (what: string): string[] => [what, ...columnNames.map((column) => columns[column].title)]

const times = (measured: readonly Measured[]): string =>
  table(
    head('CPU ns per call'),
    measured.map(({ name, samples }) => [
      label(name),
      ...columnNames.map((column) => {
        return `${nanoseconds(shortest(samples[column]))} <sub>${nanoseconds(median(samples[column]))}</sub>`
      }),
    ]),
  )

const peersOf = (measured: readonly Measured[]) => measured.filter((one) => !isOurs(one))

/** Speed relative to the fastest peer, by column. */
const ratiosOf = (one: Measured, measured: readonly Measured[]): readonly number[] =>
  columnNames.map(
    (column) =>
      Math.min(...peersOf(measured).map(({ samples }) => shortest(samples[column]))) / shortest(one.samples[column]),
  )

const ratios = (measured: readonly Measured[]): string => {
  if (peersOf(measured).length === 0) return 'No peer was measured.'
  return table(
    head('times as fast as the fastest peer'),
    measured
      .filter(isOurs)
      .map((one) => [
        `${label(one.name)} (goal ${goals[one.name] ?? 1}×)`,
        ...ratiosOf(one, measured).map(
          (ratio) => `${ratio.toFixed(1)}×${ratio < (goals[one.name] ?? 1) ? ' (missed)' : ''}`,
        ),
      ]),
  )
}

/** Each goal of the engine, the result, and whether it was reached. */
const verdict = (measured: readonly Measured[]): string => {
  const [ours, peers] = [measured.filter(isOurs), peersOf(measured)]
  if (ours.length === 0 || peers.length === 0) return ''
  const row = (goal: string, stands: string, reached: boolean) => [goal, stands, reached ? 'reached' : '**missed**']
  const speed = ours.map((one) => {
    const goal = goals[one.name] ?? 1
    const all = ratiosOf(one, measured)
    const least = Math.min(...all)
    const where = columns[columnNames[all.indexOf(least)] ?? 'on'].title
    return row(
      `${label(one.name)}: ${goal}× as fast as the fastest peer in every column`,
      `${least.toFixed(1)}× (${where})`,
      least >= goal,
    )
  })
  // excludes evaluating all flags, which returns a new list
  const garbage = Math.max(
    ...ours.flatMap(({ bytes }) => columnNames.filter((name) => name !== 'all').map((name) => bytes[name])),
  )
  const ready = ({ loads }: Measured) => loads[10_000].loadMs + loads[10_000].firstMs
  const heap = ({ loads }: Measured) => loads[10_000].heap
  const least = (of: readonly Measured[], by: (one: Measured) => number) => Math.min(...of.map(by))
  const ms = (of: readonly Measured[]) => `${least(of, ready).toFixed(1)} ms`
  const mb = (of: readonly Measured[]) => `${megabytes(least(of, heap))} MB`
  return table(
    ['goal', 'result', ''],
    [
      ...speed,
      row('no bytes allocated per call, but for the list of all flags', grouped(garbage), Math.round(garbage) === 0),
      row(
        '10\u202f000 flags: from text to the first answer sooner than the quickest peer',
        `${ms(ours)}, ${ms(peers)}`,
        least(ours, ready) < least(peers, ready),
      ),
      row(
        '10\u202f000 flags: less heap than the leanest peer',
        `${mb(ours)}, ${mb(peers)}`,
        least(ours, heap) < least(peers, heap),
      ),
    ],
  )
}

const bytes = (measured: readonly Measured[]): string =>
  table(
    head('bytes allocated per call'),
    measured.map(({ name, bytes }) => [label(name), ...columnNames.map((column) => grouped(bytes[column]))]),
  )

const loads = (measured: readonly Measured[], flags: 1_000 | 10_000): string =>
  table(
    [
      `${grouped(flags)} flags`,
      'text, MB',
      'load, ms',
      'first answer, ms',
      'heap, MB',
      'heap once every flag was evaluated, MB',
    ],
    measured.map(({ name, loads }) => {
      const { text, loadMs, firstMs, heap, heapUsed } = loads[flags]
      return [label(name), megabytes(text), loadMs.toFixed(1), firstMs.toFixed(2), megabytes(heap), megabytes(heapUsed)]
    }),
  )

/** Describes Fanion's position relative to the fastest load and the smallest heap. */
const standing = (measured: readonly Measured[], flags: 1_000 | 10_000, parsed: Parse): string => {
  const ready = ({ loads }: Measured) => loads[flags].loadMs + loads[flags].firstMs
  const heap = ({ loads }: Measured) => loads[flags].heap
  const least = (of: readonly Measured[], by: (one: Measured) => number) => [...of].sort((a, b) => by(a) - by(b))[0]
  const [ours, peers] = [measured.filter(isOurs), measured.filter((one) => !isOurs(one))]
  const [quick, lean] = [least(ours, ready), least(ours, heap)]
  const [quickest, leanest] = [least(peers, ready), least(peers, heap)]
  if (!quick || !lean || !quickest || !leanest) return ''
  const ms = (one: Measured) => `${ready(one).toFixed(1)} ms`
  const mb = (one: Measured) => `${megabytes(heap(one))} MB`
  return [
    `Goal for ${grouped(flags)} flags: from text to the first answer sooner than the quickest peer, and less heap than the leanest.`,
    `Fanion takes ${ms(quick)}, ${label(quickest.name)} ${ms(quickest)}${ready(quick) < ready(quickest) ? '' : ' (missed)'};`,
    `Fanion holds ${mb(lean)}, ${label(leanest.name)} ${mb(leanest)}${heap(lean) < heap(leanest) ? '' : ' (missed)'}.`,
    `Reading Fanion's text with \`JSON.parse\`, alone takes ${parsed.parseMs.toFixed(1)} ms and holds ${megabytes(parsed.heap)} MB: what`,
    'the engine saves by parsing a document on its first evaluation. Until then, it keeps the text. Once every',
    'flag was evaluated, text and documents are both in memory, as long as one document is not parsed.',
  ].join('\n')
}

/** Returns the page docs/benchmarks.md. */
export const report = (
  measured: readonly Measured[],
  rounds: number,
  slots: { all: number; disturbed: number },
  parsed: Parse,
): string => `# Benchmarks

Written by \`npm run bench:engine\`; run it to get figures for your machine. Absolute figures depend on the machine, and
vary by a tenth between runs. The ratios vary less, because the SDKs take turns.

${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}.

## Goals

${verdict(measured)}

## Time to evaluate

The shortest of ${rounds} short rounds, in which the SDKs take turns, with the median below. ${slots.disturbed} of ${slots.all} slots began
while other work used more than half of the machine, although the script waits for a quiet moment.

${times(measured)}

${ratios(measured)}

## Garbage

${bytes(measured)}

## Loading

${loads(measured, 1_000)}

${loads(measured, 10_000)}

${standing(measured, 10_000, parsed)}

## Method

- Every SDK has a process of its own and the same flags, written in its own format: of each hundred 40 are always on, 25
  test three attributes, 20 are split in halves, 10 among four variants, and 5 have ten rules that list a hundred users each.
  Data comes in as each SDK documents it for use without a network: a datafile (Fanion, Vercel), a configuration text
  (flagd), bootstrap data (Unleash), a payload (GrowthBook), a file (LaunchDarkly), a cache (ConfigCat).
- Before the measurement, each SDK has to return the right values: yes and no for 2 000 users and 300 who fail
  a condition, and percentages within 5 points.
- 64 users with six attributes take turns. Their contexts are created beforehand, so no SDK pays for them. They match every
  condition, and are in the ninth of the ten lists. \`all\` uses the SDK's own call for all flags, if it has one.
- Time is processor time of all threads of the process (\`process.cpuUsage\`), so garbage collection counts. A slot is
  about 40 ms. SDKs and columns take turns in rotated order, and the shortest slot counts, because other work on the machine can
  only lengthen one. The column of 5 000 flags has three slots a round, because it depends on the processor's caches.
  An asynchronous SDK (LaunchDarkly) is awaited, one call at a time.
- Every SDK has its best settings: no events, no metrics, no logs; ConfigCat with a snapshot taken once; Vercel's
  engine without its client; Unleash constraints without a rollout.
- "Typed handle" calls a compiled flag, "by key" looks the flag up and checks its type. Both measure the engine only,
  as for the peers: what an SDK adds (reading the clock, counting) is not in these figures.
- Bytes are the growth of the JavaScript heap without a collection in between, median of five samples. The column of all flags
  includes the returned list of values.
- Loading: fresh processes, in turn, with their code already loaded; the shortest wall-clock time from text to ready.
  Heap is the memory in use after forced collections (including texts that V8 keeps outside its heap), once the script has released the
  text: an SDK that keeps it, or parts of it, pays for it. Fanion parses and compiles a flag when it is first evaluated, and keeps the text of the others.
`
