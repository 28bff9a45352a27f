import { type Documents, flagOf, maxChain, segmentOf } from '../../engine/prerequisite.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import type { SegmentDocument } from '../../schemas/segment.ts'

/** The flags and segments that a document references directly. */
interface Named {
  readonly flags: readonly string[]
  readonly segments: readonly string[]
}

const known = new WeakMap<object, Named>()

const collect = (node: unknown, flags: Set<string>, segments: Set<string>): void => {
  if (typeof node !== 'object' || node === null) return
  // Safe cast: any property may be read from an object.
  const { flag, segment } = node as { flag?: unknown; segment?: unknown }
  if (typeof flag === 'string') flags.add(flag)
  if (typeof segment === 'string') segments.add(segment)
  for (const inner of Object.values(node)) collect(inner, flags, segments)
}

/** Cached per document, because many flags can reference it. */
const namedBy = (document: object, parts: unknown): Named => {
  const before = known.get(document)
  if (before !== undefined) return before
  const [flags, segments] = [new Set<string>(), new Set<string>()]
  collect(parts, flags, segments)
  const named = { flags: [...flags], segments: [...segments] }
  known.set(document, named)
  return named
}

const ofFlag = (flag: FlagDocument): Named =>
  namedBy(flag, [flag.prerequisites, flag.requires, flag.rules, flag.otherwise, flag.off])
const ofSegment = (segment: SegmentDocument): Named => namedBy(segment, segment.when)

/** The flags that a flag references, also through segments. `met` is called for each segment. */
const next = (documents: Documents, key: string, met: (segment: string) => void): ReadonlySet<string> => {
  const flag = flagOf(documents, key)
  if (flag === undefined) return nothing
  const own = ofFlag(flag)
  if (own.flags.length + own.segments.length === 0) return nothing
  const flags = new Set(own.flags)
  const segments = new Set(own.segments)
  // The set grows during iteration, and a `Set` iterator also visits new elements.
  for (const one of segments) {
    met(one)
    const segment = segmentOf(documents, one)
    if (segment === undefined) continue
    const named = ofSegment(segment)
    for (const other of named.segments) segments.add(other)
    for (const other of named.flags) flags.add(other)
  }
  return flags
}

const nothing: ReadonlySet<string> = new Set()

/** All dependencies of a flag and the flag itself, as `flag:key` and `segment:key`. Must match the engine's `reach`. */
export const dependencyNamesOf = (documents: Documents, key: string): Set<string> => {
  const flags = new Set([key])
  const all = new Set<string>()
  for (const flag of flags) {
    all.add(`flag:${flag}`)
    for (const other of next(documents, flag, (segment) => all.add(`segment:${segment}`))) flags.add(other)
  }
  return all
}

/** Whether a flag's references contain no cycle, including its segments. Must match the engine's `endsWell`. */
export const hasNoReferenceCycle = (documents: Documents, key: string): boolean => {
  let level: ReadonlySet<string> = new Set([key])
  for (let depth = 0; depth < maxChain && level.size > 0; depth += 1) {
    const below = new Set<string>()
    for (const flag of level) for (const other of next(documents, flag, () => {})) below.add(other)
    level = below
  }
  return level.size === 0
}

/** Whether a segment of the flag references itself. The engine returns an error for such a flag. */
export const inSegmentCircle = (documents: Documents, flag: FlagDocument): boolean => {
  const { segments } = ofFlag(flag)
  if (segments.length === 0) return false
  const over = new Set<string>()
  const underWay = new Set<string>()
  const circular = (key: string): boolean => {
    if (underWay.has(key)) return true
    if (over.has(key)) return false
    underWay.add(key)
    const segment = segmentOf(documents, key)
    const found = segment !== undefined && ofSegment(segment).segments.some(circular)
    underWay.delete(key)
    over.add(key)
    return found
  }
  return segments.some(circular)
}
