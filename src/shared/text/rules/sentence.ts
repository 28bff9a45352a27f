import { limits } from '../../limits.ts'
import type { Condition } from '../../schemas/condition.ts'
import type { FlagDocument, Rule } from '../../schemas/flag.ts'
import { cellText } from '../cell/cell-text.ts'
import { collapseLists } from '../collapse.ts'
import { joined, plain, type SentencePart, say, text, word } from '../word.ts'
import { conditionText, pointText } from './condition.ts'
import { listSeparators } from './list-separators.ts'
import { quoted } from './literal.ts'
import { counted, percent } from './percent.ts'
import { serveText, weightsOf } from './serve.ts'
import { cellServesOf } from './served-summary.ts'

/** A rule as words with their kinds: `country is NO or DE → on for 25%`. */
export const ruleText = (rule: Pick<Rule, 'when' | 'serve'>): SentencePart[] => [
  ...conditionText(rule.when),
  plain(' → '),
  ...serveText(rule.serve),
]

/** A rule as text: `country is NO or DE and plan is not free → on for 25%`. */
export const sentence = (rule: Pick<Rule, 'when' | 'serve'>): string => text(ruleText(rule))

/** Describes an audience: `everyone where country is NO`, `everyone in segment staff where plan is pro`. */
const whomText = (when: Condition): SentencePart[] => {
  if (when === true) return [plain('everyone')]
  const parts = 'all' in when && when.unknown === undefined ? when.all : [when]
  const first = parts.findIndex((part) => !isMembership(part))
  const memberships = first < 0 ? parts : parts.slice(0, first)
  const rest = first < 0 ? [] : parts.slice(first)
  const inside = joined(
    memberships.map((part) => conditionText(part)),
    listSeparators.and,
  )
  if (rest.length === 0) return say`everyone ${collapseLists(inside)}`
  const [only, ...others] = rest
  const where = collapseLists(conditionText(others.length === 0 && only !== undefined ? only : { all: rest }))
  return memberships.length === 0 ? say`everyone where ${where}` : say`everyone ${inside} where ${where}`
}

const isMembership = (condition: Condition): boolean =>
  condition !== true && ('segment' in condition || ('not' in condition && isMembership(condition.not)))

/**
 * Describes what a rule does, and what happens to users it does not serve: `Serve on to 25% of everyone where country
 * is NO. The remaining 75% continue to rule 3.`
 */
export const fullSentence = (rule: Pick<Rule, 'when' | 'serve'>, position: number, rules: number): string => {
  const whom = text(whomText(rule.when))
  if (!('split' in rule.serve)) return `Serve ${text(serveText(rule.serve))} to ${whom}.`
  const served = [...weightsOf(rule.serve.split).values()].reduce((sum, weight) => sum + weight, 0)
  const next = position < rules ? `rule ${position + 1}` : '“Everyone else”'
  const rest =
    served >= limits.weightUnits ? '' : ` The remaining ${percent(limits.weightUnits - served)} continue to ${next}.`
  const shares = [...weightsOf(rule.serve.split)].map(([variant, weight]) => `${quoted(variant)} to ${percent(weight)}`)
  return `Serve ${shares.join(' and ') || 'nothing to 0%'} of ${whom}${text(pointText(rule.serve.split.point))}.${rest}`
}

export const offText = (document: Pick<FlagDocument, 'offVariant'>): SentencePart[] =>
  document.offVariant === null ? [plain('the default in code')] : [word('variant', document.offVariant)]

/**
 * Describes a flag in one environment on one line: `everyone → on`, `country is NO → on, else off`, `2 rules, else
 * off`.
 */
export const summaryText = (document: FlagDocument): SentencePart[] => {
  if (!document.on) return say`everyone gets ${offText(document)}`
  const required = document.prerequisites.map(({ flag }) => [word('name', flag)])
  const requires = required.length === 0 ? [] : say`requires ${joined(required, ', ')}; `
  const [first, ...others] = document.rules
  if (first === undefined) return [...requires, ...say`everyone → ${serveText(document.otherwise)}`]
  const rules = others.length === 0 ? ruleText(first) : [plain(counted(document.rules.length, 'rule'))]
  return [...requires, ...say`${rules}, else ${serveText(document.otherwise)}`]
}

/** A summary short enough for a table cell. If the flag is off: what everyone gets. */
export const summary = (document: FlagDocument): string => {
  if (!document.on) return text(offText(document))
  const required = document.prerequisites.map(({ flag }) => flag)
  const requires = required.length === 0 ? '' : `requires ${required.join(', ')}; `
  return requires + cellText({ on: true, rules: document.rules.length, serves: cellServesOf(document) })
}
