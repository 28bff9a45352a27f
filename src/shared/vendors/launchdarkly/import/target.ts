import type { Rule } from '../../../schemas/flag.ts'
import { defaultKind, keyOf } from './attribute.ts'
import type { LdFlag } from './config.ts'
import { variantAt } from './rollout.ts'

/**
 * Individual targets as rules that come before all others. Where `contextTargets` are given they set the order, and an
 * entry for users there takes its keys from the entry of `targets` with the same variation.
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

/** Rule ids of targets begin with this; the vendor's own rules come after them. */
export const targetPrefix = 'target-'
