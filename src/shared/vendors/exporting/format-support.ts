import type { Documents } from '../../engine/prerequisite.ts'
import { flagOf } from '../../engine/prerequisite.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import type { Json } from '../../schemas/keys.ts'
import { type Proviso, Provisos } from './proviso.ts'
import { inSegmentCircle } from './references.ts'
import { isPrototypeName, NotReadable, notReadable, type UnreadableReason } from './unreadable-reason.ts'

/**
 * Whether a format can express a flag. If so: the requirements on contexts for identical results. If not: the reason.
 */
export type FormatSupport = { readonly provisos: readonly Proviso[] } | { readonly because: UnreadableReason }

/** One flag in another vendor's format. */
export interface ExportedFlag {
  /** Its name there: the original key if the flag was imported from another system. */
  readonly name: string
  readonly json: Json
  /** The shared parts it needs (segments, evaluators), by name. */
  readonly parts: Readonly<Record<string, Json>>
  /** The minimum version of the format's specification that supports it. */
  readonly since: number
}

export type ProjectedFlag =
  | { readonly piece: ExportedFlag; readonly reading: { readonly provisos: readonly Proviso[] } }
  | { readonly piece: null; readonly reading: { readonly because: UnreadableReason } }

/** The inputs for projecting one flag, and functions that record its requirements. */
export interface FlagScope {
  readonly documents: Documents
  readonly flag: FlagDocument
  readonly provisos: Provisos
  readonly parts: Record<string, Json>
  /** Records the minimum version of the format that is needed. */
  readonly since: (version: number) => void
  /** Another flag in this format. Throws `NotReadable` if that flag cannot be expressed. */
  readonly other: (key: string) => ExportedFlag
}

/** Converts a flag to a format, or throws `NotReadable`. Pure. */
export interface Format {
  readonly say: (scope: FlagScope) => Json
}

/** The name under which vendor SDKs read the flag: its original key, if it was imported. */
export const servedName = (flag: FlagDocument): string => flag.hashKey ?? flag.key

/** Projects one flag. `other` returns the projections of its dependencies, which must not form a cycle. */
export const projectFlag = (
  format: Format,
  documents: Documents,
  key: string,
  other: (key: string) => ProjectedFlag,
): ProjectedFlag => {
  const provisos = new Provisos()
  const parts: Record<string, Json> = {}
  let least = 0
  const since = (version: number) => {
    least = Math.max(least, version)
  }
  const ask = (wanted: string): ExportedFlag => {
    const { piece, reading } = other(wanted)
    if (piece === null) return notReadable('other-flag', wanted)
    for (const proviso of reading.provisos) provisos.add(proviso)
    since(piece.since)
    return piece
  }
  try {
    const flag = flagOf(documents, key) ?? notReadable('malformed')
    const name = servedName(flag)
    if (isPrototypeName(name)) notReadable('prototype-key', name)
    for (const variant of Object.keys(flag.variants))
      if (isPrototypeName(variant)) notReadable('prototype-key', variant)
    if (Object.values(flag.variants).includes(null)) notReadable('null-value')
    if (inSegmentCircle(documents, flag)) notReadable('circle')
    const json = format.say({ documents, flag, provisos, parts, since, other: ask })
    return { piece: { name, json, parts, since: least }, reading: { provisos: provisos.list } }
  } catch (problem) {
    if (problem instanceof NotReadable) return { piece: null, reading: { because: problem.because } }
    // A malformed document makes the engine return an error. Here it makes the flag unreadable.
    if (problem instanceof SyntaxError || problem instanceof TypeError)
      return { piece: null, reading: { because: { code: 'malformed' } } }
    throw problem
  }
}
