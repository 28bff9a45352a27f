import type { FlagDocument } from '../schemas/flag.ts'
import type { SegmentDocument } from '../schemas/segment.ts'

/** Maximum length of a chain of references between flags. Publishing allows 16. */
export const maxChain = 64

export interface Documents {
  readonly flags: Readonly<Record<string, FlagDocument>>
  readonly segments: Readonly<Record<string, SegmentDocument>>
}

const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

export const flagOf = (documents: Documents, key: string): FlagDocument | undefined => own(documents.flags, key)
export const segmentOf = (documents: Documents, key: string): SegmentDocument | undefined =>
  own(documents.segments, key)

/** Collects the keys that a document refers to by `flag` and `segment`, at any depth. Documents may be malformed. */
const references = (node: unknown, flags: Set<string>, segments: Set<string>): void => {
  if (typeof node !== 'object' || node === null) return
  // Safe cast: any object can be indexed by any name.
  const { flag, segment } = node as { flag?: unknown; segment?: unknown }
  if (typeof flag === 'string') flags.add(flag)
  if (typeof segment === 'string') segments.add(segment)
  for (const inner of Object.values(node)) references(inner, flags, segments)
}

/**
 * The parts of a flag that may contain references. Variants are excluded, because their values may look like anything.
 */
const partsOf = (flag: FlagDocument): unknown => [
  flag.prerequisites,
  flag.requires,
  flag.rules,
  flag.otherwise,
  flag.off,
]

/** Returns the flags that a flag refers to, also through segments. Calls `met` with each segment. */
export const flagReferencesOf = (
  documents: Documents,
  key: string,
  met: (segment: string) => void = () => {},
): Set<string> => {
  const flags = new Set<string>()
  const segments = new Set<string>()
  const flag = flagOf(documents, key)
  if (flag !== undefined) references(partsOf(flag), flags, segments)
  // The set grows during the iteration, which then covers the new members, too.
  for (const segment of segments) {
    met(segment)
    references(segmentOf(documents, segment)?.when, flags, segments)
  }
  return flags
}

/** Returns everything that a flag's outcome depends on, including itself, as `flag:key` and `segment:key`. */
export const reach = (documents: Documents, key: string): Set<string> => {
  const flags = new Set([key])
  const reached = new Set<string>()
  for (const flag of flags) {
    reached.add(`flag:${flag}`)
    for (const next of flagReferencesOf(documents, flag, (segment) => reached.add(`segment:${segment}`)))
      flags.add(next)
  }
  return reached
}

/**
 * Whether all references of a flag end: none leads into a circle, or through more than `maxChain` flags. Otherwise the
 * reference counts as failed wherever it is found, so that a flag's outcome does not depend on where the evaluation
 * started.
 */
export const hasFiniteReferences = (documents: Documents, key: string): boolean => {
  let level = new Set([key])
  // A circle never reaches an empty level.
  for (let depth = 0; depth < maxChain && level.size > 0; depth += 1) {
    level = new Set([...level].flatMap((flag) => [...flagReferencesOf(documents, flag)]))
  }
  return level.size === 0
}

/** Whether prerequisites form a chain of more than `depth` flags, including this one. Conditions do not count. */
export const deeperThan = (documents: Documents, key: string, depth: number): boolean => {
  let level = new Set([key])
  // A chain longer than the number of flags is a circle.
  const most = Math.min(depth, Object.keys(documents.flags).length + 1)
  for (let at = 0; at < most && level.size > 0; at += 1) {
    const below = [...level].map((one) => flagOf(documents, one)).filter((flag) => flag !== undefined)
    level = new Set(below.flatMap((flag) => [...flag.prerequisites, ...(flag.requires ?? [])]).map((next) => next.flag))
  }
  return level.size > 0
}
