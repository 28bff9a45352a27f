import type { AttributeType } from '../features/attributes/schemas/attribute.ts'
import { limits } from '../limits.ts'
import type { Json } from '../schemas/keys.ts'
import { followReferences, nativeReferences, type Reference } from './circles.ts'
import type { Flags, Segments } from './digest.ts'
import { patternsIn } from './patterns.ts'
import { type CodedProblem, collecting, pathText, type Report, under } from './problems.ts'
import type { Subject } from './references.ts'
import type { PatternProblem, PatternProof } from './safe-pattern.ts'
import { checkFlag, checkSegment, fittedFlag, fittedSegment, reportChain, reportCircle } from './validate.ts'

/** What an environment is validated against, and which of its documents changed. */
export type EnvironmentRules = {
  /** Keys of the documents that a publish changes or removes. Default: all documents. */
  changed?: { flags: readonly string[]; segments: readonly string[] } | undefined
  schemas?: Readonly<Record<string, Json>> | undefined
  /** The declared attributes of the project, by path. */
  attributes?: Readonly<Record<string, AttributeType>> | undefined
  /**
   * Proves that a regular expression is safe. `document` is its document, such as `flags.checkout`. Default:
   * synchronously, which may take seconds.
   */
  prove?: ((source: string, ignoreCase: boolean, document: string) => PatternProblem) | undefined
}

const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

const checkKeys = (kind: Subject['kind'], keys: readonly string[], report: Report): void => {
  const limit = kind === 'flag' ? limits.flagsPerProject : limits.segmentsPerProject
  if (keys.length > limit) {
    report('limit/reached', [`${kind}s`], `the environment has ${keys.length} ${kind}s`, `at most ${limit} ${kind}s`)
  }
  const seen = new Map<string, string>()
  for (const key of keys) {
    const other = seen.get(key.toLowerCase())
    if (other === undefined) seen.set(key.toLowerCase(), key)
    else {
      const problem = `the key differs from ${JSON.stringify(other)} only in upper and lower case`
      report(`${kind}/key-taken`, [`${kind}s`, key], problem, 'keys that differ in more than case')
    }
  }
}

/**
 * Returns the valid documents, and the changed ones among them. Unchanged documents are assumed to be valid. Yields
 * after each document.
 */
function* validDocumentsOf<T extends { key: string }>(
  kind: Subject['kind'],
  documents: Readonly<Record<string, T>>,
  changed: readonly string[],
  fit: (document: unknown, report: Report) => T | null,
  report: Report,
): Generator<undefined, { sound: Readonly<Record<string, T>>; fresh: [string, T][] }> {
  const fresh: [string, T][] = []
  const broken = new Set<string>()
  for (const key of changed) {
    if (!Object.hasOwn(documents, key)) continue
    yield
    const here = under(report, `${kind}s`, key)
    const document = fit(documents[key], here)
    if (document === null) broken.add(key)
    else fresh.push([key, document])
    if (document !== null && document.key !== key) {
      here(
        `${kind}/invalid`,
        ['key'],
        `the key is ${JSON.stringify(document.key)}`,
        `${JSON.stringify(key)}, as in the datafile`,
      )
    }
  }
  if (broken.size === 0) return { sound: documents, fresh }
  return { sound: Object.fromEntries(Object.entries(documents).filter(([key]) => !broken.has(key))), fresh }
}

/** Reports a reference from an unchanged document to something that a publish removes. */
const checkRemovedReference = (
  { to, path, variants = [] }: Reference,
  flags: Flags,
  segments: Segments,
  report: Report,
): void => {
  const name = `the ${to.kind} ${JSON.stringify(to.key)}`
  if (to.kind === 'segment') {
    if (own(segments, to.key) !== undefined) return
    return report('segment/in-use', path, `${name} is used here but would be removed`, 'no reference to it')
  }
  const flag = own(flags, to.key)
  if (flag === undefined) {
    return report('flag/required-by', path, `${name} is required here but would be removed`, 'no reference to it')
  }
  const missing = variants.find((variant) => !Object.hasOwn(flag.variants, variant))
  if (missing === undefined) return
  const problem = `the variant ${JSON.stringify(missing)} of ${name} is used here but would be removed`
  report('variant/in-use', path, problem, 'no reference to it')
}

