import type {
  BucketTrace,
  ConditionTrace,
  DisplayedValue,
  Explanation,
  ServeTrace,
  Step,
} from '../../engine/explain/trace.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import { conditionText } from '../rules/condition.ts'
import { quoted } from '../rules/literal.ts'
import { percent } from '../rules/percent.ts'
import { text } from '../word.ts'

/** One line of a trace: the condition, its result, and the value in the context. */
export type TraceLine = {
  mark: 'held' | 'failed' | 'unknown' | 'answer' | 'note'
  depth: number
  words: string
  /** The value found in the context, formatted for display. Null if nothing was read. */
  actual: string | null
}

const shownValue = (seen: DisplayedValue): string => {
  const described = typeof seen === 'object' && seen !== null && 'unreadable' in seen ? seen['unreadable'] : null
  return typeof described === 'string' ? described : JSON.stringify(seen)
}

const mark = (result: boolean | 'unknown'): TraceLine['mark'] =>
  result === 'unknown' ? 'unknown' : result ? 'held' : 'failed'

const bucketText = (place: BucketTrace): string => {
  const attribute = quoted(place.attribute)
  if (place.unit === null)
    return place.byDefault ? 'the context has no targeting key' : `the context has no ${attribute}`
  const unit = place.byDefault ? 'the targeting key' : attribute
  return place.point === null ? `bucketed by ${unit}` : `bucket ${percent(place.point)} by ${unit}`
}

const leafLine = (trace: Extract<ConditionTrace, { kind: 'leaf' }>, depth: number): TraceLine => {
  const { attribute, operator, values } = trace
  const actual = trace.present
    ? `${quoted(attribute)} is ${shownValue(trace.actual)}`
    : `the context has no ${quoted(attribute)}`
  return {
    mark: mark(trace.result),
    depth,
    words: text(conditionText({ attribute, operator, values: [...values] })),
    actual,
  }
}

const membership = {
  excluded: 'the targeting key is excluded',
  included: 'the targeting key is included',
  when: null,
  nothing: 'the targeting key isn’t included',
  missing: 'the segment doesn’t exist',
} as const

/** Describes the engine's trace of a condition, line by line. */
const conditionLines = (trace: ConditionTrace, depth: number): TraceLine[] => {
  const line = (words: string, actual: string | null = null): TraceLine => ({
    mark: mark(trace.result),
    depth,
    words,
    actual,
  })
  switch (trace.kind) {
    case 'everyone':
      return [line('everyone')]
    case 'all':
      return trace.of.flatMap((inner) => conditionLines(inner, depth))
    case 'any':
      return [line('any of'), ...trace.of.flatMap((inner) => conditionLines(inner, depth + 1))]
    case 'not':
      return [line('not'), ...conditionLines(trace.of, depth + 1)]
    case 'leaf':
      return [leafLine(trace, depth)]
    case 'segment':
      return [
        line(`in segment ${quoted(trace.segment)}`, membership[trace.by]),
        ...(trace.when === null ? [] : conditionLines(trace.when, depth + 1)),
      ]
    case 'flag':
      return [line(flagText(trace), flagActual(trace))]
    case 'slice':
      return [line(`bucket is ${percent(trace.from ?? 0)} to ${percent(trace.to ?? 0)}`, bucketText(trace.place))]
    case 'wide':
      return [line(`an imported test (${trace.test.op})`, shownValue(trace.actual))]
  }
}

type FlagReferenceTrace = Extract<Step, { step: 'prerequisite' }> | Extract<ConditionTrace, { kind: 'flag' }>

const flagText = ({ flag, variants }: FlagReferenceTrace): string =>
  `flag ${quoted(flag)} is ${variants === null ? 'as imported' : variants.map(quoted).join(' or ')}`

const flagActual = ({ flag, on, actual, broken }: FlagReferenceTrace): string => {
  if (broken !== null)
    return broken === 'missing' ? `flag ${quoted(flag)} doesn’t exist` : 'circular: it depends on this flag'
  return `${quoted(flag)} is ${on ? (actual ?? 'without a variant') : 'off'}`
}

