import { flagdCompileProblem } from '../../../datafile/flagd-compile-problem.ts'
import { flagdEngineDifference } from '../../../datafile/flagd-engine-difference.ts'
import { isOperation } from '../../../engine/extended/jsonlogic.ts'
import type { ImportFinding } from '../../../features/imports/schemas/import.ts'
import type { FlagDocument } from '../../../schemas/flag.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { Serve } from '../../../schemas/split.ts'
import { displayKeys, type KnownKeys, reportKey } from '../../importing/display-keys.ts'
import { reportEncoding } from '../../importing/encoding.ts'
import { type Report, reportOn } from '../../importing/finding.ts'
import { fitDocuments } from '../../importing/fit-documents.ts'
import type { Imported } from '../../importing/imported.ts'
import { reportInvalidDocuments } from '../../importing/sound.ts'
import { typeOf } from '../../importing/variant-keys.ts'
import { reportAll, withAll } from './all-of.ts'
import type { FlagdConfig, FlagdFlag } from './config.ts'
import type { FlagdSdk, Generation } from './generation.ts'
import { misshapenIn } from './misshapen.ts'
import { type VariantKeys, variantKeysOf, variantsOf, withVariantKeys } from './variant-names.ts'

const dialects = { v1: 'percent', v2: 'shift', v3: 'cbor' } as const satisfies Record<Generation, string>

/**
 * Converts a flagd document to Fanion documents that serve the same variants, with identical bucketing. Targeting stays
 * an expression, with shared evaluators inlined. If the generation is unknown, `v2` is assumed and a finding says so.
 */
export const compileFlagd = (
  config: FlagdConfig,
  said?: Generation,
  known: KnownKeys = {},
  sdk?: FlagdSdk,
): Imported => {
  const generation = said ?? 'v2'
  const assumed = sdk ?? (generation === 'v1' ? 'javascript' : 'other')
  const keys = displayKeys(Object.keys(config.flags), 'flag', undefined, known.flags)
  const findings: ImportFinding[] = []
  const flags = Object.entries(config.flags).map(([theirs, given]): [string, FlagDocument] => {
    const flag = withEvaluators(given, config.$evaluators ?? {})
    const key = keys.get(theirs) ?? theirs
    const report = reportOn(findings, `flag ${theirs}`)
    reportKey(report, theirs, key, 'flag')
    reportFractional(report, theirs, flag, said)
    if (flag.metadata != null && Object.keys(flag.metadata).length > 0) {
      report('info', 'metadata', 'Its metadata isn’t imported: applications that read it find none.')
    }
    const written = flag.targeting == null ? null : renamed(flag.targeting)
    if (sdk === undefined) reportAll(report, written, generation, assumed)
    reportDividing(report, written, generation, sdk)
    const targeting = withAll(written, generation, assumed)
    const unknown = unknownIn(targeting)
    if (unknown !== null) reportUnknown(report, unknown)
    const misshapen = misshapenIn(written)
    if (misshapen !== null) reportMisshapen(report, misshapen)
    const unbuildable = generation === 'v1' ? null : flagdCompileProblem(targeting)
    if (unbuildable !== null && unknown === null) reportUnbuildable(report, unbuildable)
    const document = flagOf(theirs, key, flag, targeting, generation)
    return [
      key,
      unknown === null && unbuildable === null
        ? document
        : { ...document, rules: [], otherwise: { error: 'PARSE_ERROR' } },
    ]
  })
  const imported: Imported = {
    flags: Object.fromEntries(flags),
    segments: {},
    findings,
    keys: { flags: keys, segments: new Map() },
    profile: `flagd/${generation}`,
  }
  fitDocuments(imported)
  reportInvalidDocuments(imported)
  return imported
}

/** The name of an unknown operation, for example a missing evaluator or a typo. Null if there is none. */
const unknownIn = (node: Json): string | null => {
  if (typeof node !== 'object' || node === null) return null
  for (const [name, inner] of Object.entries(node)) {
    if (!Array.isArray(node) && !isOperation(name)) return name
    const below = unknownIn(inner)
    if (below !== null) return below
  }
  return null
}

const reportUnknown = (report: Report, name: string): void => {
  const what = name === '$ref' ? 'It refers to an evaluator that is not there' : `There is no operation ${name}`
  report('warn', 'targeting', `${what}. The flag answers the code's default with PARSE_ERROR, as before.`)
}

