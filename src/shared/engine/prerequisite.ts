import type { FlagDocument } from '../schemas/flag.ts'
import type { SegmentDocument } from '../schemas/segment.ts'

/** How many flags a chain of references may lead through; publishing allows 16. */
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

/** The keys a document refers to by `flag` and by `segment`, however deep; documents may be malformed. */
const references = (node: unknown, flags: Set<string>, segments: Set<string>): void => {
  if (typeof node !== 'object' || node === null) return
  // Any object may be asked for any name.
  const { flag, segment } = node as { flag?: unknown; segment?: unknown }
  if (typeof flag === 'string') flags.add(flag)
  if (typeof segment === 'string') segments.add(segment)
  for (const inner of Object.values(node)) references(inner, flags, segments)
}

/** What references are looked for in: never the values of variants, which may look like anything. */
const partsOf = (flag: FlagDocument): unknown => [
  flag.prerequisites,
  flag.requires,
  flag.rules,
  flag.otherwise,
  flag.off,
]

/** The flags a flag refers to, through segments too; `met` is told of each segment. */
export const referredBy = (
  documents: Documents,
  key: string,
  met: (segment: string) => void = () => {},
): Set<string> => {
  const flags = new Set<string>()
  const segments = new Set<string>()
  const flag = flagOf(documents, key)
  if (flag !== undefined) references(partsOf(flag), flags, segments)
  // The set grows while it is walked, and is walked to its end.
  for (const segment of segments) {
    met(segment)
    references(segmentOf(documents, segment)?.when, flags, segments)
  }
  return flags
}

/** Everything the answer of a flag depends on, itself included, as `flag:key` and `segment:key`. */
export const reach = (documents: Documents, key: string): Set<string> => {
  const flags = new Set([key])
  const reached = new Set<string>()
  for (const flag of flags) {
    reached.add(`flag:${flag}`)
    for (const next of referredBy(documents, flag, (segment) => reached.add(`segment:${segment}`))) flags.add(next)
  }
  return reached
}

/**
 * Whether the references of a flag all end: none leads into a circle or through more than `maxChain` flags. One that does
 * counts as failed wherever it is met, so what a flag answers does not depend on where the question began.
 */
export const endsWell = (documents: Documents, key: string): boolean => {
  let level = new Set([key])
  // A circle never comes to a level without a flag.
  for (let depth = 0; depth < maxChain && level.size > 0; depth += 1) {
    level = new Set([...level].flatMap((flag) => [...referredBy(documents, flag)]))
  }
  return level.size === 0
}

/** Whether prerequisites lead through more than `depth` flags, this one included. Only they count, not conditions. */
export const deeperThan = (documents: Documents, key: string, depth: number): boolean => {
  let level = new Set([key])
  // A chain longer than there are flags runs in a circle, and so never ends.
  const most = Math.min(depth, Object.keys(documents.flags).length + 1)
  for (let at = 0; at < most && level.size > 0; at += 1) {
    const below = [...level].map((one) => flagOf(documents, one)).filter((flag) => flag !== undefined)
    level = new Set(below.flatMap((flag) => [...flag.prerequisites, ...(flag.requires ?? [])]).map((next) => next.flag))
  }
  return level.size > 0
}
