import type { ExportedFlag } from '../../exporting/format-support.ts'
import type { Projection } from '../../exporting/projection.ts'
import { memberOf, textOf } from '../../exporting/text-of.ts'

/** Flags and segments as JSON members, each with a version: the revision in which it last changed. */
interface LdMembers {
  readonly flags: Map<string, string>
  readonly segments: Map<string, string>
}

/** One flag as JSON, including its version. */
export const ldFlag = (piece: ExportedFlag, version: number): string => versioned(textOf(piece.json), version)

const versioned = (json: string, version: number): string => `{"version":${version},${json.slice(1)}`

export const ldSegment = (part: ExportedFlag['parts'][string], version: number): string =>
  versioned(textOf(part), version)

/** The members of an environment, for all readable flags. */
const launchDarklyMembers = (projection: Projection, version: number): LdMembers => {
  const flags = new Map<string, string>()
  const segments = new Map<string, string>()
  for (const [, { piece }] of projection.flags()) {
    if (piece === null) continue
    flags.set(piece.name, ldFlag(piece, version))
    for (const [name, part] of Object.entries(piece.parts)) segments.set(name, ldSegment(part, version))
  }
  return { flags, segments }
}

/** Generates the complete JSON document: `{"flags":{…},"segments":{…}}`. */
export const launchDarklyDocument = (projection: Projection, version: number): string => {
  const { flags, segments } = launchDarklyMembers(projection, version)
  const all = (members: ReadonlyMap<string, string>) =>
    [...members].map(([name, json]) => memberOf(name, json)).join(',')
  return `{"flags":{${all(flags)}},"segments":{${all(segments)}}}`
}
