import type { Context } from '../schemas/context.ts'
import type { ExpressionDialect } from '../schemas/extended-split.ts'
import type { RegexDialect, VersionProfile } from '../schemas/extended-test.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { Json } from '../schemas/keys.ts'
import type { Holds } from './condition.ts'
import type { Pick } from './flag.ts'
import type { Families } from './operators/families.ts'
import type { Documents } from './prerequisite.ts'
import type { Slots } from './slots.ts'

/** What the wide compiler is given by the datafile it compiles for. */
export interface ExtendedScope {
  readonly documents: Documents
  readonly profiles: OptionalModules
  readonly slots: Slots
  /** Asks another flag as everyone else does; undefined when there is none. */
  readonly pick: (key: string) => Pick | undefined
  /** Whether another flag is on and serves one of the variants, as native conditions ask. */
  readonly serves: (key: string, variants: readonly string[]) => Holds
  /** Segments that are compiled already, for this compiler alone. */
  readonly segments: Map<string, unknown>
}

type Digest = (bytes: readonly number[]) => Int32Array

/** What an expression may ask about the evaluation it is part of. */
export interface Asked {
  readonly flagKey: string
  readonly nowMs: number
}

/**
 * Parts of the engine that few flags need, as far as they are loaded: families of operators, and all of the superset. A flag
 * that needs one that is not here is not ready (`PROVIDER_NOT_READY`).
 */
export interface OptionalModules extends Families {
  /** The same context with every access guarded: what throws reads as absent. For the retry after an exception. */
  readonly shield?: (context: unknown) => Context
  /** Compiles flags of the superset. */
  readonly wide?: {
    compileFlag(flag: FlagDocument, scope: ExtendedScope): Pick
    isExtended(flag: FlagDocument, documents: Documents): boolean
  }
  readonly sha1?: Digest
  readonly sha256?: Digest
  readonly md5?: Digest
  readonly crc32?: (bytes: readonly number[]) => number
  readonly cbor?: (values: readonly unknown[]) => number[]
  /** A pattern of a dialect as an ECMAScript one; undefined when it is none there. */
  readonly regex?: (dialect: RegexDialect, source: string, flags: string) => RegExp | undefined
  /** Parses a version by a grammar, to compare with others of its kind; undefined when it is none. */
  readonly versions?: (profile: VersionProfile, value: unknown) => ComparableVersion | undefined
  /** Prepares the expression of a rule of GO Feature Flag: its variant, or null. */
  readonly goff?: (expression: Json) => (context: unknown) => Json
  /** Prepares an expression. Running it answers null when it yields nothing, and throws what is wrong with it. */
  readonly jsonlogic?: (
    expression: Json,
    dialect: ExpressionDialect,
    profiles: OptionalModules,
  ) => (context: unknown, asked: Asked) => unknown
}

export interface ComparableVersion {
  /** Negative when this comes before the other, which was parsed by a profile of the same family. */
  compare(other: ComparableVersion): number
}

export type ModuleName = keyof OptionalModules
