import type { Condition } from '../../schemas/condition.ts'
import { finalTruth } from '../extended/explain/condition.ts'
import { Fatal } from '../extended/test.ts'
import { costOf, spend } from '../meter.ts'
import { segmentOf } from '../prerequisite.ts'
import { evaluateOnce, type Run } from './run.ts'
import type { ConditionTrace, Truth } from './trace.ts'

/** Whether the context is in a segment. `excluded` takes precedence over `included`, and that over `when`. */
export const explainSegment = (
  { segment: key, negate, missing }: Extract<Condition, { segment: string }>,
  run: Run,
  explain: (condition: Condition, run: Run) => ConditionTrace,
): ConditionTrace => {
  const base = { kind: 'segment', segment: key, when: null } as const
  const document = segmentOf(run.documents, key)
  if (document === undefined) return { ...base, result: finalTruth(missing ?? 'false'), by: 'missing' }
  const turned = (truth: Truth): Truth => (negate === true && truth !== 'unknown' ? !truth : truth)
  const { targetingKey } = run.context
  if (typeof targetingKey === 'string') {
    if (document.excluded.includes(targetingKey)) return { ...base, result: turned(false), by: 'excluded' }
    if (document.included.includes(targetingKey)) return { ...base, result: turned(true), by: 'included' }
  }
  const step = `segment:${key}`
  if (run.chain.includes(step)) throw new Fatal('MALFORMED_FLAG')
  if (document.when === null) return { ...base, result: turned(false), by: 'nothing' }
  spend(costOf(document))
  const inside = document.when
  const ask = () => {
    const trace = explain(inside, { ...run, salt: document.key, chain: [...run.chain, step] })
    return { result: trace.result, trace }
  }
  // In the extended model, the result may depend on the chain, so it is not cached.
  const asked = run.wide ? ask() : null
  const { result, first: when } = asked ? { result: asked.result, first: asked.trace } : evaluateOnce(step, run, ask)
  return { ...base, result: turned(result), by: 'when', when }
}