const reportMisshapen = (report: Report, name: string): void => {
  const message = `The operands of ${name} in its targeting don’t have the shape that it needs, and flagd’s engines differ about that. Correct them in flagd’s file, then import it again.`
  report('block', 'targeting', message)
}

const reportUnbuildable = (report: Report, what: string): void => {
  const message = `There is ${what} in its targeting. flagd's JavaScript engine answers the code's default with PARSE_ERROR then, and so it does here; others may count on.`
  report('warn', 'targeting', message)
}

/** Reports that JavaScript's engine differs from the others, if it may have served the users. */
const reportDividing = (report: Report, targeting: Json, generation: Generation, sdk?: FlagdSdk): void => {
  const name = generation === 'v1' || sdk === 'other' ? null : flagdEngineDifference(targeting)
  if (name === null) return
  const differ = `flagd’s SDK for JavaScript answers “${name}” in its targeting in a way of its own where a value is missing or of another type`
  report('warn', 'targeting', `${differ}. Here it answers as the other SDKs.`)
}

const flagOf = (
  theirs: string,
  key: string,
  flag: FlagdFlag,
  targeting: Json,
  generation: Generation,
): FlagDocument => {
  const targeted = typeof targeting === 'object' && targeting !== null && Object.keys(targeting).length > 0
  const variantKeys = variantKeysOf(flag.variants)
  const expr = withVariantKeys(targeting, variantKeys)
  return {
    key,
    // The expression reads this as its flag key.
    ...(theirs === key ? {} : { hashKey: theirs }),
    type: typeOf(Object.values(flag.variants)),
    on: flag.state === 'ENABLED',
    ...variantsOf(flag.variants, variantKeys),
    offVariant: null,
    prerequisites: [],
    rules: targeted ? [{ id: 'targeting', when: true, serve: { expr, dialect: dialects[generation] } }] : [],
    otherwise: defaultOf(flag, variantKeys),
    salt: theirs,
    visibleToClients: false,
  }
}

const defaultOf = ({ defaultVariant }: FlagdFlag, keys: VariantKeys): Serve => {
  // An empty name counts as no default.
  if (!defaultVariant) return { useDefault: true }
  const variant = keys.get(defaultVariant)
  return variant === undefined ? { error: 'GENERAL' } : { variant }
}

/**
 * Replaces `{"$ref": name}` by the shared evaluators, as flagd does: as text, one evaluator after the other, in
 * document order. A reference to an evaluator that came earlier remains. It is an unknown operation and results in an
 * error.
 */
const withEvaluators = (flag: FlagdFlag, evaluators: Readonly<Record<string, Json>>): FlagdFlag => {
  let text = JSON.stringify(flag)
  for (const [name, evaluator] of Object.entries(evaluators)) {
    text = text.replaceAll(`{"$ref":"${name}"}`, () => JSON.stringify(evaluator))
  }
  return JSON.parse(text) as FlagdFlag
}

/** flagd's `$flagd` is `$flag` in Fanion. */
const renamed = (node: Json): Json => {
  if (Array.isArray(node)) return node.map(renamed)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, inner]) => {
      if (key === 'var') return [key, renamed(renamedPath(inner))]
      return [key, renamed(key === 'missing' || key === 'missing_some' ? renamedPaths(inner) : inner)]
    }),
  )
}

/** The operand of `var`: a path, or a path and a default. */
const renamedPath = (operand: Json): Json => {
  if (typeof operand === 'string') return operand.replace(/^\$flagd(?=\.|$)/, '$$flag')
  return Array.isArray(operand) ? operand.map((one, i) => (i === 0 ? renamedPath(one) : one)) : operand
}

/** The operands of `missing` and `missing_some`: names, and lists of names. */
const renamedPaths = (operand: Json): Json =>
  Array.isArray(operand) ? operand.map(renamedPaths) : renamedPath(operand)

const reportFractional = (report: Report, theirs: string, flag: FlagdFlag, said: Generation | undefined): void => {
  if (!JSON.stringify(flag.targeting ?? null).includes('"fractional"')) return
  const question = 'Who gets which variant depends on the version of flagd that served this flag: say which.'
  if (said === undefined) report('warn', 'targeting', question)
  reportEncoding(report, 'targeting', theirs)
}
