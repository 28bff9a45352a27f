import { referencesOf } from '../datafile/references.ts'
import { operatorFacts } from '../operators.ts'
import type { Condition } from '../schemas/condition.ts'
import type { Datafile } from '../schemas/datafile.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { SegmentDocument } from '../schemas/segment.ts'

/** The flags that serve everyone one variant, with that variant. */
export type SoleVariants = ReadonlyMap<string, string>

/** The known flags and segments that a flag depends on. */
export interface KnownDocuments {
  readonly flags: Readonly<Record<string, FlagDocument>>
  readonly segments: Readonly<Record<string, SegmentDocument>>
}

/**
 * Builds a datafile for reasoning about a flag at any time: unknown references and time conditions become attributes
 * that no real context has, so both outcomes are considered.
 */
export const substituteUnknowns = (document: FlagDocument, sole: SoleVariants, known: KnownDocuments): Datafile => {
  const flags: Record<string, FlagDocument> = {
    [document.key]: flagWithoutTimeConditions({ ...document, on: true, prerequisites: [] }),
  }
  const segments: Record<string, SegmentDocument> = {}
  const asked = conditionsOf({ ...document, prerequisites: [] })
  const queue = referencesOf({ ...document, prerequisites: [] })
  for (const { kind, key } of queue) {
    if (kind === 'flag') {
      if (Object.hasOwn(flags, key)) continue
      const real = !sole.has(key) && Object.hasOwn(known.flags, key) ? known.flags[key] : undefined
      if (real !== undefined) {
        asked.push(...conditionsOf(real))
        queue.push(...referencesOf(real))
      }
      flags[key] = real === undefined ? freeFlag(document, key, sole.get(key)) : flagWithoutTimeConditions(real)
    } else if (!Object.hasOwn(segments, key)) {
      const real = Object.hasOwn(known.segments, key) ? known.segments[key] : undefined
      if (real !== undefined) {
        if (real.when !== null) asked.push(real.when)
        queue.push(...referencesOf(real))
      }
      segments[key] =
        real === undefined
          ? { key, included: [], excluded: [], when: unknownCondition('segment', key) }
          : { ...real, when: real.when === null ? null : withoutTimeConditions(real.when) }
    }
  }
  // A flag that may serve any variant gets all variants that conditions compare it with.
  const wanted = comparedVariants(asked)
  for (const [key, flag] of Object.entries(flags)) {
    if (flag.salt !== substituteVariant) continue
    const variants = [...(wanted.get(key) ?? [])]
    flags[key] = {
      ...flag,
      variants: Object.fromEntries([...variants, none].map((variant) => [variant, variant])),
      rules: sole.has(key)
        ? []
        : variants.map((variant) => ({
            id: variant,
            when: unknownCondition('flag', key, variant),
            serve: { variant },
          })),
    }
  }
  return {
    format: 1,
    project: 'lint',
    environment: 'lint',
    revision: 0,
    publishedAt: '',
    digest: '',
    flags,
    segments,
  }
}

/** Not a valid key (keys contain no spaces), so no condition can require this variant. */
const none = 'none of these'
const substituteVariant = 'stands in'

const unknownCondition = (kind: string, key: string, value: string | true = true): Condition => ({
  attribute: `${kind} ${key.replaceAll('.', '\\.')} (unknown)`,
  operator: 'is',
  values: [value],
})

const freeFlag = (like: FlagDocument, key: string, answer: string | undefined): FlagDocument => ({
  ...like,
  key,
  type: 'string',
  salt: substituteVariant,
  on: answer !== '',
  variants: {},
  offVariant: null,
  prerequisites: [],
  rules: [],
  otherwise: { variant: answer === undefined || answer === '' ? none : answer },
})

const conditionsOf = ({ rules, prerequisites }: FlagDocument): Condition[] => [
  ...rules.map(({ when }) => when),
  ...prerequisites,
]

/** The variants that conditions compare other flags with. */
const comparedVariants = (conditions: readonly Condition[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>()
  const visit = (condition: Condition): void => {
    if (condition === true) return
    if ('all' in condition) for (const one of condition.all) visit(one)
    else if ('any' in condition) for (const one of condition.any) visit(one)
    else if ('not' in condition) visit(condition.not)
    else if ('flag' in condition) {
      const known = found.get(condition.flag) ?? new Set()
      for (const variant of condition.variants) known.add(variant)
      found.set(condition.flag, known)
    }
  }
  for (const condition of conditions) visit(condition)
  return found
}

const flagWithoutTimeConditions = (flag: FlagDocument): FlagDocument => ({
  ...flag,
  rules: flag.rules.map((rule) => ({ ...rule, when: withoutTimeConditions(rule.when) })),
})

/** Replaces conditions on the current time with conditions that can be true or false. */
export const withoutTimeConditions = (condition: Condition): Condition => {
  if (condition === true) return condition
  if ('all' in condition) return { ...condition, all: condition.all.map(withoutTimeConditions) }
  if ('any' in condition) return { ...condition, any: condition.any.map(withoutTimeConditions) }
  if ('not' in condition) return { ...condition, not: withoutTimeConditions(condition.not) }
  if (!('operator' in condition) || operatorFacts[condition.operator].kind !== 'duration') return condition
  return unknownCondition('time', JSON.stringify([condition.attribute, condition.operator, condition.values]))
}
