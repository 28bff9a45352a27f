import { limits } from '../limits.ts'
import type { MoveMeasure } from '../schemas/impact.ts'
import { counted, percent } from './rules/percent.ts'
import { readerLocale } from './time/reader-locale.ts'

/** Whether a publish requires an impact review: more users move than the limit, or the number cannot be measured. */
export const exceedsImpactLimit = (measure: MoveMeasure, limitPer100k: number): boolean =>
  measure.state === 'unmeasured' ||
  (measure.state === 'measured' && measure.moved * limits.weightUnits > measure.contexts * limitPer100k)

/** Describes how many users move: `704 of 9,870 move, over 5%`. If unknown, says why. */
export const measureText = (measure: MoveMeasure, limitPer100k: number): string => {
  if (measure.state === 'nobody') return 'nobody moves'
  if (measure.state === 'measured') {
    const { moved, contexts } = measure
    const over = exceedsImpactLimit(measure, limitPer100k) ? ', over' : ', of at most'
    return `${moved.toLocaleString(readerLocale)} of ${contexts.toLocaleString(readerLocale)} move${over} ${percent(limitPer100k)}`
  }
  return {
    few: `only ${counted(measure.contexts, 'context')} seen, of ${limits.moveSampleLeast} needed to tell`,
    unknown: 'who moves depends on personal data and can’t be measured',
    many: `more than ${limits.impactFlags} flags are affected`,
    steps: 'who moves takes too much work to measure',
  }[measure.because]
}

export const impactReviewSentence = (measure: MoveMeasure, limitPer100k: number, environment: string): string =>
  `${environment} asks for a second look: ${measureText(measure, limitPer100k)}. Request a review instead.`
