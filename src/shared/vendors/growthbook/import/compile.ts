import type { ImportFinding } from '../../../features/imports/schemas/import.ts'
import type { FlagDocument } from '../../../schemas/flag.ts'
import type { Json } from '../../../schemas/keys.ts'
import { displayKeys, type KnownKeys, reportKey } from '../../importing/display-keys.ts'
import { reportEncoding } from '../../importing/encoding.ts'
import { below, reportOn } from '../../importing/finding.ts'
import { fitDocuments } from '../../importing/fit-documents.ts'
import type { Imported } from '../../importing/imported.ts'
import { fittingRules, ruleIds } from '../../importing/rule-ids.ts'
import { reportInvalidDocuments } from '../../importing/sound.ts'
import { typeOf, variantKeysOf } from '../../importing/variant-keys.ts'
import type { GbConfig, GbFeature, GbRule } from './config.ts'
import { rulesOf, type ServeValue } from './rule.ts'
import type { GbScope } from './scope.ts'

export type GrowthBookOptions = {
  /** The SDK that served users. They hash non-ASCII text differently. The default is JavaScript. */
  sdk?: 'javascript' | 'other'
  /** The context path of the sticky bucket assignments. By default no sticky bucket store is connected. */
  assignments?: readonly string[]
}

/**
 * Converts a GrowthBook environment to Fanion documents that serve the same value for the same attributes, with
 * identical bucketing. Reports a finding for everything that cannot be converted. Saved groups are inlined as lists.
 */
export const compileGrowthBook = (
  config: GbConfig,
  options: GrowthBookOptions = {},
  known: KnownKeys = {},
): Imported => {
  const { sdk = 'javascript', assignments = null } = options
  const rules = Object.values(config.features).flatMap((feature) => feature.rules ?? [])
  const parents = rules.flatMap(({ parentConditions }) => (parentConditions ?? []).map(({ id }) => id))
  const featureKeys = displayKeys([...Object.keys(config.features), ...parents], 'feature', undefined, known.flags)
  const findings: ImportFinding[] = []
  reportEncrypted(config, findings)
  const encoding = sdk === 'javascript' ? ('utf16' as const) : ('utf8' as const)
  const flags = Object.entries(config.features).map(([theirs, feature]): [string, FlagDocument] => {
    const key = featureKeys.get(theirs) ?? theirs
    const scope = { config, featureKeys, encoding, assignments, report: reportOn(findings, `flag ${theirs}`) }
    reportKey(scope.report, theirs, key, 'feature')
    return [key, featureOf(scope, theirs, key, feature)]
  })
  const imported: Imported = {
    flags: Object.fromEntries(flags),
    segments: {},
    findings,
    keys: { flags: featureKeys, segments: new Map() },
    profile: `growthbook/${sdk}`,
  }
  fitDocuments(imported)
  reportInvalidDocuments(imported)
  return imported
}

/** An encrypted part is not read, so its content is missing from the import. */
const reportEncrypted = (config: GbConfig, findings: ImportFinding[]): void => {
  const report = reportOn(findings, 'project')
  for (const field of ['encryptedFeatures', 'encryptedSavedGroups'] as const) {
    if (!config[field]) continue
    report(
      'block',
      field,
      'This part is encrypted, and was not read. Decrypt it with the key of its SDK connection, and read it again.',
    )
  }
}

/** Converts one feature. Its values become variants; null leaves the caller its default. */
const featureOf = (scope: GbScope, theirs: string, key: string, feature: GbFeature): FlagDocument => {
  const rules = feature.rules ?? []
  const all = [
    feature.defaultValue,
    ...rules.flatMap((rule) => [rule.force, ...(rule.contextualVariations ?? rule.variations ?? [])]),
  ]
  const texts = new Map(
    all.filter((value) => value !== undefined && value !== null).map((value) => [JSON.stringify(value), value]),
  )
  const values = [...texts.values()]
  const names = variantKeysOf(values)
  const variants = new Map([...texts.keys()].map((text, i) => [text, names[i] ?? text]))
  const serve: ServeValue = (value) => {
    const variant = value === undefined ? undefined : variants.get(JSON.stringify(value))
    return variant === undefined ? { useDefault: true } : { variant }
  }
  for (const [i, rule] of rules.entries()) report(scope, theirs, rule, i)
  const idOf = ruleIds()
  return {
    key,
    ...(theirs === key ? {} : { hashKey: theirs }),
    type: typeOf(values),
    on: true,
    // A feature that only serves null leaves the caller its default. A flag needs a variant nevertheless.
    variants:
      names.length === 0
        ? { none: null }
        : Object.fromEntries(names.map((name, i): [string, Json] => [name, values[i] ?? null])),
    offVariant: null,
    prerequisites: [],
    rules: fittingRules(rules.flatMap((rule, i) => rulesOf({ scope, feature: theirs, serve }, rule, idOf(rule.id, i)))),
    otherwise: serve(feature.defaultValue),
    salt: theirs,
    visibleToClients: true,
  }
}

const report = (scope: GbScope, feature: string, rule: GbRule, index: number): void => {
  const at = below(scope.report, `rules.${index}`)
  const hashed = rule.seed || rule.key || feature
  const draws = rule.coverage !== undefined || rule.range !== undefined || rule.variations !== undefined
  if (draws) reportEncoding(at, 'seed', hashed)
  if (scope.assignments === null && (rule.fallbackAttribute !== undefined || rule.bucketVersion !== undefined)) {
    const cure = 'Connect it, or users who changed group since may move.'
    at('warn', 'bucketVersion', `Assignments live in your sticky bucket store. ${cure}`)
  }
}
