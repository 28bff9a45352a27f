import { referencesOf } from '../datafile/references.ts'
import type { Outcome } from '../engine/outcome.ts'
import type { Context } from '../schemas/context.ts'
import type { Json } from '../schemas/keys.ts'
import type { TheirEnvironment } from './assembly.ts'
import type { Imported } from './imported.ts'
import { contextsOfImported } from './imported-contexts.ts'
import { type Random, withKept } from './sample.ts'
import { type SelfCheck, selfCheck } from './self-check.ts'

/** A vendor's own SDK with one document of theirs loaded. */
export type VendorSdk = {
  /** Their answer; null where it throws dice or cannot be asked. */
  readonly theirs: (flag: string, context: Record<string, Json>) => Json | null | Promise<Json | null>
  /** Our outcome in the same words. */
  readonly inTheirText: (outcome: Outcome, flag: string) => Json
  /** What becomes of a context before we are asked. */
  readonly contextOf?: (context: Record<string, Json>) => Record<string, Json>
  /** Frees what it holds. */
  readonly end?: () => unknown
}

/** Loads a document of an environment into the SDK that served it; null where there is none to be asked. */
export type OpenSdk = (given: {
  /** As the vendor's SDKs download it. */
  document: unknown
  imported: Imported
  /** The instant they are asked at. */
  nowMs: number
}) => VendorSdk | null | Promise<VendorSdk | null>

/** Flags and segments of ours, by place, whose import somebody has to decide about, and all that need one of them. */
const blockedIn = ({ flags, segments, findings, keys }: Imported): ReadonlySet<string> => {
  const users = new Map<string, string[]>()
  for (const [kind, documents] of [
    ['flag', flags],
    ['segment', segments],
  ] as const) {
    for (const [key, document] of Object.entries(documents)) {
      for (const to of referencesOf(document)) {
        const place = `${to.kind}/${to.key}`
        users.set(place, [...(users.get(place) ?? []), `${kind}/${key}`])
      }
    }
  }
  const subjects = new Set(findings.flatMap(({ severity, subject }) => (severity === 'block' ? [subject] : [])))
  const placesOf = (kind: 'flag' | 'segment') =>
    [...keys[`${kind}s`]].flatMap(([theirs, ours]) => (subjects.has(`${kind} ${theirs}`) ? [`${kind}/${ours}`] : []))
  const found = new Set([...placesOf('flag'), ...placesOf('segment')])
  // the set grows while it is walked, and is walked to its end
  for (const place of found) for (const user of users.get(place) ?? []) found.add(user)
  return found
}

/** Compares imported flags with what the vendor's SDK answers, for these contexts and for random ones. */
export const checkBySdk = async (
  open: OpenSdk,
  { original }: Pick<TheirEnvironment, 'original'>,
  imported: Imported,
  { count, random, nowMs, kept }: { count: number; random: Random; nowMs: number; kept: readonly Context[] },
): Promise<SelfCheck | null> => {
  const sdk = original === undefined ? null : await open({ document: original, imported, nowMs })
  if (sdk === null) return null
  const blocked = blockedIn(imported)
  try {
    return await selfCheck({
      imported,
      flags: [...imported.keys.flags].flatMap(([theirs, ours]) =>
        Object.hasOwn(imported.flags, ours) && !blocked.has(`flag/${ours}`) ? [theirs] : [],
      ),
      contexts: withKept(kept, count, (left) => contextsOfImported(imported, left, random)),
      nowMs,
      theirs: sdk.theirs,
      inTheirText: sdk.inTheirText,
      contextOf: sdk.contextOf,
    })
  } finally {
    await sdk.end?.()
  }
}
