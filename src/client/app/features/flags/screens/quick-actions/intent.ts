import type { Dialect } from '../../../../../../shared/features/projects/schemas/project.ts'
import { limits } from '../../../../../../shared/limits.ts'
import type { FlagDocument } from '../../../../../../shared/schemas/flag.ts'
import type { Serve } from '../../../../../../shared/schemas/split.ts'
import { weightsOf } from '../../../../../../shared/text/rules/serve.ts'
import { inDialect, servingOne, withWeights } from '../targeting/edit-serve.ts'
import { type QuickAction, readPercent } from './quick-action.ts'

const unitsPerPercent = limits.weightUnits / 100

/** The variant that a percentage refers to: the first that is not served while the flag is off. */
const mainVariant = (document: FlagDocument): string | undefined => {
  const variants = Object.keys(document.variants)
  return variants.find((variant) => variant !== document.offVariant) ?? variants[0]
}

const plainWeights = (serve: Serve): ReadonlyMap<string, number> | null => {
  if ('split' in serve) return weightsOf(serve.split)
  return 'variant' in serve ? new Map([[serve.variant, limits.weightUnits]]) : null
}

const serveShare = (document: FlagDocument, serve: Serve): { variant: string; percent: number } | null => {
  const weights = plainWeights(serve)
  if (weights === null) return null
  const [one = mainVariant(document), ...more] = [...weights.keys()].filter((other) => other !== document.offVariant)
  return one === undefined || more.length > 0
    ? null
    : { variant: one, percent: (weights.get(one) ?? 0) / unitsPerPercent }
}

/** A percentage that can be edited without opening the flag: of everyone else, or of a rule. */
export type EditableShare = { rule: string | undefined; of: string; variant: string; percent: number }

/**
 * The percentages of a flag in evaluation order, except that one with a rollout in progress comes first. It is the
 * default if a command has only a number.
 */
export const sharesIn = (document: FlagDocument): EditableShare[] => {
  const ofRules = document.rules.flatMap((rule, at): EditableShare[] => {
    const share = serveShare(document, rule.serve)
    const name = rule.name ? `“${rule.name}”` : `rule ${at + 1}`
    return share === null || !('split' in rule.serve) ? [] : [{ rule: rule.id, of: name, ...share }]
  })
  const last = shareOf(document)
  const all = [...ofRules, ...(last === null ? [] : [{ rule: undefined, of: 'everyone else', ...last }])]
  const isPartial = ({ percent }: EditableShare) => percent > 0 && percent < 100
  const meant = all.find((one) => one.rule === undefined && isPartial(one)) ?? all.find(isPartial)
  return meant === undefined ? all.toReversed() : [meant, ...all.filter((one) => one !== meant)]
}

/** The percentage of everyone else that gets the main variant. Null if no percentage describes what is served. */
export const shareOf = (document: FlagDocument): { variant: string; percent: number } | null => {
  const share = serveShare(document, document.otherwise)
  return share?.variant === mainVariant(document) ? share : null
}

const withRuleShare = (document: FlagDocument, rule: string, percent: number): FlagDocument | null => {
  const found = document.rules.find(({ id }) => id === rule)
  const share = found === undefined ? null : serveShare(document, found.serve)
  if (found === undefined || share === null) return null
  const weight = Math.round(percent * unitsPerPercent)
  const off = document.offVariant
  const splitsOff = off !== null && 'split' in found.serve && weightsOf(found.serve.split).has(off)
  const serve = splitsOff
    ? withWeights(
        found.serve,
        found.serve,
        new Map([
          [share.variant, weight],
          [off, limits.weightUnits - weight],
        ]),
      )
    : servingOne(found.serve, found.serve, share.variant, weight)
  return { ...document, on: true, rules: document.rules.map((one) => (one === found ? { ...one, serve } : one)) }
}

const withShare = (document: FlagDocument, percent: number, dialect: Dialect): FlagDocument | null => {
  const share = shareOf(document)
  if (share === null || document.offVariant === null) return null
  const weight = Math.round(percent * unitsPerPercent)
  const weights = new Map([
    [share.variant, weight],
    [document.offVariant, limits.weightUnits - weight],
  ])
  const { otherwise } = document
  const next = inDialect(dialect, otherwise, otherwise, withWeights(otherwise, otherwise, weights))
  return { ...document, on: true, otherwise: next }
}

/**
 * The document after an action. Null if the action is not possible. `source` is the document to copy or to restore, for
 * actions that need one.
 */
export const afterAction = (
  action: QuickAction,
  document: FlagDocument,
  source: FlagDocument | null,
  dialect: Dialect = 'native',
): FlagDocument | null => {
  switch (action.to) {
    case 'on':
    case 'off':
      return { ...document, on: action.to === 'on' }
    case 'share':
      return action.rule === undefined
        ? withShare(document, action.percent, dialect)
        : withRuleShare(document, action.rule, action.percent)
    case 'copy':
    case 'back':
      return source
  }
}

/** Parses an action with a time: `on mon 9am`, `25% tomorrow`. Without an action, it toggles the switch. */
export const readPlan = (typed: string, on: boolean): { action: QuickAction; when: string } => {
  const [, first = '', rest = ''] = /^(on|off|\d{1,3}(?:\.\d+)? ?%)\s+(.+)$/i.exec(typed.trim()) ?? []
  const word = first.toLowerCase()
  const percent = word.endsWith('%') ? readPercent(word) : null
  if (percent !== null) return { action: { to: 'share', percent }, when: rest }
  if (word === 'on' || word === 'off') return { action: { to: word }, when: rest }
  return { action: { to: on ? 'off' : 'on' }, when: typed }
}

/** Describes an action as part of a sentence: `turn on checkout in Production`. */
export const intentSentence = (action: QuickAction, flag: string, place: string): string => {
  switch (action.to) {
    case 'on':
    case 'off':
      return action.to === 'on' ? `turn on ${flag} in ${place}` : `turn off ${flag} in ${place}`
    case 'share':
      return `roll out ${flag} to ${action.percent}% in ${place}`
    case 'copy':
      return `copy ${flag} from ${action.from} to ${place}`
    case 'back':
      return `undo the last publish of ${flag} in ${place}`
  }
}
