import type { Condition } from '../../../../../shared/schemas/condition.ts'
import type { FlagDocument, Rule } from '../../../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../../../shared/schemas/segment.ts'
import { attributesIn } from '../../../features/targeting/rows.ts'

type Segments = Readonly<Record<string, SegmentDocument>>

/** What samples leave out, and the segments that conditions name. */
export type KeptOut = { readonly personal: ReadonlySet<string>; readonly segments: Segments }

/** What of the samples is not known of a rule: its own audience, or who an earlier rule takes away from it. */
export type Unknown = { readonly attribute: string; readonly rule: number | null }

const segmentsIn = (condition: Condition): string[] => {
  if (condition === true) return []
  if ('all' in condition) return condition.all.flatMap(segmentsIn)
  if ('any' in condition) return condition.any.flatMap(segmentsIn)
  if ('not' in condition) return segmentsIn(condition.not)
  return 'segment' in condition ? [condition.segment] : []
}

/** The first piece of personal data that a condition asks for, itself or through segments. */
const personalOf = (condition: Condition, { personal, segments }: KeptOut, seen = new Set<string>()): string | null => {
  const own = attributesIn(condition).find((name) => personal.has(name))
  if (own !== undefined) return own
  for (const key of segmentsIn(condition)) {
    const when = seen.has(key) ? null : (segments[key]?.when ?? null)
    seen.add(key)
    const inside = when === null ? null : personalOf(when, { personal, segments }, seen)
    if (inside !== null) return inside
  }
  return null
}

const bucketedBy = ({ serve }: Pick<Rule, 'serve'>): string | undefined =>
  'split' in serve ? serve.split.point?.by : undefined

/**
 * What cannot be counted in samples, by the id of the rule, and under `null` for everyone else: the rule itself, where it
 * asks for personal data or is bucketed by it; and, less exactly, all below such a rule.
 */
export const unknownIn = (document: Pick<FlagDocument, 'rules'>, out: KeptOut): ReadonlyMap<string | null, Unknown> => {
  const found = new Map<string | null, Unknown>()
  let above: Unknown | null = null
  for (const [i, rule] of document.rules.entries()) {
    const by = bucketedBy(rule)
    const attribute = personalOf(rule.when, out) ?? (by !== undefined && out.personal.has(by) ? by : null)
    if (attribute !== null) found.set(rule.id, { attribute, rule: null })
    else if (above !== null) found.set(rule.id, above)
    if (attribute !== null) above ??= { attribute, rule: i + 1 }
  }
  if (above !== null) found.set(null, above)
  return found
}

type Surroundings = {
  attributes: readonly { name: string; personal?: boolean | undefined }[]
  ground: { datafile: { segments: Segments } } | null
}

/** What samples leave out of a project's attributes. The targeting key is nobody's to suggest, and is in every sample. */
export const keptOutOf = ({ attributes, ground }: Surroundings): KeptOut => ({
  personal: new Set(attributes.flatMap(({ name, personal }) => (personal && name !== 'targetingKey' ? [name] : []))),
  segments: ground?.datafile.segments ?? {},
})
