import type { z } from 'zod'
import { schemaProblems } from '../errors/schema-problems.ts'
import { limits } from '../limits.ts'
import { FlagDocument } from '../schemas/flag.ts'
import type { Json } from '../schemas/keys.ts'
import { SegmentDocument } from '../schemas/segment.ts'
import { circleText, type FollowedReferences, followReferences, nodeOf, type Reference } from './circles.ts'
import { checkCondition, type ValidationContext } from './conditions.ts'
import { checkExtendedPatterns } from './extended-patterns.ts'
import { checkFlagRules } from './flag-rules.ts'
import { patternsIn } from './patterns.ts'
import { type CodedProblem, collect, type Report, under } from './problems.ts'
import type { Subject } from './references.ts'
import { checkStorable } from './storable.ts'

/** What a flag is validated against: its environment, and its own JSON Schema if it has one. */
export type FlagValidationContext = ValidationContext & { schema?: Json | undefined }

/** Returns the document if the log can store it and it fits its schema. Otherwise reports why, and returns null. */
const parseStorable = <T>(schema: z.ZodType<T>, document: unknown, report: Report): T | null => {
  let storable = true
  checkStorable(document, (...problem) => {
    storable = false
    report(...problem)
  })
  if (!storable) return null
  const parsed = schema.safeParse(document)
  if (parsed.success) return parsed.data
  for (const { path, problem, expected, tooMuch } of schemaProblems(parsed.error, document)) {
    const isWeight = path.includes('parts') && (path.at(-1) === 'from' || path.at(-1) === 'to')
    report(isWeight ? 'rule/weights' : tooMuch ? 'limit/reached' : 'request/invalid', path, problem, expected)
  }
  return null
}

export const fittedFlag = (document: unknown, report: Report): FlagDocument | null =>
  parseStorable(FlagDocument, document, report)

export const fittedSegment = (document: unknown, report: Report): SegmentDocument | null =>
  parseStorable(SegmentDocument, document, report)

/** Reports if a document has too many regular expressions; then none of them is checked, because proofs take time. */
const hasTooManyPatterns = (node: unknown, report: Report): boolean => {
  const { size } = patternsIn(node)
  if (size <= limits.patternsPerDocument) return false
  report('limit/reached', [], `${size} regular expressions`, `at most ${limits.patternsPerDocument} different ones`)
  return true
}

/** Reports every rule that a flag document breaks, except circles and chains. */
export const checkFlag = (flag: FlagDocument, around: FlagValidationContext, report: Report): void => {
  if (hasTooManyPatterns(flag, report)) return
  checkFlagRules(flag, around, report)
  checkExtendedPatterns(flag, [], report, around.prove)
}

/** Reports every rule that a segment document breaks, except circles. */
export const checkSegment = ({ when }: SegmentDocument, around: ValidationContext, report: Report): void => {
  if (when === null || hasTooManyPatterns(when, report)) return
  checkCondition(when, around, under(report, 'when'))
  checkExtendedPatterns(when, ['when'], report, around.prove)
}

/**
 * Reports a circle at one of its references: as a segment error if it contains only segments, otherwise as a
 * prerequisite error.
 */
export const reportCircle = (circle: readonly Reference[], { path }: Reference, report: Report): void => {
  const segmentsOnly = circle.every(({ from }) => from.kind === 'segment')
  const expected = `${segmentsOnly ? 'segments' : 'flags'} that don’t lead back to themselves`
  report(
    segmentsOnly ? 'segment/circle' : 'flag/prerequisite-circle',
    path,
    `a circle: ${circleText(circle)}`,
    expected,
  )
}

export const reportChain = (length: number, { path }: Reference, report: Report): void =>
  report(
    'limit/reached',
    path,
    `a chain of ${length} flags begins here`,
    `chains of at most ${limits.prerequisiteDepth} flags`,
  )

/**
 * Reports the circles that a document is part of, and a chain that is too long, at its reference to the next document.
 */
const reportReferenceProblems = (subject: Subject, { circles, chains }: FollowedReferences, report: Report): void => {
  for (const circle of circles) {
    const own = circle.find(({ from }) => nodeOf(from) === nodeOf(subject))
    if (own !== undefined) reportCircle(circle, own, report)
  }
  const chain = chains.get(nodeOf(subject))
  if (chain?.first && chain.length > limits.prerequisiteDepth) reportChain(chain.length, chain.first, report)
}

/**
 * Returns the problems of a flag document with their paths; empty if there are none. `around` is the environment after
 * the change, with or without this document. Accepts anything: a document that does not fit the schema is
 * `request/invalid`, and not checked further.
 * @internal for tests and benches
 */
export const validateFlag = (document: unknown, around: FlagValidationContext): CodedProblem[] =>
  collect((report) => {
    const flag = fittedFlag(document, report)
    if (flag === null) return
    const subject: Subject = { kind: 'flag', key: flag.key }
    const flags = { ...around.flags, [flag.key]: flag }
    checkFlag(flag, { ...around, flags }, report)
    reportReferenceProblems(subject, followReferences([subject], flags, around.segments), report)
  })

/**
 * Returns the problems of a segment document, like `validateFlag`.
 * @internal for tests and benches
 */
export const validateSegment = (document: unknown, around: ValidationContext): CodedProblem[] =>
  collect((report) => {
    const segment = fittedSegment(document, report)
    if (segment === null) return
    const subject: Subject = { kind: 'segment', key: segment.key }
    const segments = { ...around.segments, [segment.key]: segment }
    checkSegment(segment, { ...around, segments }, report)
    reportReferenceProblems(subject, followReferences([subject], around.flags, segments), report)
  })
