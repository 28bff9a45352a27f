import type { Finding } from '../../../../shared/lint/finding.ts'
import type { Mend } from '../../../../shared/lint/mend.ts'
import type { Dead } from '../../../../shared/lint/reach.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import { conditionWords } from '../../../../shared/words/condition.ts'
import { counted } from '../../../../shared/words/percent.ts'
import { text } from '../../../../shared/words/word.ts'

/** Why a rule never matches, from what `reachOf` found. */
const deadWords = (dead: Dead, document: FlagDocument, where: string): string => {
  if (dead.because === 'flag')
    return dead.answer === ''
      ? `Can never match in ${where}: flag ${dead.flag} is off there`
      : `Can never match in ${where}: flag ${dead.flag} is ${dead.answer} for everyone`
  if (dead.because === 'contradiction') {
    if (dead.lines === null) return 'Can never match: no context meets all of its conditions'
    const [first, second] = dead.lines.map((line) => text(conditionWords(line)))
    return `Can never match: “${first}” and “${second}” contradict each other`
  }
  const [only, ...others] = dead.by
  if (only === undefined || others.length > 0) return 'Can never match: the rules before it serve everyone it is about'
  return document.rules[only]?.when === true
    ? `Can never match: rule ${only + 1} serves everyone`
    : `Can never match: rule ${only + 1} serves everyone it is about`
}

/** A finding as a sentence; `where` is the name of the environment. */
export const findingWords = (finding: Finding, document: FlagDocument, where: string): string => {
  switch (finding.kind) {
    case 'never-matches':
      return deadWords(finding.dead, document, where)
    case 'nobody-else':
      return 'Nobody is left for this: the rules above serve everyone'
    case 'unmet':
      return finding.answer === ''
        ? `Off for everyone: flag ${finding.flag} is off in ${where}`
        : `Off for everyone: flag ${finding.flag} is ${finding.answer} for everyone in ${where}`
    case 'split-of-one':
      return `This split gives everyone ${finding.variant}`
    case 'unserved':
      return `Nobody gets variant ${finding.variant} in ${where}`
    case 'empty-segment':
      return `Segment ${finding.segment} holds nobody in ${where}`
    case 'unknown-attribute':
      return `There is no attribute ${finding.attribute}; did you mean ${finding.near}?`
    case 'unseen-value':
      return finding.count === 0
        ? `${finding.value} is none of the values of ${finding.attribute}; did you mean ${finding.other}?`
        : `${finding.value} was never seen; ${finding.other} was seen ${counted(finding.count, 'time')}`
  }
}

/** What the button of a mend says. */
export const mendWords = (mend: Mend): string => {
  if (mend.act === 'move-up') return `Move above rule ${mend.before + 1}`
  if (mend.act === 'write') return `Write ${mend.text}`
  return { remove: 'Remove rule', join: 'Join them with or', serve: 'Serve it without a split' }[mend.act]
}