const serveLine = (serve: ServeTrace, depth: number): TraceLine => {
  if (serve.kind === 'variant') return { mark: 'answer', depth, words: `serves ${quoted(serve.variant)}`, actual: null }
  if (serve.kind === 'default') return { mark: 'answer', depth, words: 'serves the default in code', actual: null }
  const actual = serve.kind === 'split' ? bucketText(serve.place) : null
  if (serve.picked === null)
    return { mark: 'failed', depth, words: 'serves nobody here, so evaluation continues', actual }
  return { mark: 'answer', depth, words: `serves ${quoted(serve.picked)}`, actual }
}

const ruleTitle = (flag: FlagDocument, index: number): string => {
  const name = flag.rules[index]?.name
  return `rule ${index + 1}${name ? ` ${name}` : ''}`
}

const stepLines = (step: Step, flag: FlagDocument): TraceLine[] => {
  switch (step.step) {
    case 'state':
      return [
        {
          mark: step.on ? 'held' : 'failed',
          depth: 0,
          words: step.on ? 'the flag is on' : 'the flag is off',
          actual: null,
        },
      ]
    case 'prerequisite':
      return [{ mark: mark(step.passed), depth: 0, words: flagText(step), actual: flagActual(step) }]
    case 'rule':
      return [
        { mark: step.decided ? 'held' : 'failed', depth: 0, words: ruleTitle(flag, step.index), actual: null },
        ...step.before.flatMap((trace) => conditionLines(trace, 1)),
        ...(step.when === null ? [] : conditionLines(step.when, 1)),
        ...(step.gate === null ? [] : conditionLines(step.gate, 1)),
        ...(step.serve === null ? [] : [serveLine(step.serve, 1)]),
      ]
    case 'otherwise':
      return [{ mark: 'note', depth: 0, words: 'everyone else', actual: null }, serveLine(step.serve, 1)]
    case 'off':
      return [step.serve === null ? serveLine({ kind: 'default' }, 0) : serveLine(step.serve, 0)]
  }
}

/** Describes every step of an evaluation, in evaluation order. */
export const traceLines = (explanation: Explanation, flag: FlagDocument): TraceLine[] => {
  const lines = explanation.steps.flatMap((step) => stepLines(step, flag))
  const last = explanation.steps.findLast((step) => step.step === 'rule' && step.decided)
  const reached = last?.step === 'rule' ? last.index + 1 : flag.rules.length
  const left = flag.rules.length - reached
  if (left === 0) return lines
  const words = left === 1 ? `rule ${reached + 1} was not reached` : `${left} more rules were not reached`
  return [...lines, { mark: 'note', depth: 0, words, actual: null }]
}

/** The reason for a value, in a few words: `rule 2 Nordic launch`, `no rule matched`, `it is off`. */
export const reasonPhrase = ({ outcome, steps }: Explanation, flag: FlagDocument): string => {
  if (outcome.errorCode !== null) return outcome.detail ?? outcome.errorCode
  if (outcome.reason === 'DISABLED') return 'the flag is off'
  if (outcome.reason === 'PREREQUISITE_FAILED') return `prerequisite ${outcome.prerequisite ?? ''} isn’t met`
  const decided = steps.find((step) => (step.step === 'rule' && step.decided) || step.step === 'otherwise')
  const serve = decided?.step === 'rule' || decided?.step === 'otherwise' ? decided.serve : null
  const bucket = serve?.kind === 'split' ? bucketText(serve.place) : null
  const line = outcome.rule === null ? null : ruleTitle(flag, outcome.rule.index)
  const whose = line ?? (flag.rules.length === 0 ? (bucket === null ? 'everyone gets it' : null) : 'no rule matched')
  return [whose, bucket].filter((part) => part !== null).join(', ')
}
