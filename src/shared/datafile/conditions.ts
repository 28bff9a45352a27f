import { isExtendedNode } from '../engine/extended-only.ts'
import type { AttributeType } from '../features/attributes/schemas/attribute.ts'
import { limits } from '../limits.ts'
import type { Condition, Leaf } from '../schemas/condition.ts'
import { attributeOperators } from './attribute-operators.ts'
import type { Flags, Segments } from './digest.ts'
import { checkValues } from './operator-values.ts'
import { type Report, under } from './problems.ts'
import type { PatternProof } from './safe-pattern.ts'

/**
 * What a document may refer to: its environment after the change, and the declared attributes of the project, by path.
 */
export type ValidationContext = {
  flags: Flags
  segments: Segments
  attributes?: Readonly<Record<string, AttributeType>> | undefined
  /** Proves that regular expressions are safe. Default: synchronously, which may take seconds. */
  prove?: PatternProof | undefined
}

const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

/** Reports a reference to a flag that does not exist, or that lacks one of the variants. */
export const checkFlagReference = (
  { flag, variants }: { flag: string; variants: readonly string[] },
  { flags }: ValidationContext,
  report: Report,
): void => {
  const target = own(flags, flag)
  if (target === undefined) {
    return report('flag/invalid', ['flag'], `flag ${JSON.stringify(flag)} doesn’t exist`, 'a flag of this environment')
  }
  const known = Object.keys(target.variants)
  for (const [at, variant] of variants.entries()) {
    if (known.includes(variant)) continue
    const problem = `the flag ${JSON.stringify(flag)} has no variant ${JSON.stringify(variant)}`
    report('rule/unknown-variant', ['variants', at], problem, `one of: ${known.join(', ')}`)
  }
}

const checkLeaf = (leaf: Leaf, { attributes, prove }: ValidationContext, report: Report): void => {
  const type = attributes === undefined ? undefined : own(attributes, leaf.attribute)
  if (type !== undefined && !attributeOperators[type].includes(leaf.operator)) {
    const problem = `${leaf.operator} does not fit ${leaf.attribute}, which is declared as a ${type}`
    report('rule/operator-mismatch', ['operator'], problem, `one of: ${attributeOperators[type].join(', ')}`)
  }
  checkValues(leaf, report, prove)
}

const checkSlice = ({ from, to }: { from: number; to: number }, report: Report): void => {
  const fits = (edge: number) => Number.isInteger(edge) && edge >= 0 && edge <= limits.weightUnits
  if (fits(from) && fits(to) && from <= to) return
  const expected = `whole numbers from 0 to ${limits.weightUnits}, from ≤ to`
  report('rule/weights', [], `[${from}, ${to}) is not a range of the bucket space`, expected)
}

const checkSegmentReference = (
  { segment, missing }: { segment: string; missing?: unknown },
  { segments }: ValidationContext,
  report: Report,
): void => {
  if (missing !== undefined || own(segments, segment) !== undefined) return
  const problem = `there is no segment ${JSON.stringify(segment)}`
  report('rule/unknown-segment', ['segment'], problem, 'a segment of this environment')
}

const checkTests = (condition: Condition, around: ValidationContext, report: Report): void => {
  if (condition === true) return
  if ('all' in condition) return checkList(condition.all, around, under(report, 'all'))
  if ('any' in condition) return checkList(condition.any, around, under(report, 'any'))
  if ('not' in condition) return checkTests(condition.not, around, under(report, 'not'))
  if ('attribute' in condition) return checkLeaf(condition, around, report)
  if ('segment' in condition) return checkSegmentReference(condition, around, report)
  if ('flag' in condition) return checkFlagReference(condition, around, report)
  if ('in' in condition) return checkSlice(condition.in, under(report, 'in'))
}

const checkList = (list: readonly Condition[], around: ValidationContext, report: Report): void => {
  for (const [at, inner] of list.entries()) checkTests(inner, around, under(report, at))
}

/** The size of a condition: its number of tests, their depth in groups, and whether any part is extended. */
type Size = { tests: number; depth: number; wide: boolean }

export const sizeOf = (condition: Condition): Size => {
  if (condition === true) return { tests: 0, depth: 0, wide: false }
  const wide = isExtendedNode(condition)
  const inner =
    'all' in condition
      ? condition.all
      : 'any' in condition
        ? condition.any
        : 'not' in condition
          ? [condition.not]
          : null
  if (inner === null) return { tests: 1, depth: 0, wide }
  const sizes = inner.map(sizeOf)
  return {
    tests: sizes.reduce((sum, { tests }) => sum + tests, 0),
    depth: 1 + Math.max(0, ...sizes.map(({ depth }) => depth)),
    wide: wide || sizes.some((size) => size.wide),
  }
}

/**
 * Reports the problems of a condition: unknown references, values that do not fit their operator, too many tests, and
 * groups nested too deep (a test inside six groups is allowed). For extended conditions, only the limits of the schema
 * apply.
 */
export const checkCondition = (condition: Condition, around: ValidationContext, report: Report): void => {
  checkTests(condition, around, report)
  const { tests, depth, wide } = sizeOf(condition)
  if (wide) return
  if (tests > limits.conditionsPerRule) {
    report('limit/reached', [], `${tests} conditions`, `at most ${limits.conditionsPerRule} conditions`)
  }
  if (depth > limits.conditionDepth) {
    const expected = `at most ${limits.conditionDepth} groups inside one another`
    report('limit/reached', [], `groups are nested ${depth} levels deep`, expected)
  }
}
