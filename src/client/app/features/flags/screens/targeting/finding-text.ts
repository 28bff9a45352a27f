import type { Finding } from '../../../../../../shared/lint/finding.ts'
import type { QuickFix } from '../../../../../../shared/lint/quick-fix.ts'
import type { DeadRuleReason } from '../../../../../../shared/lint/reached.ts'
import type { FlagDocument } from '../../../../../../shared/schemas/flag.ts'
import { conditionText } from '../../../../../../shared/text/rules/condition.ts'
import { counted } from '../../../../../../shared/text/rules/percent.ts'
import { text } from '../../../../../../shared/text/word.ts'

/** Why a rule never matches, from the result of `reachOf`. */
const deadText = (dead: DeadRuleReason, document: FlagDocument, where: string): string => {
  if (dead.because === 'flag')
    return dead.answer === ''
      ? `Never matches in ${where}: flag ${dead.flag} is off there`
      : `Never matches in ${where}: flag ${dead.flag} is ${dead.answer} for everyone`
  if (dead.because === 'contradiction') {
    if (dead.lines === null) return 'Never matches: no context can meet all of its conditions'
    const [first, second] = dead.lines.map((line) => text(conditionText(line)))
    return `Never matches: “${first}” and “${second}” contradict each other`
  }
  const [only, ...others] = dead.by
  if (only === undefined || others.length > 0) return 'Never matches: earlier rules already serve everyone it targets'
  return document.rules[only]?.when === true
    ? `Never matches: rule ${only + 1} serves everyone`
    : `Never matches: rule ${only + 1} already serves everyone it targets`
}

/** Describes a finding. `where` is the name of the environment. */
export const findingText = (finding: Finding, document: FlagDocument, where: string): string => {
  switch (finding.kind) {
    case 'never-matches':
      return deadText(finding.dead, document, where)
    case 'changes-nothing':
      return `Changes nothing: everyone it targets would get ${finding.variant} anyway`
    case 'nobody-else':
      return 'Never reached: the rules above serve everyone'
    case 'unmet':
      return finding.answer === ''
        ? `Off for everyone: flag ${finding.flag} is off in ${where}`
        : `Off for everyone: flag ${finding.flag} is ${finding.answer} for everyone in ${where}`
    case 'split-of-one':
      return `This split serves everyone ${finding.variant}`
    case 'unserved':
      return `Variant ${finding.variant} isn’t served to anyone in ${where}`
    case 'empty-segment':
      return `Segment ${finding.segment} is empty in ${where}`
    case 'unknown-attribute':
      return `Unknown attribute ${finding.attribute}. Did you mean ${finding.near}?`
    case 'unseen-value':
      return finding.count === 0
        ? `${finding.value} isn’t a known value of ${finding.attribute}. Did you mean ${finding.other}?`
        : `${finding.value} has never been seen; ${finding.other} was seen ${counted(finding.count, 'time')}`
  }
}

const list = (names: readonly string[]): string => {
  const unique = [...new Set(names)]
  const more = unique.length - shownNames
  return more > 0 ? `${unique.slice(0, shownNames).join(', ')} and ${more} more` : unique.join(', ')
}

const shownNames = 3

const ruleIn = ({ rules }: FlagDocument, id: string | null): string => {
  const at = rules.findIndex((rule) => rule.id === id)
  return at < 0 ? 'everyone else' : `rule ${at + 1}`
}

/** Describes several findings of one kind in one sentence: their number and the first names. */
export const findingsText = (findings: readonly Finding[], document: FlagDocument, where: string): string => {
  const [first] = findings
  const of = <K extends Finding['kind']>(kind: K, name: (one: Extract<Finding, { kind: K }>) => string): string =>
    // Safe cast: all have the same kind.
    list(findings.flatMap((one) => (one.kind === kind ? [name(one as Extract<Finding, { kind: K }>)] : [])))
  const count = findings.length
  switch (first?.kind) {
    case undefined:
      return ''
    case 'unserved':
      return `${counted(count, `variant isn’t served to anyone in ${where}`, `variants aren’t served to anyone in ${where}`)}: ${of('unserved', ({ variant }) => variant)}`
    case 'unseen-value':
      return `${counted(count, 'value has never been seen', 'values have never been seen')}: ${of('unseen-value', ({ value }) => value)}`
    case 'empty-segment':
      return `${counted(count, `segment is empty in ${where}`, `segments are empty in ${where}`)}: ${of('empty-segment', ({ segment }) => segment)}`
    case 'unknown-attribute':
      return `${counted(count, 'attribute is unknown', 'attributes are unknown')}: ${of('unknown-attribute', ({ attribute, near }) => `${attribute} (did you mean ${near}?)`)}`
    case 'never-matches':
      return `${counted(count, 'rule never matches', 'rules never match')}: ${of('never-matches', ({ rule }) => ruleIn(document, rule))}`
    case 'changes-nothing':
      return `${counted(count, 'rule changes nothing', 'rules change nothing')}: ${of('changes-nothing', ({ rule }) => ruleIn(document, rule))}`
    case 'split-of-one':
      return `${counted(count, 'split serves everyone the same variant', 'splits serve everyone the same variant')}: ${of('split-of-one', ({ rule }) => ruleIn(document, rule))}`
    case 'unmet':
      return `Off for everyone: ${counted(count, `prerequisite is never met in ${where}`, `prerequisites are never met in ${where}`)}: ${of('unmet', ({ flag }) => flag)}`
    case 'nobody-else':
      return findingText(first, document, where)
  }
}

export const quickFixText = (fix: QuickFix): string => {
  if (fix.act === 'move-up') return `Move above rule ${fix.before + 1}`
  if (fix.act === 'write') return `Change to ${fix.text}`
  if (fix.act === 'serve-else') return `Serve ${fix.variant} to everyone else`
  return { remove: 'Remove rule', join: 'Join them with “or”', serve: 'Serve without a split' }[fix.act]
}
