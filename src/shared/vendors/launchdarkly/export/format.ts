import { flagOf } from '../../../engine/prerequisite.ts'
import type { FlagTest } from '../../../schemas/condition.ts'
import type { FlagDocument } from '../../../schemas/flag.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { Serve } from '../../../schemas/split.ts'
import { type FlagScope, type Format, servedName } from '../../exporting/format-support.ts'
import { hasNoReferenceCycle } from '../../exporting/references.ts'
import { notReadable } from '../../exporting/unreadable-reason.ts'
import { hiddenFor } from './segment.ts'
import { rulesOf } from './select.ts'
import { serveOf, variationOf } from './serve.ts'
import { type Targets, targetsOf } from './target.ts'

/**
 * LaunchDarkly: a flag for server-side SDKs. It has ordered rules, each with clauses that must all match. Conditions
 * that clauses cannot express become segments generated for the flag. The version is added when the flag is sent.
 */
export const launchDarkly: Format = {
  say: (scope) => {
    const { flag } = scope
    const hidden = hiddenFor(`flag:${flag.key}`, scope)
    refuseOther(flag)
    const salts = new Set<string>()
    const prerequisites = prerequisitesOf(scope)
    const targets = targetsOf(flag)
    const rules = flag.rules.slice(targets.rules).flatMap(({ id, when, serve }) => {
      const served = serveOf(serve, flag, salts)
      return rulesOf(when, scope, hidden).map((clauses, at) => ({
        id: at === 0 ? id : `${id}#${at + 1}`,
        clauses,
        ...served,
        trackEvents: false,
      }))
    })
    const fallthrough = serveOf(otherwiseOf(flag), flag, salts)
    if (salts.size > 1) return notReadable('other-vendor')
    const off = offOf(flag)
    const made = {
      key: '',
      on: flag.on,
      prerequisites,
      ...(targets satisfies Targets).lists,
      rules,
      fallthrough,
      ...(off === undefined ? {} : { offVariation: off }),
      variations: Object.values(flag.variants),
      clientSideAvailability: { usingMobileKey: flag.visibleToClients, usingEnvironmentId: flag.visibleToClients },
      clientSide: flag.visibleToClients,
      salt: [...salts][0] ?? flag.salt,
      trackEvents: false,
      trackEventsFallthrough: false,
      debugEventsUntilDate: null,
      deleted: false,
    }
    // Safe cast: built from JSON values only.
    return { ...made, key: flag.hashKey ?? flag.key } as unknown as Json
  },
}

const otherwiseOf = ({ otherwise }: FlagDocument): Serve => otherwise

/**
 * The variation that is served while the flag is off. Undefined leaves the caller its default; an index out of range is
 * an error.
 */
const offOf = (flag: FlagDocument): number | undefined => {
  if (flag.off !== undefined) {
    if ('error' in flag.off && flag.off.error === 'MALFORMED_FLAG') return Object.keys(flag.variants).length
    return notReadable('other-vendor')
  }
  return flag.offVariant === null ? undefined : variationOf(flag.offVariant, flag)
}

/** Rejects fields that only flags of other vendors have. */
const refuseOther = (flag: FlagDocument): void => {
  if (flag.outputs !== undefined || (flag.order !== undefined && flag.order !== 'state,prerequisites'))
    notReadable('other-vendor')
  for (const { pre, sticky, onUnknown, gate, onGateMiss } of flag.rules)
    if ([pre, sticky, onUnknown, gate, onGateMiss].some((field) => field !== undefined)) notReadable('other-vendor')
}

type Prerequisite = { key: string; variation: number }

/**
 * Prerequisites, each with one variant. One that can never be met is kept: the flag is still on while it fails, which
 * other flags may require.
 */
const prerequisitesOf = (scope: FlagScope): Prerequisite[] => {
  const made = scope.flag.prerequisites.map(({ flag: key, variants }): Prerequisite => {
    const parent = flagOf(scope.documents, key)
    // A missing flag must not be referenced by name, because another flag may be served under that name.
    if (parent === undefined) return { key: `no such flag: ${key}`, variation: 0 }
    // Off in both systems, or unreadable: the prerequisite fails either way.
    if (!parent.on || !hasNoReferenceCycle(scope.documents, key)) return { key: servedName(parent), variation: 0 }
    const [variant, ...more] = Object.keys(parent.variants).filter((one) => variants.includes(one))
    if (more.length > 0) return notReadable('prerequisite-variants', key)
    const { name } = scope.other(key)
    // An index after the last variation never matches.
    const none = Object.keys(parent.variants).length
    return { key: name, variation: variant === undefined ? none : variationOf(variant, parent) }
  })
  return [...made, ...(scope.flag.requires ?? []).map((test) => requirementOf(test, scope))]
}

const requirementOf = (test: FlagTest, scope: FlagScope): Prerequisite => {
  const { flag: key, test: wanted, missing, cycle, onError, maxDepth, negate } = test
  const isTheirs =
    missing === 'false' &&
    cycle === 'fatal:MALFORMED_FLAG' &&
    onError === 'propagate' &&
    maxDepth === undefined &&
    negate === undefined &&
    'on' in wanted
  if (!isTheirs) return notReadable('other-vendor')
  const parent = flagOf(scope.documents, key)
  // The flag does not exist, so the prerequisite fails in LaunchDarkly, too.
  if (parent === undefined) return { key, variation: 0 }
  const at = Object.keys(parent.variants).indexOf(wanted.variant)
  return { key: scope.other(key).name, variation: at < 0 ? Object.keys(parent.variants).length : at }
}
