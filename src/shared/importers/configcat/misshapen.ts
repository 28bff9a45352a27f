import type { Report } from '../finding.ts'
import { comparators } from './comparator.ts'
import type { CcCondition, CcUserCondition } from './config.ts'

const asItIs = 'Its SDKs fail on it, or differ about it. Correct it, and import again.'

const operands = {
  l: 'a list',
  s: 'a text',
  d: 'a number',
} as const

/** Reports a condition on the user that no SDK makes sense of: an unknown comparator, or not the one operand it compares with. */
export const reportUserCondition = (report: Report, condition: CcUserCondition): void => {
  const comparator = comparators[condition.c]
  if (comparator === undefined) {
    report('block', 'c', `No comparator ${condition.c} is known here. ${asItIs}`)
    return
  }
  const given = (['l', 's', 'd'] as const).filter((name) => condition[name] != null)
  if (given.length === 1 && given[0] === comparator.of) return
  const found = given.length === 0 ? 'nothing' : given.map((name) => operands[name]).join(' and ')
  report(
    'block',
    '',
    `Comparator ${condition.c} compares with ${operands[comparator.of]}; there is ${found}. ${asItIs}`,
  )
}

/** Whether a comparator of settings and segments is one of the two that there are: it is, or it is not. */
const isKnown = (comparator: number): boolean => comparator === 0 || comparator === 1

/** Reports a condition on another setting or on a segment that no SDK makes sense of. */
export const reportReference = (report: Report, { p, s }: CcCondition, segments: number): void => {
  const reference = p ?? s
  if (reference != null && !isKnown(reference.c))
    report('block', 'c', `No comparator ${reference.c} of settings and segments is known here. ${asItIs}`)
  if (p == null && s != null && (!Number.isInteger(s.s) || s.s < 0 || s.s >= segments))
    report('block', 's', `There is no segment ${s.s}. ${asItIs}`)
}

/** Reports a type of settings that is unknown here: ConfigCat has four. */
export const reportType = (report: Report, type: number): void => {
  if (type !== 0 && type !== 1 && type !== 2 && type !== 3)
    report('block', 't', `No type ${type} of settings is known here. ${asItIs}`)
}
