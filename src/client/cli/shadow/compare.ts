import type { Json } from '../../../shared/schemas/keys.ts'
import { type FormatName, formats } from '../../../shared/vendors/exporting/formats.ts'
import { Projection } from '../../../shared/vendors/exporting/projection.ts'
import { reasonText } from '../../../shared/vendors/exporting/words.ts'
import type { Imported } from '../../../shared/vendors/importing/imported.ts'
import { CliError } from '../cli-error.ts'

/** The first difference of a flag. An undefined side has no value there. */
export type Difference = {
  readonly flag: string
  readonly path: string
  readonly theirs?: unknown
  readonly ours?: unknown
}

export type Comparison = {
  readonly same: number
  readonly differences: Difference[]
  /** The other system’s flags that the format cannot express. */
  readonly unreadable: { flag: string; because: string }[]
}

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields that differ only because of the conversion, and visibility to clients, which each side sets for itself. */
const ignoredFields = new Set(['version', 'clientSideAvailability', 'clientSide', 'description', 'type', 'project'])

/** The flags of an environment, each with the shared parts it refers to. */
const flagsIn: Readonly<Record<FormatName, (document: unknown) => Map<string, unknown>>> = {
  unleash: (document) => {
    const features = isObject(document) && Array.isArray(document['features']) ? document['features'] : rejectDocument()
    return new Map(features.filter(isObject).map((feature) => [String(feature['name']), feature]))
  },
  launchdarkly: (document) => {
    if (!isObject(document) || !isObject(document['flags'])) return rejectDocument()
    const segments = isObject(document['segments']) ? document['segments'] : {}
    return new Map(Object.entries(document['flags']).map(([name, flag]) => [name, withSegments(flag, segments)]))
  },
  flagd: (document) => {
    if (!isObject(document) || !isObject(document['flags'])) return rejectDocument()
    return new Map(Object.entries(document['flags']))
  },
  growthbook: (document) => {
    if (!isObject(document) || !isObject(document['features'])) return rejectDocument()
    return new Map(Object.entries(document['features']))
  },
}

const rejectDocument = (): never => {
  throw new CliError('What Fanion answered isn’t a document of this format. Update both to the same version.')
}

/** A flag with the segments it refers to, directly or indirectly. */
const withSegments = (flag: unknown, segments: Fields): unknown => {
  const reached = new Set<string>()
  const look = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(look)
    if (!isObject(node)) return
    const { op, values } = node
    if (op === 'segmentMatch' && Array.isArray(values)) {
      for (const key of values) {
        if (typeof key !== 'string' || reached.has(key) || !Object.hasOwn(segments, key)) continue
        reached.add(key)
        look(segments[key])
      }
    }
    Object.values(node).forEach(look)
  }
  look(flag)
  return { flag, segments: Object.fromEntries([...reached].sort().map((key) => [key, segments[key]])) }
}

/** Compares another system’s document, compiled and converted back, with the document that this server serves. */
export const compareDocuments = (format: FormatName, theirs: Imported, answered: unknown): Comparison => {
  const { flags, segments } = theirs
  const datafile = {
    ...{ format: 1 as const, project: 'theirs', environment: 'theirs', revision: 0, digest: '' },
    ...{ publishedAt: new Date(0).toISOString(), flags, segments },
  }
  const projection = new Projection(formats[format], datafile)
  const ours = flagsIn[format](answered)
  const comparison: Comparison = { same: 0, differences: [], unreadable: [] }
  let same = 0
  for (const [, { piece }] of projection.flags()) {
    if (piece === null) continue
    const said = format === 'launchdarkly' ? withSegments(piece.json, piece.parts) : piece.json
    const difference = differenceOf(said, ours.get(piece.name), '')
    if (difference === null) same += 1
    else comparison.differences.push({ flag: piece.name, ...difference })
  }
  for (const [key, reading] of projection.readings()) {
    if ('because' in reading)
      comparison.unreadable.push({ flag: flags[key]?.hashKey ?? key, because: reasonText(reading.because) })
  }
  return { ...comparison, same }
}

/** The first path where two values differ. Ignores the order of object fields. */
const differenceOf = (theirs: unknown, ours: unknown, path: string): Omit<Difference, 'flag'> | null => {
  if (Array.isArray(theirs) && Array.isArray(ours) && theirs.length === ours.length) {
    for (const [at, one] of theirs.entries()) {
      const found = differenceOf(one, ours[at], path === '' ? String(at) : `${path}.${at}`)
      if (found !== null) return found
    }
    return null
  }
  if (isObject(theirs) && isObject(ours)) {
    for (const name of new Set([...Object.keys(theirs), ...Object.keys(ours)])) {
      if (ignoredFields.has(name)) continue
      const found = differenceOf(theirs[name], ours[name], path === '' ? name : `${path}.${name}`)
      if (found !== null) return found
    }
    return null
  }
  return theirs === ours ? null : { path, theirs: theirs as Json, ours: ours as Json }
}
