import { flagOf } from '../../../engine/prerequisite.ts'
import type { FlagDocument } from '../../../schemas/flag.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { Serve } from '../../../schemas/split.ts'
import type { FlagScope } from '../../exporting/format-support.ts'
import { hasNoReferenceCycle } from '../../exporting/references.ts'
import { onlyVariant } from '../../exporting/serve.ts'
import { notReadable } from '../../exporting/unreadable-reason.ts'
import { expressionOf, logic } from './select.ts'
import { nobody, splitExpression } from './split.ts'

/** A step of an `if` chain: a condition and its result. */
type Step = readonly [when: Json, gives: Json]

/**
 * The expression for the variant key of a flag that is on. Null means the caller's default. The split of a rule is
 * evaluated twice, for whether it serves and for its variant. That way, a gap continues with the next rule without
 * repeating the rest of the chain. `plain`: without references to shared evaluators.
 */
export const flagExpression = (scope: FlagScope, plain = false): Json => {
  const { flag } = scope
  refuseWide(flag)
  const place = {
    salt: flag.salt,
    inside: plain,
    serves: (key: string, variants: readonly string[]) => serves(key, variants, scope),
  }
  const steps: Step[] = flag.rules.flatMap(({ when, serve }): Step[] => {
    const holds = expressionOf(when, scope, place)
    if (holds === false) return []
    if (!('split' in serve)) return [[holds, onlyVariant(serve, flag)]]
    const split = splitExpression(serve.split, scope)
    return [[logic.and([holds, { '!==': [split, nobody] }]), split]]
  })
  const off = flag.offVariant
  const last = otherwiseSteps(flag.otherwise, scope, off)
  const rest = chain([...steps, ...last.steps], last.gives)
  const met = logic.and(flag.prerequisites.map(({ flag: key, variants }) => serves(key, variants, scope)))
  return chain([[met, rest]], off)
}

const otherwiseSteps = (serve: Serve, scope: FlagScope, off: string | null): { steps: Step[]; gives: Json } => {
  if (!('split' in serve)) return { steps: [], gives: onlyVariant(serve, scope.flag) }
  const split = splitExpression(serve.split, scope)
  return { steps: [[{ '!==': [split, nobody] }, split]], gives: off }
}

const chain = (steps: readonly Step[], otherwise: Json): Json => {
  const parts: Json[] = []
  for (const [when, gives] of steps) {
    if (when === false) continue
    if (when === true) return parts.length === 0 ? gives : { if: [...parts, gives] }
    parts.push(when, gives)
  }
  return parts.length === 0 ? otherwise : { if: [...parts, otherwise] }
}

/** Rejects fields that only flags imported from other systems have. */
const refuseWide = (flag: FlagDocument): void => {
  const wide = [flag.order, flag.outputs, flag.requires, flag.off].some((field) => field !== undefined)
  const rules = flag.rules.some(({ pre, sticky, onUnknown, gate, onGateMiss }) =>
    [pre, sticky, onUnknown, gate, onGateMiss].some((field) => field !== undefined),
  )
  if (wide || rules) notReadable('other-vendor')
}

/**
 * An expression for whether another flag is on and serves one of these variants. Inlined, because flagd has no
 * prerequisites.
 */
const serves = (key: string, variants: readonly string[], scope: FlagScope): Json => {
  const flag = flagOf(scope.documents, key)
  if (flag?.on !== true || !hasNoReferenceCycle(scope.documents, key)) return false
  scope.other(key)
  return { in: [flagExpression({ ...scope, flag }, true), [...variants]] }
}
