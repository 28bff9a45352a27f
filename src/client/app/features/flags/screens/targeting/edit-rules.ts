import type { Condition } from '../../../../../../shared/schemas/condition.ts'
import type { FlagDocument, Rule } from '../../../../../../shared/schemas/flag.ts'
import { gapsIn } from '../../../targeting/rows.ts'
import { isOfType, typeWanted } from '../create/variant-value.ts'

/** Adds a rule at the end that serves the first variant. */
export const withRule = (document: FlagDocument, id: string, when: Condition): FlagDocument => {
  const [first = ''] = Object.keys(document.variants)
  return { ...document, rules: [...document.rules, { id, when, serve: { variant: first } }] }
}

export const withoutRule = (document: FlagDocument, id: string): FlagDocument => ({
  ...document,
  rules: document.rules.filter((rule) => rule.id !== id),
})

export const withChangedRule = (document: FlagDocument, changed: Rule): FlagDocument => ({
  ...document,
  rules: document.rules.map((rule) => (rule.id === changed.id ? changed : rule)),
})

/** Moves a rule by a number of positions, but not beyond the ends. */
export const withMovedRule = (document: FlagDocument, id: string, by: number): FlagDocument => {
  const from = document.rules.findIndex((rule) => rule.id === id)
  const moving = document.rules[from]
  const to = from + by
  if (moving === undefined || to < 0 || to >= document.rules.length) return document
  const rules = document.rules.toSpliced(from, 1).toSpliced(to, 0, moving)
  return { ...document, rules }
}

/** Variants whose value does not have the flag’s type. Completes “To publish, …”. */
const unreadVariants = ({ type, variants }: FlagDocument): string[] =>
  Object.entries(variants).flatMap(([variant, value]) =>
    isOfType(type, value) ? [] : [`fill in ${typeWanted[type]} for variant ${variant}`],
  )

/** Caches the result per condition, because a condition may contain a long list. */
const gapsFound = new WeakMap<object, string[]>()
const knownGaps = (when: Condition): string[] => {
  if (when === true) return []
  const gaps = gapsFound.get(when) ?? gapsIn(when)
  gapsFound.set(when, gaps)
  return gaps
}

/**
 * What is missing before the document can be published. Completes “To publish, …”: `fill in a value for country in rule
 * 2`.
 */
export const gapsOf = (document: FlagDocument): string[] => [
  ...document.rules.flatMap(({ when }, i) => knownGaps(when).map((gap) => `fill in ${gap} in rule ${i + 1}`)),
  ...unreadVariants(document),
]
