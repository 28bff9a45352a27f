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
    ['goal', 'stands at', ''],
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
      'heap once every flag was asked, MB',
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
    `Reading Fanion's text with \`JSON.parse\`, and nothing more, takes ${parsed.parseMs.toFixed(1)} ms and holds ${megabytes(parsed.heap)} MB: what`,
    'the engine spares by reading a document when it is first asked for; until then it is kept as the text it came in. Once every',
    'flag was asked, text and documents are both there as long as one document was not.',
  ].join('\n')
}

/** Returns the page docs/benchmarks.md. */
export const report = (
  measured: readonly Measured[],
  rounds: number,
  slots: { all: number; disturbed: number },
  parsed: Parse,
): string => `# Benchmarks

Written by \`npm run bench:engine\`; run it to see these figures on your machine. Absolute figures are this machine's, and
move by a tenth from run to run; the ratios hold better, since every SDK is measured in turn.

${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}.

## Goals

${verdict(measured)}

## Time to evaluate

The shortest of ${rounds} short rounds, in which the SDKs take turns; below it their median. ${slots.disturbed} of ${slots.all} slots began
while other work kept more than half of the machine busy, in spite of waiting.

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
- Before anything is timed each SDK has to give the right answers: yes and no for 2 000 users and 300 who miss
  a condition, and shares within 5 points.
- 64 users with six attributes take turns; they are made beforehand, so no SDK pays for making a context. They meet every
  condition, and are in the ninth of the ten lists. \`all\` uses the SDK's own call for that, where it has one.
- Time is that of the processor, for all threads of the process (\`process.cpuUsage\`), so garbage collection counts. A slot is
  about 40 ms; SDKs and columns take turns in rotated order, and the shortest counts: what else runs on the machine can
  only lengthen one. Each has three slots a round in the column of 5 000 flags, which lives on the processor's caches.
  An asynchronous SDK (LaunchDarkly) is awaited, one call at a time.
- Every SDK has its best settings: no events, no metrics, no logs; ConfigCat by a snapshot that is taken once; Vercel by its
  engine, without its client; Unleash constraints without a rollout beside them.
- "Typed handle" calls a compiled flag that is held, "by key" looks the flag up and checks its type. Both are the engine,
  as the peers' are: what an SDK adds around it (reading the clock, counting) is not in these figures.
- Bytes are growth of the JavaScript heap without a collection in between, median of five samples. The column of all flags
  holds the list of their values, which is the answer.
- Loading: fresh processes each, in turn, whose code is loaded; from text to ready, in wall clock, the shortest of
  them. Heap is what stays in use after forced collections (texts that V8 keeps outside of its heap too), once the text is let go: whoever
  keeps it, or parts of it, pays for it. Fanion reads and compiles a flag when it is first asked for, and keeps the text of the others.
`
