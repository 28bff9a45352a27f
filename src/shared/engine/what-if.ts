import { operatorFacts } from '../operators.ts'
import type { Leaf, Scalar } from '../schemas/condition.ts'
import type { Context } from '../schemas/context.ts'
import type { Datafile } from '../schemas/datafile.ts'
import { namesOf } from './attribute.ts'
import { compile } from './compile.ts'
import { evaluate } from './evaluate.ts'
import type { ConditionTrace, Explanation, Step } from './explain/trace.ts'
import { explain } from './explain.ts'
import { everyFamily } from './operators/every-family.ts'
import type { OptionalModules } from './optional-module.ts'
import type { Outcome } from './outcome.ts'
import { withAttribute } from './with-attribute.ts'

/** One attribute, or few together, that are other than they are: what it would have to be (undefined: absent), and what would be answered then. */
export type OtherAnswer = {
  readonly attribute: string
  readonly value: Scalar | readonly Scalar[] | undefined
  /** What has to be other besides, where one attribute is not enough. */
  readonly also?: readonly Pick<OtherAnswer, 'attribute' | 'value'>[]
  readonly context: Context
  readonly outcome: Outcome
}

type Asked = Pick<Leaf, 'attribute' | 'operator'> & { readonly values: readonly Scalar[] }

/**
 * Which single attributes, had they another value, would give this flag another variant; at most `most`, in the order in
 * which the engine asked. Every one is tried on the compiled flag, so all are true; there may be more, since of each
 * condition only values at its border are tried. A step that was not reached cannot change the answer by itself.
 */
export const whatWouldChange = (
  datafile: Datafile,
  key: string,
  context: Context,
  nowMs: number,
  profiles: OptionalModules = {},
  most = 6,
): OtherAnswer[] => {
  const explanation = explain(datafile, key, context, nowMs, undefined, profiles)
  const compiled = compile(datafile, { ...everyFamily, ...profiles })
  const found: OtherAnswer[] = []
  const told = new Set<string>()
  for (const leaf of leavesOf(explanation)) {
    for (const value of valuesAround(leaf)) {
      if (found.length >= most) return found
      const other = withAttribute(context, namesOf(leaf.attribute), value)
      const outcome = evaluate(compiled, key, other, nowMs)
      const answer = JSON.stringify([leaf.attribute, outcome.variant, outcome.rule?.index])
      if (outcome.variant === explanation.outcome.variant || told.has(answer)) continue
      told.add(answer)
      found.push({ attribute: leaf.attribute, value, context: other, outcome })
    }
  }
  return found
}

/** The tests of attributes that were looked at, those of flags that were asked included. */
const leavesOf = ({ steps }: Explanation): Asked[] => steps.flatMap(leavesOfStep)

const leavesOfStep = (step: Step): Asked[] => {
  if (step.step === 'prerequisite') return step.explanation === null ? [] : leavesOf(step.explanation)
  if (step.step !== 'rule') return []
  return [...step.before, step.when, step.gate].flatMap((trace) => (trace === null ? [] : leavesOfCondition(trace)))
}

const leavesOfCondition = (trace: ConditionTrace): Asked[] => {
  switch (trace.kind) {
    case 'leaf':
      return [trace]
    case 'all':
    case 'any':
      return trace.of.flatMap(leavesOfCondition)
    case 'not':
      return leavesOfCondition(trace.of)
    case 'segment':
      return trace.when === null ? [] : leavesOfCondition(trace.when)
    case 'flag':
      return trace.explanation === null ? [] : leavesOf(trace.explanation)
    default:
      return []
  }
}

/** Values on both sides of a test: those it names, their neighbours, and none. */
const valuesAround = ({ operator, values }: Asked): OtherAnswer['value'][] => {
  const named = values.slice(0, 3)
  const { family, negates } = operatorFacts[operator]
  if (family === 'presence') return ['something', undefined]
  if (family === 'list') return negates === null ? [values, undefined] : [values, [], undefined]
  if (family === 'network') return [...named.map((value) => String(value).split('/')[0]), undefined]
  return [...named, ...named.flatMap(neighbours), undefined]
}

const day = 86_400_000
const version = /^(\d+)\.(\d+)\.(\d+)$/

const neighbours = (value: Scalar): Scalar[] => {
  if (typeof value === 'number') return [value - 1, value + 1]
  if (typeof value !== 'string') return []
  const [, major, minor, patch] = version.exec(value) ?? []
  if (patch !== undefined) return ['0.0.0', `${major}.${minor}.${Number(patch) + 1}`]
  const instant = /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(instant) ? [] : [instant - day, instant + day].map((at) => new Date(at).toISOString())
}
