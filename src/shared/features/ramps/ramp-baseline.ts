import type { FlagDocument, Rule } from '../../schemas/flag.ts'
import { type RampBaseline, rampedRule, rampedValues } from './ramp-document.ts'
import type { RampPlan } from './schemas/ramp.ts'

/** A conflict between a plan and its flag: the field, the problem, and what is expected. */
export type RampProblem = { path: string; problem: string; expected: string }

const extended = ['pre', 'sticky', 'onUnknown', 'gate', 'onGateMiss'] as const satisfies readonly (keyof Rule)[]

/** Returns what a ramp with this plan relies on in a flag, or why it cannot run there. */
export function rampBaselineOf(
  document: FlagDocument,
  plan: RampPlan,
): { ground: RampBaseline } | { problem: RampProblem } {
  const no = (path: string, problem: string, expected: string) => ({ problem: { path, problem, expected } })
  if (!document.on) return no('document.on', 'the flag is off', 'a flag that is on: turn it on with the ramp')
  const rule = rampedRule(document, plan.rule)
  if (rule === undefined) return no('plan.rule', 'the flag has no such rule', 'the id of a rule, or null')
  if (extended.some((field) => rule[field] !== undefined)) {
    return no('plan.rule', 'it works as another system does', 'a rule of Fanion’s own kind')
  }
  if (!('variant' in rule.serve) || rule.serve.enabled !== undefined) {
    return no('plan.rule', 'it serves more than one variant', 'a rule that serves one variant')
  }
  const before = rule.serve.variant
  if (!Object.hasOwn(document.variants, plan.to))
    return no('plan.to', 'the flag has no such variant', 'one of its variants')
  if (before === plan.to) return no('plan.to', 'it is served there already', 'another variant')
  return { ground: { when: rule.when, before, values: rampedValues(document, plan, { before }) } }
}
