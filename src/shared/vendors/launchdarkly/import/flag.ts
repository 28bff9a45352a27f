import type { FlagTest } from '../../../schemas/condition.ts'
import type { FlagDocument, Rule } from '../../../schemas/flag.ts'
import type { Json } from '../../../schemas/keys.ts'
import { below } from '../../importing/finding.ts'
import { fittingRules, ruleIds } from '../../importing/rule-ids.ts'
import { typeOf, variantKeysOf } from '../../importing/variant-keys.ts'
import { clausesOf } from './clause.ts'
import type { LdFlag } from './config.ts'
import { reportMisshapenFlag } from './misshapen.ts'
import { serveOf, variantAt } from './rollout.ts'
import { type LdScope, malformedFlag } from './scope.ts'
import { targetRulesOf } from './target.ts'

/** Converts one flag. `theirs` is the vendor's key, which is hashed; `key` is Fanion's key. */
export const flagOf = (scope: LdScope, theirs: string, key: string, flag: LdFlag): FlagDocument => {
  const values = flag.variations ?? []
  const variants = variantKeysOf(values)
  const salt = flag.salt ?? ''
  const serving = { prefix: `${theirs}.${salt}`, variants }
  const off = typeof flag.offVariation === 'number' ? variantAt(variants, flag.offVariation) : null
  const requires = requirementsOf(scope, theirs, flag)
  reportOddities(scope, flag)
  return {
    key,
    ...(theirs === key ? {} : { hashKey: theirs }),
    type: typeOf(values),
    on: flag.on === true,
    variants: Object.fromEntries(variants.map((variant, i): [string, Json] => [variant, values[i] ?? null])),
    offVariant: off !== null && 'variant' in off ? off.variant : null,
    ...(off !== null && 'error' in off ? { off } : {}),
    prerequisites: [],
    ...(requires.length === 0 ? {} : { requires }),
    rules: fittingRules([...targetRulesOf(flag, variants), ...rulesOf(scope, flag, serving)]),
    otherwise: serveOf({ ...scope, report: below(scope.report, 'fallthrough') }, flag.fallthrough ?? {}, serving),
    salt: salt || theirs,
    visibleToClients: flag.clientSideAvailability?.usingEnvironmentId ?? flag.clientSide ?? false,
  }
}

/** Converts the vendor's rules in order, each with a unique id. */
const rulesOf = (scope: LdScope, flag: LdFlag, serving: { prefix: string; variants: readonly string[] }): Rule[] => {
  const idOf = ruleIds()
  return (flag.rules ?? []).map((rule, i) => {
    const path = `rules.${i}`
    return {
      id: idOf(rule.id, i),
      when: clausesOf(scope, rule.clauses, path),
      serve: serveOf({ ...scope, report: below(scope.report, path) }, rule, serving),
    }
  })
}

/**
 * Prerequisites: the other flag is on and serves exactly this variation, or its off variation if one of its own
 * prerequisites fails. A cycle or an error in the other flag ends the flag. JavaScript SDKs continue after a
 * prerequisite on the flag itself, and a later failing one decides. So the prerequisite on itself is moved to the end.
 */
const requirementsOf = (scope: LdScope, theirs: string, flag: LdFlag): FlagTest[] => {
  const all = (flag.prerequisites ?? []).map(({ key, variation }, i): [isSelf: boolean, test: FlagTest] => {
    const other = Object.hasOwn(scope.config.flags, key) ? scope.config.flags[key] : undefined
    if (other === undefined) {
      scope.report(
        'warn',
        `prerequisites.${i}`,
        `There is no flag ${key}. This flag serves its off variation, as before.`,
      )
    }
    const variants = variantKeysOf(other?.variations ?? [])
    const test: FlagTest = {
      flag: scope.flagKeys.get(key) ?? key,
      test: { on: true, variant: variants[variation] ?? '' },
      missing: 'false',
      cycle: `fatal:${malformedFlag}`,
      onError: 'propagate',
    }
    return [key === theirs, test]
  })
  return all.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, test]) => test)
}

const reportOddities = ({ report }: LdScope, flag: LdFlag): void => {
  reportMisshapenFlag(report, flag)
  if (flag.migration != null) {
    report('warn', 'migration', 'Imported as a plain multivariate flag; the automation is not.')
  }
}
