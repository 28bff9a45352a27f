import type { Report } from '../../importing/finding.ts'
import { comparators } from './comparator.ts'
import type { CcCondition, CcSetting, CcUserCondition } from './config.ts'
import type { CcScope } from './scope.ts'
import { servedIn, types, valueOf } from './value.ts'

const asItIs = 'Its SDKs fail on it, or differ about it. Correct it, and import again.'

const operands = {
  l: 'a list',
  s: 'a text',
  d: 'a number',
} as const

/** Reports a user condition that no SDK can evaluate: an unknown comparator, or a missing or wrong comparison value. */
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

/** Comparators of settings and segments: 0 is "equals", 1 is "does not equal". */
const isKnown = (comparator: number): boolean => comparator === 0 || comparator === 1

/** Reports a condition on a setting or segment that no SDK can evaluate. */
export const reportReference = ({ report, segmentKeys, namesakes }: CcScope, { p, s }: CcCondition): void => {
  const reference = p ?? s
  if (reference != null && !isKnown(reference.c))
    report('block', 'c', `No comparator ${reference.c} of settings and segments is known here. ${asItIs}`)
  if (p == null && s != null && (!Number.isInteger(s.s) || s.s < 0 || s.s >= segmentKeys.length))
    report('block', 's', `There is no segment ${s.s}. ${asItIs}`)
  if (p == null && s != null && namesakes.has(s.s))
    report(
      'block',
      's',
      'It asks for a segment of which there are two of one name. Give each its own, and import again.',
    )
}

/**
 * Reports an unknown setting type, and values of another type than the setting's. SDKs still return such values if the
 * caller's default has no type.
 */
export const reportType = (report: Report, setting: CcSetting): void => {
  const type = types[setting.t]
  if (type === undefined) report('block', 't', `No type ${setting.t} of settings is known here. ${asItIs}`)
  const values = servedIn(setting).map(({ v }) => valueOf(v))
  const stray = type === undefined ? undefined : values.find((value) => value !== null && typeof value !== type)
  if (stray !== undefined)
    report('block', 'v', `The value ${JSON.stringify(stray)} is not of the type of its setting. ${asItIs}`)
}
