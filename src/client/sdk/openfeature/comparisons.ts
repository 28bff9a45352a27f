import type { EvaluationContext } from '@openfeature/server-sdk'
import type { ComparisonCounts, ComparisonReport } from '../../../shared/features/usage/schemas/comparison.ts'
import type { SamplingRequest } from '../../../shared/features/usage/schemas/telemetry.ts'
import type { ReportComparisons } from '../core/report-comparisons.ts'
import { publicPart } from '../core/sampling.ts'

/**
 * Interval of reports in ms, and limits of a report: flags, examples per flag, examples in total. Specification,
 * sections 9 and 10.
 */
const [everyMs, mostFlags, examplesOfFlag, mostExamples] = [30_000, 1_000, 20, 100]
/** Longest value to report as an example, in characters of JSON. */
const answerCharacters = 4_096

type Example = { readonly flag: string; readonly theirs: unknown; readonly ours: unknown; readonly context: object }
type ExampleValues = ComparisonReport['examples'][number]

export type Comparisons = {
  /** Records the result of a comparison. */
  readonly add: (kind: keyof ComparisonCounts, example: Example & { readonly context: EvaluationContext }) => void
  /** Sends the pending report. Never rejects. */
  readonly flush: () => Promise<void>
  /** Sends a last report and stops. */
  readonly close: () => Promise<void>
}

const none = (): ComparisonCounts => ({ same: 0, different: 0, errors: 0, defaults: 0 })

/** Returns a value as JSON; undefined if it is too long. */
const jsonIfShort = (value: unknown): ExampleValues['theirs'] | undefined => {
  try {
    const text = JSON.stringify(value ?? null)
    return text.length > answerCharacters ? undefined : (JSON.parse(text) as ExampleValues['theirs'])
  } catch {
    return undefined
  }
}

/**
 * Counts comparisons by flag and reports them periodically. A lost report is added to the next one. Examples of
 * differences are sent only after the server has answered whether it wants contexts, and without the attributes that it
 * excludes.
 */
export const createComparisons = (source: string, send: ReportComparisons, now: () => number): Comparisons => {
  let counts = new Map<string, ComparisonCounts>()
  let examples: Example[] = []
  let wish: SamplingRequest | null | undefined
  let from = now()
  let ended = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = Promise.resolve()

  const count = (flag: string, more: ComparisonCounts) => {
    const known = counts.get(flag)
    if (known === undefined && counts.size >= mostFlags) return
    const sum = known ?? none()
    for (const kind of ['same', 'different', 'errors', 'defaults'] as const) sum[kind] += more[kind]
    counts.set(flag, sum)
  }

  const reported = ({ flag, theirs, ours, context }: Example): ExampleValues[] => {
    const [old, here] = [jsonIfShort(theirs), jsonIfShort(ours)]
    if (old === undefined || here === undefined) return []
    const part = wish ? publicPart(context, wish.without) : null
    return [{ flag, theirs: old, ours: here, ...(part === null ? {} : { context: part }) }]
  }

  const report = async () => {
    if (ended || (counts.size === 0 && (examples.length === 0 || wish === undefined))) return
    const [flags, since] = [counts, from]
    // Examples wait until the server has answered whether it wants contexts.
    const taken = wish === undefined ? [] : examples
    counts = new Map()
    examples = wish === undefined ? examples : []
    from = now()
    const answer = await send({
      source,
      from: new Date(since).toISOString(),
      to: new Date(Math.max(from, since)).toISOString(),
      flags: Object.fromEntries(flags),
      examples: taken.flatMap(reported),
    })
    if (answer === 'refused') ended = true
    if (answer === 'lost') {
      for (const [flag, more] of flags) count(flag, more)
      examples = [...taken, ...examples].slice(0, mostExamples)
      from = since
    }
    if (typeof answer !== 'object') return
    const isFirst = wish === undefined
    wish = answer.wish
    if (isFirst && examples.length > 0) await report()
  }

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    running = running.then(report)
    return running
  }

  return {
    add: (kind, example) => {
      if (ended) return
      count(example.flag, { ...none(), [kind]: 1 })
      const ofFlag = examples.filter(({ flag }) => flag === example.flag).length
      if (kind === 'different' && ofFlag < examplesOfFlag && examples.length < mostExamples) examples.push(example)
      timer ??= setTimeout(() => void flush(), everyMs)
      // Reports must not keep the process alive.
      if (typeof timer === 'object') timer.unref()
    },
    flush,
    close: async () => {
      await flush()
      ended = true
    },
  }
}
