import type { Documents } from '../../engine/prerequisite.ts'
import { flagOf } from '../../engine/prerequisite.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import type { Json } from '../../schemas/keys.ts'
import { type Because, isPrototypeName, NotReadable, notReadable } from './because.ts'
import { type Proviso, Provisos } from './proviso.ts'
import { inSegmentCircle } from './references.ts'

/** Whether a format can say a flag: if so, what must hold of a context for both to answer alike; if not, why. */
export type FlagReading = { readonly provisos: readonly Proviso[] } | { readonly because: Because }

/** One flag in another system's format. */
export interface Piece {
  /** What it is called there: the key it was hashed under, where it came from another system. */
  readonly name: string
  readonly json: Json
  /** Shared parts it needs by their names: segments, evaluators. */
  readonly parts: Readonly<Record<string, Json>>
  /** The least version of the format's own specification that can read it. */
  readonly since: number
}

export type ProjectedFlag =
  | { readonly piece: Piece; readonly reading: { readonly provisos: readonly Proviso[] } }
  | { readonly piece: null; readonly reading: { readonly because: Because } }

/** What projecting one flag reads, and where it notes what comes of it. */
export interface FlagScope {
  readonly documents: Documents
  readonly flag: FlagDocument
  readonly provisos: Provisos
  readonly parts: Record<string, Json>
  /** Notes that at least this version of the format is needed. */
  readonly since: (version: number) => void
  /** Another flag, as this format says it; not readable where that one is not. */
  readonly other: (key: string) => Piece
}

/** A format: how it says one flag, or throws `NotReadable`. Pure. */
export interface Format {
  readonly say: (scope: FlagScope) => Json
}

/** What a flag is called in readings: programs ask for it as they did before it came here. */
export const servedName = (flag: FlagDocument): string => flag.hashKey ?? flag.key

/** One flag as a format says it. `other` answers for the flags it needs, which lead into no circle. */
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
  const ask = (wanted: string): Piece => {
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
    // a malformed document is answered with an error by the engine, and with nothing by a reading
    if (problem instanceof SyntaxError || problem instanceof TypeError)
      return { piece: null, reading: { because: { code: 'malformed' } } }
    throw problem
  }
}
