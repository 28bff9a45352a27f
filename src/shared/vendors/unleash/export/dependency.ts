import { flagOf } from '../../../engine/prerequisite.ts'
import type { FlagTest } from '../../../schemas/condition.ts'
import type { FlagDocument } from '../../../schemas/flag.ts'
import type { FlagScope } from '../../exporting/format-support.ts'
import { hasNoReferenceCycle } from '../../exporting/references.ts'
import { notReadable } from '../../exporting/unreadable-reason.ts'
import type { UnleashDependency } from './model.ts'
import { reported } from './payload.ts'

/** The required parent features, one level deep. Null if the requirement can never be met. */
export const dependenciesOf = (scope: FlagScope): UnleashDependency[] | null => {
  const made: UnleashDependency[] = []
  for (const { flag: key, variants } of scope.flag.prerequisites) {
    const parent = flagOf(scope.documents, key)
    if (parent?.on !== true || !hasNoReferenceCycle(scope.documents, key)) return null
    if (parent.prerequisites.length > 0 || (parent.requires?.length ?? 0) > 0) notReadable('prerequisite-depth', key)
    const dependency = dependencyOn(parent, new Set(variants), scope.other(key).name)
    if (dependency === null) return null
    made.push(dependency)
  }
  for (const test of scope.flag.requires ?? []) made.push(requirementOf(test, scope))
  return made
}

const dependencyOn = (parent: FlagDocument, wanted: ReadonlySet<string>, feature: string): UnleashDependency | null => {
  const known = Object.keys(parent.variants)
  const met = known.filter((variant) => wanted.has(variant))
  if (met.length === 0) return null
  if (parent.type !== 'boolean') {
    const names = (variants: readonly string[]) => variants.map((variant) => reported(parent, variant, true).name)
    const others = new Set(names(known.filter((variant) => !wanted.has(variant))))
    const asked = [...new Set(names(met))]
    if (asked.some((name) => others.has(name))) return notReadable('prerequisite-variants', parent.key)
    return { feature, enabled: true, variants: asked }
  }
  // For a boolean, "on" stands for the value true. So either all variants with one value are required, or none.
  const values = new Set(met.map((variant) => parent.variants[variant]))
  const [value] = values
  const all = known.filter((variant) => parent.variants[variant] === value)
  if (values.size > 1 || all.length !== met.length) return notReadable('prerequisite-variants', parent.key)
  return { feature, enabled: value === true }
}

const requirementOf = (requirement: FlagTest, scope: FlagScope): UnleashDependency => {
  const { flag: key, test, missing, cycle, onError, maxDepth, negate } = requirement
  const isTheirs = missing === 'false' && cycle === 'false' && onError === 'false' && maxDepth === 1
  if (!isTheirs || negate !== undefined) return notReadable('other-vendor')
  const feature = flagOf(scope.documents, key) === undefined ? key : scope.other(key).name
  if ('enabled' in test) return { feature, enabled: test.enabled }
  if ('variantIn' in test && test.requireEnabled === true && test.byName === true)
    return { feature, enabled: true, variants: [...test.variantIn] }
  return notReadable('other-vendor')
}
