import type { FlagDocument } from '../../schemas/flag.ts'
import type { Finding } from '../../schemas/import.ts'
import type { Json } from '../../schemas/keys.ts'
import type { Serve } from '../../schemas/split.ts'
import { displayKeys, reportKey } from '../display-keys.ts'
import { reportEncoding } from '../encoding.ts'
import { type Report, reportOn } from '../finding.ts'
import type { Imported } from '../imported.ts'
import { reportUnsound } from '../sound.ts'
import { typeOf } from '../variant-keys.ts'
import type { FlagdConfig, FlagdFlag } from './config.ts'

/** Which flagd served the users: before 2026-04, since then, or the announced third. The buckets of each differ. */
export type Generation = 'v1' | 'v2' | 'v3'

/** How each generation divides. */
const dialects = { v1: 'percent', v2: 'shift', v3: 'cbor' } as const satisfies Record<Generation, string>

/**
 * A flagd document as documents of ours: the same variant for the same context, to the bucket. Targeting stays the
 * expression it is, with shared evaluators put in where they are referred to.
 */
export const compileFlagd = (config: FlagdConfig, generation: Generation = 'v2'): Imported => {
  const keys = displayKeys(Object.keys(config.flags), 'flag')
  const findings: Finding[] = []
  const flags = Object.entries(config.flags).map(([theirs, flag]): [string, FlagDocument] => {
    const key = keys.get(theirs) ?? theirs
    const report = reportOn(findings, `flag ${theirs}`)
    reportKey(report, theirs, key, 'flag')
    reportFractional(report, theirs, flag)
    const targeting = flag.targeting == null ? null : resolved(flag.targeting, config.$evaluators ?? {}, [])
    return [key, flagOf(theirs, key, flag, targeting, generation)]
  })
  const imported: Imported = {
    flags: Object.fromEntries(flags),
    segments: {},
    findings,
    keys: { flags: keys, segments: new Map() },
    profile: `flagd/${generation}`,
  }
  reportUnsound(imported)
  return imported
}

const flagOf = (
  theirs: string,
  key: string,
  flag: FlagdFlag,
  targeting: Json,
  generation: Generation,
): FlagDocument => {
  const targeted = typeof targeting === 'object' && targeting !== null && Object.keys(targeting).length > 0
  return {
    key,
    // The expression reads this as its flag key.
    ...(theirs === key ? {} : { hashKey: theirs }),
    type: typeOf(Object.values(flag.variants)),
    on: flag.state === 'ENABLED',
    variants: flag.variants,
    offVariant: null,
    prerequisites: [],
    rules: targeted ? [{ id: 'targeting', when: true, serve: { expr: targeting, dialect: dialects[generation] } }] : [],
    otherwise: defaultOf(flag),
    salt: theirs,
    visibleToClients: false,
  }
}

const defaultOf = ({ defaultVariant, variants }: FlagdFlag): Serve => {
  if (defaultVariant == null) return { useDefault: true }
  return Object.hasOwn(variants, defaultVariant) ? { variant: defaultVariant } : { error: 'GENERAL' }
}

/**
 * The expression with every `{"$ref": name}` replaced by the evaluator of that name; one that leads to itself is null. What
 * the vendor calls `$flagd` is `$flag` here.
 */
const resolved = (node: Json, evaluators: Readonly<Record<string, Json>>, path: readonly string[]): Json => {
  if (Array.isArray(node)) return node.map((one) => resolved(one, evaluators, path))
  if (typeof node !== 'object' || node === null) return node
  const name = node['$ref']
  if (typeof name === 'string') {
    const evaluator = Object.hasOwn(evaluators, name) && !path.includes(name) ? evaluators[name] : undefined
    return evaluator === undefined ? null : resolved(evaluator, evaluators, [...path, name])
  }
  return Object.fromEntries(
    Object.entries(node).map(([key, inner]) => [
      key,
      resolved(key === 'var' ? renamed(inner) : inner, evaluators, path),
    ]),
  )
}

/** The operand of `var`: a path, or a path and a default. */
const renamed = (operand: Json): Json => {
  if (typeof operand === 'string') return operand.replace(/^\$flagd(?=\.|$)/, '$$flag')
  return Array.isArray(operand) ? operand.map((one, i) => (i === 0 ? renamed(one) : one)) : operand
}

const reportFractional = (report: Report, theirs: string, flag: FlagdFlag): void => {
  if (!JSON.stringify(flag.targeting ?? null).includes('"fractional"')) return
  const question = 'Which flagd generation served this flag (before 2026-04 / current)? The buckets differ.'
  report('warn', 'targeting', question)
  reportEncoding(report, 'targeting', theirs)
}
