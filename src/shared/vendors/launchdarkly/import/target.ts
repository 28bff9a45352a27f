import type { Rule } from '../../../schemas/flag.ts'
import { defaultKind, keyOf } from './attribute.ts'
import type { LdFlag } from './config.ts'
import { variantAt } from './rollout.ts'

/**
 * Converts individual targets to rules before all others. If there are `contextTargets`, they determine the order. A
 * user entry in them takes its keys from the entry in `targets` with the same variation.
 */
export const targetRulesOf = (flag: LdFlag, variants: readonly string[]): Rule[] => {
  const users = flag.targets ?? []
  const entries = flag.contextTargets?.length
    ? flag.contextTargets.map((entry) =>
        (entry.contextKind || defaultKind) === defaultKind
          ? { ...entry, values: users.find((user) => user.variation === entry.variation)?.values }
          : entry,
      )
    : users
  return entries.map(({ contextKind, variation, values }, i) => ({
    id: `${targetPrefix}${i + 1}`,
    when: { read: keyOf(contextKind || defaultKind), test: { op: 'in.strict', values: [...(values ?? [])] } },
    serve: variantAt(variants, variation),
  }))
}

/** Prefix of rule ids for targets. The vendor's own rules follow them. */
export const targetPrefix = 'target-'
