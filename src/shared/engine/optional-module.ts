import type { Context } from '../schemas/context.ts'
import type { ExpressionDialect } from '../schemas/extended-split.ts'
import type { RegexDialect, VersionProfile } from '../schemas/extended-test.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { Json } from '../schemas/keys.ts'
import type { ConditionTest } from './condition.ts'
import type { Pick } from './flag.ts'
import type { Families } from './operators/families.ts'
import type { Documents } from './prerequisite.ts'
import type { Slots } from './slots.ts'

/** What the extended compiler receives from the compiled datafile. */
export interface ExtendedScope {
  readonly documents: Documents
  readonly profiles: OptionalModules
  readonly slots: Slots
  /** Returns the evaluation of another flag; undefined if it does not exist. */
  readonly pick: (key: string) => Pick | undefined
  /** Whether another flag is on and serves one of the variants, for native conditions. */
  readonly serves: (key: string, variants: readonly string[]) => ConditionTest
  /** Segments that the extended compiler has already compiled. */
  readonly segments: Map<string, unknown>
}

type Digest = (bytes: readonly number[]) => Int32Array

/** What an expression can read about its evaluation. */
export interface ExpressionContext {
  readonly flagKey: string
  readonly nowMs: number
}

/**
 * Optional modules of the engine, as far as they are loaded: operator families, and the extended model. A flag that
 * needs a missing one is not ready (`PROVIDER_NOT_READY`).
 */
export interface OptionalModules extends Families {
  /**
   * Wraps a context so that every access is guarded: properties that throw read as absent. For the retry after an
   * exception.
   */
  readonly shield?: (context: unknown) => Context
  readonly wide?: {
    compileFlag(flag: FlagDocument, scope: ExtendedScope): Pick
    isExtended(flag: FlagDocument, documents: Documents): boolean
  }
  readonly sha1?: Digest
  readonly sha256?: Digest
  readonly md5?: Digest
  readonly crc32?: (bytes: readonly number[]) => number
  readonly cbor?: (values: readonly unknown[]) => number[]
  /** Translates a pattern of a dialect to ECMAScript; undefined if it is invalid. */
  readonly regex?: (dialect: RegexDialect, source: string, flags: string) => RegExp | undefined
  /** Parses a version by a grammar, for comparison with others of the same kind; undefined if it is invalid. */
  readonly versions?: (profile: VersionProfile, value: unknown) => ComparableVersion | undefined
  /** Compiles the expression of a GO Feature Flag rule: returns its variant, or null. */
  readonly query?: (expression: Json) => (context: unknown) => Json
  /** Compiles an expression. Running it returns null if it yields nothing, and throws its errors. */
  readonly jsonlogic?: (
    expression: Json,
    dialect: ExpressionDialect,
    profiles: OptionalModules,
  ) => (context: unknown, asked: ExpressionContext) => unknown
}

export interface ComparableVersion {
  /** Negative if this version precedes the other, which must be parsed by a profile of the same family. */
  compare(other: ComparableVersion): number
}

export type ModuleName = keyof OptionalModules