/** Reports if a publish adds too many regular expressions; then none of them is checked. */
const hasTooManyPatterns = (fresh: unknown, report: Report): boolean => {
  const { size } = patternsIn(fresh)
  if (size <= limits.patternsPerPublish) return false
  report('limit/reached', [], `${size} regular expressions`, `at most ${limits.patternsPerPublish} in one publish`)
  return true
}

/**
 * Returns the problems of an environment's documents, each with its path in the datafile. With `changed`, only changed
 * documents are checked completely; others only for what the change can break: references, circles and chains. The cost
 * is that of the changed documents, plus a walk over the references.
 */
export const validateEnvironment = (documents: Documents, rules: EnvironmentRules = {}): CodedProblem[] => {
  const steps = validationSteps(documents, rules)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

type Documents = { flags: Flags; segments: Segments }

/** Like `validateEnvironment`, but yields after each document, so that other requests can be served. */
export function* validationSteps(
  { flags, segments }: Documents,
  { changed, schemas = {}, attributes, prove }: EnvironmentRules = {},
): Generator<undefined, CodedProblem[]> {
  const { problems, report } = collecting()
  const touched = changed ?? { flags: Object.keys(flags), segments: Object.keys(segments) }
  checkKeys('flag', Object.keys(flags), report)
  checkKeys('segment', Object.keys(segments), report)
  const ofFlags = yield* validDocumentsOf('flag', flags, touched.flags, fittedFlag, report)
  const ofSegments = yield* validDocumentsOf('segment', segments, touched.segments, fittedSegment, report)
  if (changed !== undefined && hasTooManyPatterns([ofFlags.fresh, ofSegments.fresh], report)) return problems
  const around = { flags: ofFlags.sound, segments: ofSegments.sound, attributes }
  const provenFor = (...document: string[]): PatternProof | undefined =>
    prove && ((source, ignoreCase) => prove(source, ignoreCase, pathText(document)))
  for (const [key, flag] of ofFlags.fresh) {
    yield
    const beside = { ...around, schema: own(schemas, key), prove: provenFor('flags', key) }
    checkFlag(flag, beside, under(report, 'flags', key))
  }
  for (const [key, segment] of ofSegments.fresh) {
    yield
    checkSegment(segment, { ...around, prove: provenFor('segments', key) }, under(report, 'segments', key))
  }
  checkReferences(around, touched, report)
  return problems
}

const checkReferences = (
  { flags, segments }: { flags: Flags; segments: Segments },
  touched: { flags: readonly string[]; segments: readonly string[] },
  report: Report,
): void => {
  const isTouched = { flag: new Set(touched.flags), segment: new Set(touched.segments) }
  const at = ({ kind, key }: Subject) => under(report, `${kind}s`, key)
  const subjects: Subject[] = [
    ...Object.keys(flags).map((key): Subject => ({ kind: 'flag', key })),
    ...Object.keys(segments).map((key): Subject => ({ kind: 'segment', key })),
  ]
  for (const subject of subjects) {
    if (isTouched[subject.kind].has(subject.key)) continue
    for (const use of nativeReferences(subject, flags, segments))
      checkRemovedReference(use, flags, segments, at(subject))
  }
  const { circles, chains } = followReferences(subjects, flags, segments)
  for (const circle of circles) {
    const shown = circle.find(({ from }) => isTouched[from.kind].has(from.key)) ?? circle[0]
    if (shown !== undefined) reportCircle(circle, shown, at(shown.from))
  }
  for (const { length, first } of chains.values()) {
    // Every document above the first one that is too deep is too deep as well, so only that one is reported.
    if (first !== null && length === limits.prerequisiteDepth + 1) reportChain(length, first, at(first.from))
  }
}
