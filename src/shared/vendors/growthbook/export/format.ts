import type { FlagDocument } from '../../../schemas/flag.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { FlagScope, Format } from '../../exporting/format-support.ts'
import { own } from '../../exporting/serve.ts'
import { notReadable } from '../../exporting/unreadable-reason.ts'
import { parentOf, ruleOf } from './rule.ts'
import { valueOf } from './serve.ts'

/** Size limit of a feature's JSON. Segments are inlined wherever they are used. */
const featureBytes = 256 * 1024

/**
 * GrowthBook: a feature has a default value and ordered rules; the first matching rule gives another value. A failed
 * prerequisite is a rule before all others that gives the off value, or a gate that leaves the caller its default.
 */
export const growthBook: Format = {
  say: (scope) => {
    const { flag } = scope
    const { order, outputs, requires, off } = flag
    if ([order, outputs, requires, off].some((field) => field !== undefined)) notReadable('other-vendor')
    if (!flag.on) return { defaultValue: offValue(flag) }
    const first = prerequisites(scope)
    if (first === null) return { defaultValue: offValue(flag) }
    const rules = flag.rules.map((rule) => ruleOf(rule, scope)).filter((rule) => rule !== null)
    const all = [...first, ...rules]
    const said: Json = { defaultValue: valueOf(flag.otherwise, flag), ...(all.length === 0 ? {} : { rules: all }) }
    if (JSON.stringify(said).length > featureBytes) notReadable('too-large')
    return said
  },
}

/** The value that is served while the flag is off. Null leaves the caller its default. */
const offValue = (flag: FlagDocument): Json =>
  flag.offVariant === null ? null : (flag.variants[own(flag.offVariant, flag)] ?? null)

/** A rule for each prerequisite. Null if one can never be met. */
const prerequisites = (scope: FlagScope): Json[] | null => {
  const { flag } = scope
  const rules: Json[] = []
  for (const { flag: key, variants } of flag.prerequisites) {
    const parent = parentOf(key, variants, scope)
    if (parent === null) return null
    if (flag.offVariant === null) rules.push({ parentConditions: [{ ...parent, gate: true }] })
    else {
      const { id, condition } = parent
      rules.push({
        parentConditions: [{ id: id ?? '', condition: { $not: condition ?? {} } }],
        force: offValue(flag),
      })
    }
  }
  return rules
}
