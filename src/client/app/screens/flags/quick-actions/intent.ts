import { limits } from '../../../../../shared/limits.ts'
import type { FlagDocument } from '../../../../../shared/schemas/flag.ts'
import type { Dialect } from '../../../../../shared/schemas/project.ts'
import type { Serve } from '../../../../../shared/schemas/split.ts'
import { weightsOf } from '../../../../../shared/text/rules/serve.ts'
import { inDialect, withWeights } from '../targeting/edit-serve.ts'
import { type QuickAction, readPercent } from './quick-action.ts'

const unitsPerPercent = limits.weightUnits / 100

/** The variant that a percentage is about: the first that is not the one served while the flag is off. */
const mainVariant = (document: FlagDocument): string | undefined => {
  const variants = Object.keys(document.variants)
  return variants.find((variant) => variant !== document.offVariant) ?? variants[0]
}

const plainWeights = (serve: Serve): ReadonlyMap<string, number> | null => {
  if ('split' in serve) return weightsOf(serve.split)
  return 'variant' in serve ? new Map([[serve.variant, limits.weightUnits]]) : null
}

/** The percentage of everyone else that gets the main variant; null where a percentage cannot say what is served. */
export const shareOf = (document: FlagDocument): { variant: string; percent: number } | null => {
  const variant = mainVariant(document)
  const weights = plainWeights(document.otherwise)
  if (variant === undefined || weights === null) return null
  const others = [...weights.keys()].filter((other) => other !== variant && other !== document.offVariant)
  return others.length > 0 ? null : { variant, percent: (weights.get(variant) ?? 0) / unitsPerPercent }
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
 * The document that an action leads to; null where it cannot be met. `source` is the document to copy or to go back to, for
 * the actions that need one.
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
      return withShare(document, action.percent, dialect)
    case 'copy':
    case 'back':
      return source
  }
}

/** An action and a time in one line: `on mon 9am`, `25% tomorrow`; without an action, the other side of the switch. */
export const readPlan = (typed: string, on: boolean): { action: QuickAction; when: string } => {
  const [, first = '', rest = ''] = /^(on|off|\d{1,3}(?:\.\d+)? ?%)\s+(.+)$/i.exec(typed.trim()) ?? []
  const word = first.toLowerCase()
  const percent = word.endsWith('%') ? readPercent(word) : null
  if (percent !== null) return { action: { to: 'share', percent }, when: rest }
  if (word === 'on' || word === 'off') return { action: { to: word }, when: rest }
  return { action: { to: on ? 'off' : 'on' }, when: typed }
}

/** What an action does, to finish "…": `turn on checkout in Production`. */
export const intentSentence = (action: QuickAction, flag: string, place: string): string => {
  switch (action.to) {
    case 'on':
    case 'off':
      return `turn ${action.to} ${flag} in ${place}`
    case 'share':
      return `roll out ${flag} to ${action.percent}% in ${place}`
    case 'copy':
      return `copy ${flag} from ${action.from} to ${place}`
    case 'back':
      return `undo the last publish of ${flag} in ${place}`
  }
}
