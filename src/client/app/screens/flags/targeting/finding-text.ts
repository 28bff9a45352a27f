import type { Finding } from '../../../../../shared/lint/finding.ts'
import type { QuickFix } from '../../../../../shared/lint/quick-fix.ts'
import type { Dead } from '../../../../../shared/lint/reached.ts'
import type { FlagDocument } from '../../../../../shared/schemas/flag.ts'
import { conditionText } from '../../../../../shared/text/rules/condition.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { text } from '../../../../../shared/text/word.ts'

/** Why a rule never matches, from what `reachOf` found. */
const deadText = (dead: Dead, document: FlagDocument, where: string): string => {
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

/** A finding as a sentence; `where` is the name of the environment. */
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

/** Findings of one kind as one sentence; null where each has something of its own to say. */
export const findingsText = (findings: readonly Finding[], where: string): string | null => {
  const [first] = findings
  if (first?.kind === 'unserved') {
    const names = findings.flatMap((one) => (one.kind === 'unserved' ? [one.variant] : []))
    return `${counted(names.length, 'variant isn’t', 'variants aren’t')} served to anyone in ${where}: ${list(names)}`
  }
  if (first?.kind === 'unseen-value') {
    const names = findings.flatMap((one) => (one.kind === 'unseen-value' ? [one.value] : []))
    return `${counted(names.length, 'value has', 'values have')} never been seen: ${list(names)}`
  }
  if (first?.kind === 'empty-segment') {
    const names = findings.flatMap((one) => (one.kind === 'empty-segment' ? [one.segment] : []))
    return `${counted(names.length, 'segment is', 'segments are')} empty in ${where}: ${list(names)}`
  }
  return null
}

/** What the button of a fix says. */
export const quickFixText = (fix: QuickFix): string => {
  if (fix.act === 'move-up') return `Move above rule ${fix.before + 1}`
  if (fix.act === 'write') return `Change to ${fix.text}`
  if (fix.act === 'serve-else') return `Serve ${fix.variant} to everyone else`
  return { remove: 'Remove rule', join: 'Join them with “or”', serve: 'Serve without a split' }[fix.act]
}
