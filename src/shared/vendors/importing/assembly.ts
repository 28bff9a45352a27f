import type { ImportOptions, Vendor } from '../../features/imports/schemas/import.ts'
import type { Context } from '../../schemas/context.ts'
import type { KnownKeys } from './display-keys.ts'
import type { Imported } from './imported.ts'
import type { SelfCheck } from './self-check.ts'
import type { Unread } from './unread.ts'

/**
 * One parsed file of an upload. Its name is chosen by the user, so it only determines the environment if the content
 * does not.
 */
export type UploadedPart = { readonly name: string; readonly value: unknown }

/** A flag's properties in the vendor's management API. Missing ones are undefined. */
export type Description = {
  name?: string | undefined
  description?: string | undefined
  tags?: readonly string[] | undefined
  temporary?: boolean | undefined
  /** An email address. */
  owner?: string | undefined
}

/** One environment of the vendor, ready to be converted. */
export type TheirEnvironment = {
  readonly name: string
  /** Whether the vendor calls it critical. A new environment for it becomes protected. */
  readonly critical: boolean
  readonly compile: (known: KnownKeys) => Imported
  /**
   * Compares the import with the vendor's algorithm for this many contexts. Absent if the algorithm is not available.
   */
  readonly check?: (imported: Imported, contexts: number, kept: readonly Context[]) => Promise<SelfCheck>
  /** The document that the vendor's SDKs download, if known. It allows a comparison with the SDK itself. */
  readonly original?: unknown
  readonly unread?: readonly Unread[]
}

/** The result of reading a vendor's files. */
type Assembly = {
  /** The vendor's name of the project. Empty if the files do not contain it. */
  readonly project: string
  readonly environments: readonly TheirEnvironment[]
  /** By the vendor's keys. */
  readonly flags: ReadonlyMap<string, Description>
  /** The number of archived flags that were left out. */
  readonly archived: number
  /** Sentences about missing data and about files that were not read. */
  readonly notes: readonly string[]
}

/** Reads the files of a vendor. */
export type VendorReader = {
  readonly vendor: Vendor
  /** Identifies which of the vendor's files this is, by its content alone. Null if it is none of them. */
  readonly recognise: (value: unknown) => string | null
  /** `nowMs` decides which scheduled changes are due. */
  readonly assemble: (parts: readonly UploadedPart[], options: ImportOptions, nowMs: number) => Assembly
}

/** Thrown if a vendor's files cannot be used. The message says what to provide instead. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The objects in a list. Empty if the value is not a list. */
export const listed = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])

/** The value if it is a string that is not blank. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

/** The objects in a record or list. */
export const membersIn = (value: unknown): readonly Fields[] =>
  isFields(value) ? Object.values(value).filter(isFields) : listed(value)

/**
 * The maximum number of characteristic fields in one member of a record or list. One valid member is enough to identify
 * a file.
 */
export const maxCharacteristicFields = (members: unknown, fields: readonly string[]): number =>
  membersIn(members).reduce((most, one) => Math.max(most, fields.filter((field) => field in one).length), 0)

/** A sentence that names the archived flags that were left out. Empty if there are none. */
export const archivedNotes = (keys: readonly unknown[]): string[] =>
  keys.length === 0 ? [] : [`Archived flags that are left out: ${keys.slice(0, 100).join(', ')}.`]
