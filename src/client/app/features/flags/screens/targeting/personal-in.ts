import type { Condition } from '../../../../../../shared/schemas/condition.ts'
import type { FlagDocument, Rule } from '../../../../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../../../../shared/schemas/segment.ts'
import { attributesIn } from '../../../targeting/rows.ts'

type Segments = Readonly<Record<string, SegmentDocument>>

type Flags = Readonly<Record<string, Pick<FlagDocument, 'rules' | 'otherwise' | 'prerequisites'>>>

/** What samples leave out, and the segments and flags that a document names. */
export type KeptOut = { readonly personal: ReadonlySet<string>; readonly segments: Segments; readonly flags: Flags }

/** What samples cannot say of a rule: the personal data, and what else asks for it and may take people away; null where the rule does itself. */
export type Unknown = { readonly attribute: string; readonly askedBy: string | null }

const segmentsIn = (condition: Condition): string[] => {
  if (condition === true) return []
  if ('all' in condition) return condition.all.flatMap(segmentsIn)
  if ('any' in condition) return condition.any.flatMap(segmentsIn)
  if ('not' in condition) return segmentsIn(condition.not)
  return 'segment' in condition ? [condition.segment] : []
}

/** The first piece of personal data that a condition asks for, itself or through segments. */
const personalOf = (condition: Condition, out: KeptOut, seen = new Set<string>()): string | null => {
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

/** The same of what a rule serves: a split may be bucketed by it. */
const personalIn = ({ when, serve }: Pick<Rule, 'when' | 'serve'>, out: KeptOut): string | null => {
  const by = 'split' in serve ? serve.split.point?.by : undefined
  return personalOf(when, out) ?? (by !== undefined && out.personal.has(by) ? by : null)
}

/** The first prerequisite that asks for personal data, itself or through its own. */
const askingPrerequisite = (
  { prerequisites }: Pick<FlagDocument, 'prerequisites'>,
  out: KeptOut,
  seen = new Set<string>(),
): Unknown | null => {
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
 * What cannot be counted in samples, by the id of the rule, and under `null` for everyone else: the rule itself, where it
 * asks for personal data or is bucketed by it; and, less exactly, all below such a rule or a prerequisite like it.
 */
export const unknownIn = (
  document: Pick<FlagDocument, 'rules' | 'prerequisites'>,
  out: KeptOut,
): ReadonlyMap<string | null, Unknown> => {
  const found = new Map<string | null, Unknown>()
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

/** What samples leave out of a project's attributes. The targeting key is nobody's to suggest, and is in every sample. */
export const keptOutOf = ({ attributes, ground }: Project): KeptOut => ({
  personal: new Set(attributes.flatMap(({ name, personal }) => (personal && name !== 'targetingKey' ? [name] : []))),
  segments: ground?.datafile.segments ?? {},
  flags: ground?.datafile.flags ?? {},
})
