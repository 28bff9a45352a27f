import type { Condition } from '../../../../../../shared/schemas/condition.ts'
import type { FlagDocument, Rule } from '../../../../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../../../../shared/schemas/segment.ts'
import { attributesIn } from '../../../targeting/rows.ts'

type Segments = Readonly<Record<string, SegmentDocument>>

type Flags = Readonly<Record<string, Pick<FlagDocument, 'rules' | 'otherwise' | 'prerequisites'>>>

/** Attributes that samples lack, with the segments and flags that a document refers to. */
export type UnsampledAttributes = {
  readonly personal: ReadonlySet<string>
  readonly segments: Segments
  readonly flags: Flags
}

/**
 * Why a rule cannot be counted exactly: the personal attribute, and the earlier rule or prerequisite that reads it.
 * `askedBy` is null if the rule itself reads it.
 */
export type UncountableReason = { readonly attribute: string; readonly askedBy: string | null }

const segmentsIn = (condition: Condition): string[] => {
  if (condition === true) return []
  if ('all' in condition) return condition.all.flatMap(segmentsIn)
  if ('any' in condition) return condition.any.flatMap(segmentsIn)
  if ('not' in condition) return segmentsIn(condition.not)
  return 'segment' in condition ? [condition.segment] : []
}

/** The first personal attribute that a condition reads, directly or through segments. */
const personalOf = (condition: Condition, out: UnsampledAttributes, seen = new Set<string>()): string | null => {
  const { personal, segments } = out
  const own = attributesIn(condition).find((name) => personal.has(name))
  if (own !== undefined) return own
  for (const key of segmentsIn(condition)) {
    const when = seen.has(key) ? null : (segments[key]?.when ?? null)
    seen.add(key)
    const inside = when === null ? null : personalOf(when, out, seen)
    if (inside !== null) return inside
  }
  return null
}

/** Like `personalOf`, but also checks the attribute that a split is bucketed by. */
const personalIn = ({ when, serve }: Pick<Rule, 'when' | 'serve'>, out: UnsampledAttributes): string | null => {
  const by = 'split' in serve ? serve.split.point?.by : undefined
  return personalOf(when, out) ?? (by !== undefined && out.personal.has(by) ? by : null)
}

/** The first prerequisite that reads a personal attribute, directly or through its own prerequisites. */
const askingPrerequisite = (
  { prerequisites }: Pick<FlagDocument, 'prerequisites'>,
  out: UnsampledAttributes,
  seen = new Set<string>(),
): UncountableReason | null => {
  for (const { flag } of prerequisites) {
    const required = seen.has(flag) ? undefined : out.flags[flag]
    seen.add(flag)
    if (required === undefined) continue
    const rules = [...required.rules, { when: true as const, serve: required.otherwise }]
    const own = rules.map((rule) => personalIn(rule, out)).find((name) => name !== null)
    const attribute = own ?? askingPrerequisite(required, out, seen)?.attribute
    if (attribute !== undefined) return { attribute, askedBy: `prerequisite ${flag}` }
  }
  return null
}

/**
 * Rules that cannot be counted in samples, by id; `null` is everyone else. A rule that reads a personal attribute or is
 * bucketed by one cannot be counted. Rules after it, or after such a prerequisite, are counted approximately.
 */
export const uncountableReasonsIn = (
  document: Pick<FlagDocument, 'rules' | 'prerequisites'>,
  out: UnsampledAttributes,
): ReadonlyMap<string | null, UncountableReason> => {
  const found = new Map<string | null, UncountableReason>()
  let above = askingPrerequisite(document, out)
  for (const [i, rule] of document.rules.entries()) {
    const attribute = personalIn(rule, out)
    if (attribute !== null) found.set(rule.id, { attribute, askedBy: null })
    else if (above !== null) found.set(rule.id, above)
    if (attribute !== null) above ??= { attribute, askedBy: `rule ${i + 1}` }
  }
  if (above !== null) found.set(null, above)
  return found
}

type Project = {
  attributes: readonly { name: string; personal?: boolean | undefined }[]
  ground: { datafile: { segments: Segments; flags: Flags } } | null
}

/** Attributes that samples lack. Excludes the targeting key, which every sample has. */
export const unsampledAttributesOf = ({ attributes, ground }: Project): UnsampledAttributes => ({
  personal: new Set(attributes.flatMap(({ name, personal }) => (personal && name !== 'targetingKey' ? [name] : []))),
  segments: ground?.datafile.segments ?? {},
  flags: ground?.datafile.flags ?? {},
})
