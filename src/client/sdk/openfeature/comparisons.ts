import type { EvaluationContext } from '@openfeature/server-sdk'
import type { ComparisonCounts, ComparisonReport } from '../../../shared/features/usage/schemas/comparison.ts'
import type { SamplingWish } from '../../../shared/features/usage/schemas/telemetry.ts'
import type { ReportComparisons } from '../core/report-comparisons.ts'
import { publicPart } from '../core/sampling.ts'

/** Specification, sections 9 and 10: a report so often, of so many flags, with so many examples of a flag and in all. */
const [everyMs, mostFlags, examplesOfFlag, mostExamples] = [30_000, 1_000, 20, 100]
/** The longest answer that is told. */
const answerCharacters = 4_096

type Example = { readonly flag: string; readonly theirs: unknown; readonly ours: unknown; readonly context: object }
type Reported = ComparisonReport['examples'][number]

export type Comparisons = {
  /** Takes down what two answers came to. */
  readonly add: (kind: keyof ComparisonCounts, example: Example & { readonly context: EvaluationContext }) => void
  /** Reports what there is. Never rejects. */
  readonly flush: () => Promise<void>
  /** A last report, and no more. */
  readonly close: () => Promise<void>
}

const none = (): ComparisonCounts => ({ same: 0, different: 0, errors: 0, defaults: 0 })

/** An answer as JSON, where it is short enough to be told. */
const told = (value: unknown): Reported['theirs'] | undefined => {
  try {
    const text = JSON.stringify(value ?? null)
    return text.length > answerCharacters ? undefined : (JSON.parse(text) as Reported['theirs'])
  } catch {
    return undefined
  }
}

/**
 * Counts what was compared, by flag, and reports it now and then. A report that is lost is added to the next one. Who was
 * answered otherwise is told without a context until the server has said that it keeps some, and without what.
 */
export const createComparisons = (source: string, send: ReportComparisons, now: () => number): Comparisons => {
  let counts = new Map<string, ComparisonCounts>()
  let examples: Example[] = []
  let wish: SamplingWish | null | undefined
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

  const reported = ({ flag, theirs, ours, context }: Example): Reported[] => {
    const [old, here] = [told(theirs), told(ours)]
    if (old === undefined || here === undefined) return []
    const part = wish ? publicPart(context, wish.without) : null
    return [{ flag, theirs: old, ours: here, ...(part === null ? {} : { context: part }) }]
  }

  const report = async () => {
    if (ended || (counts.size === 0 && (examples.length === 0 || wish === undefined))) return
    const [flags, since] = [counts, from]
    // until the server has said whether it wants contexts, examples wait
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
      // no report keeps a process alive
      if (typeof timer === 'object') timer.unref()
    },
    flush,
    close: async () => {
      await flush()
      ended = true
    },
  }
}
