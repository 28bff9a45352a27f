import { canonicalJson } from '../../datafile/canonical-json.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import type { Serve } from '../../schemas/split.ts'
import type { RampPlan } from './schemas/ramp.ts'

/** An edit that a ramp can roll out: the flag before the first step, and which rule changes to which variant. */
export type RampInEdit = { document: FlagDocument; before: string } & Pick<RampPlan, 'rule' | 'to'>

const one = (serve: Serve): string | undefined =>
  'variant' in serve && serve.enabled === undefined ? serve.variant : undefined

/**
 * Finds the part of an edit that can be rolled out in steps: the only rule, or the default serve, whose variant
 * changed. Turning on a flag without rules counts as a change from its off variant for everyone. The rest of the edit
 * is applied at once. Returns undefined if no rule, or more than one, changed.
 */
export function rampInEdit(before: FlagDocument, after: FlagDocument): RampInEdit | undefined {
  if (!after.on) return undefined
  if (!before.on) {
    const [to, off] = [one(after.otherwise), after.offVariant]
    if (after.rules.length > 0 || after.prerequisites.length > 0 || to === undefined) return undefined
    if (off === null || off === to) return undefined
    return { document: { ...after, otherwise: { variant: off } }, before: off, rule: null, to }
  }
  const moved: RampInEdit[] = []
  const look = (rule: string | null, was: Serve, is: Serve, document: FlagDocument) => {
    const [from, to] = [one(was), one(is)]
    if (from !== undefined && to !== undefined && from !== to && Object.hasOwn(after.variants, from)) {
      moved.push({ document, before: from, rule, to })
    }
  }
  look(null, before.otherwise, after.otherwise, { ...after, otherwise: before.otherwise })
  for (const rule of after.rules) {
    const was = before.rules.find(({ id }) => id === rule.id)
    if (!was || canonicalJson(was.when) !== canonicalJson(rule.when)) continue
    const rules = after.rules.map((other) => (other.id === rule.id ? { ...other, serve: was.serve } : other))
    look(rule.id, was.serve, rule.serve, { ...after, rules })
  }
  return moved.length === 1 ? moved[0] : undefined
}
