import type { FlagDocument, Rule } from '../../../schemas/flag.ts'
import { extendedReferenceOf, user } from './attribute.ts'
import { variationOf } from './serve.ts'

interface Target {
  readonly contextKind: string
  readonly variation: number
  readonly values: string[]
}

/** Individual targets in their original form, and the number of rules they were converted to. */
export interface Targets {
  readonly rules: number
  readonly lists: { readonly targets: readonly Target[]; readonly contextTargets: readonly Target[] }
}

const none: Targets = { rules: 0, lists: { targets: [], contextTargets: [] } }

/**
 * Finds the leading rules that the importer made from targets. Two user targets with the same variation cannot be
 * converted back, because LaunchDarkly has one list for both. They stay rules, with the same result.
 */
export const targetsOf = (flag: FlagDocument): Targets => {
  const found: Target[] = []
  for (const [at, rule] of flag.rules.entries()) {
    const target = rule.id === `target-${at + 1}` ? targetOf(rule, flag) : undefined
    if (target === undefined) break
    found.push(target)
  }
  const users = found.filter(({ contextKind }) => contextKind === user)
  if (new Set(users.map(({ variation }) => variation)).size < users.length) return none
  return {
    rules: found.length,
    lists: {
      targets: users,
      contextTargets:
        users.length === found.length
          ? []
          : found.map((one) => (one.contextKind === user ? { ...one, values: [] } : one)),
    },
  }
}

const targetOf = ({ when, serve }: Rule, flag: FlagDocument): Target | undefined => {
  if (typeof when !== 'object' || !('read' in when) || when.test.op !== 'in.strict' || !('variant' in serve)) return
  const values = when.test.values.filter((value) => typeof value === 'string')
  if (values.length !== when.test.values.length || serve.enabled !== undefined) return
  const { attribute, contextKind } = extendedReferenceOf(when.read)
  if (attribute !== 'key' || when.negate !== undefined || when.missing !== undefined) return
  return { contextKind, variation: variationOf(serve.variant, flag), values }
}
