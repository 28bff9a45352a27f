import type { Outcome } from '../../engine/outcome.ts'
import type { Context } from '../../schemas/context.ts'
import type { Json } from '../../schemas/keys.ts'
import type { TheirEnvironment } from './assembly.ts'
import type { Imported } from './imported.ts'
import { contextsOfImported } from './imported-contexts.ts'
import { type Random, withKept } from './sample.ts'
import { type SelfCheck, selfCheck } from './self-check.ts'

/** A vendor's SDK with one of its documents loaded. */
type VendorSdk = {
  /** Evaluates a flag with the SDK. Null if it decides at random or cannot be queried. */
  readonly theirs: (flag: string, context: Record<string, Json>) => Json | null | Promise<Json | null>
  /** Converts Fanion's outcome to the vendor's form. */
  readonly inTheirText: (outcome: Outcome, flag: string) => Json
  /** Converts a vendor context to Fanion's form. */
  readonly contextOf?: (context: Record<string, Json>) => Record<string, Json>
  /** Releases the SDK's resources. */
  readonly end?: () => unknown
}

/** Loads the document of an environment into the vendor's SDK. Null if no SDK is available. */
export type OpenSdk = (given: {
  /** As the vendor's SDKs download it. */
  document: unknown
  imported: Imported
  /** The instant of the evaluations. */
  nowMs: number
}) => VendorSdk | null | Promise<VendorSdk | null>

/** Compares imported flags with the vendor's SDK, for the sample contexts and for random ones. */
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
