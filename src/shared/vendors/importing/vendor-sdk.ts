import type { Outcome } from '../../engine/outcome.ts'
import type { Context } from '../../schemas/context.ts'
import type { Json } from '../../schemas/keys.ts'
import type { TheirEnvironment } from './assembly.ts'
import type { Imported } from './imported.ts'
import { contextsOfImported } from './imported-contexts.ts'
import { type Random, withKept } from './sample.ts'
import { type SelfCheck, selfCheck } from './self-check.ts'

/** A vendor's own SDK with one document of theirs loaded. */
type VendorSdk = {
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

/** Compares imported flags with what the vendor's SDK answers, for these contexts and for random ones. */
export const checkBySdk = async (
  open: OpenSdk,
  { original }: Pick<TheirEnvironment, 'original'>,
  imported: Imported,
  { count, random, nowMs, kept }: { count: number; random: Random; nowMs: number; kept: readonly Context[] },
): Promise<SelfCheck | null> => {
  const sdk = original === undefined ? null : await open({ document: original, imported, nowMs })
  if (sdk === null) return null
  try {
    return await selfCheck({
      imported,
      flags: [...imported.keys.flags].flatMap(([theirs, ours]) =>
        Object.hasOwn(imported.flags, ours) ? [theirs] : [],
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
