import type { ImportOptions, Vendor } from '../../features/imports/schemas/import.ts'
import type { Context } from '../../schemas/context.ts'
import type { KnownKeys } from './display-keys.ts'
import type { Imported } from './imported.ts'
import type { SelfCheck } from './self-check.ts'
import type { Unread } from './unread.ts'

/** One file of an upload, parsed. The name is the person's: it says no more than which environment, where nothing else does. */
export type Part = { readonly name: string; readonly value: unknown }

/** What the vendor's management API says of a flag; what it does not say is left open. */
export type Description = {
  name?: string | undefined
  description?: string | undefined
  tags?: readonly string[] | undefined
  temporary?: boolean | undefined
  /** An address. */
  owner?: string | undefined
}

/** One environment of theirs, ready to be compiled. */
export type TheirEnvironment = {
  readonly name: string
  /** The vendor calls it critical: one of ours that is made for it is protected. */
  readonly critical: boolean
  readonly compile: (known: KnownKeys) => Imported
  /** Compares with the vendor's own formula, on so many contexts; not there where there is none. */
  readonly check?: (imported: Imported, contexts: number, kept: readonly Context[]) => Promise<SelfCheck>
  /** What the vendor's SDKs download for it, where that is known: they can be asked, too. */
  readonly original?: unknown
  /** Flags and segments of it that could not be read. */
  readonly unread?: readonly Unread[]
}

/** What a vendor's files come to. */
type Assembly = {
  /** What the vendor calls the project; empty where the files do not say. */
  readonly project: string
  readonly environments: readonly TheirEnvironment[]
  /** By the vendor's keys. */
  readonly flags: ReadonlyMap<string, Description>
  /** How many archived flags were left out. */
  readonly archived: number
  /** Sentences about what is not in the files, or was not read. */
  readonly notes: readonly string[]
}

/** How the files of a vendor are read. */
export type VendorReader = {
  readonly vendor: Vendor
  /** Which of the vendor's files this is, told by its content alone; null where it is none of them. */
  readonly recognise: (value: unknown) => string | null
  /** `nowMs` decides what was due of what is planned. */
  readonly assemble: (parts: readonly Part[], options: ImportOptions, nowMs: number) => Assembly
}

/** Files that a vendor's reader cannot use, in a sentence that says what would do. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of a list that are objects; none where it is no list. */
export const listed = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])

/** A text that is there and not empty. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

/** The members of a record or list that are objects. */
export const membersIn = (value: unknown): readonly Fields[] =>
  isFields(value) ? Object.values(value).filter(isFields) : listed(value)

/** The most of the telling fields that one member of a record or list has: what is wrong with the others is not looked at. */
export const mostTelling = (members: unknown, fields: readonly string[]): number =>
  membersIn(members).reduce((most, one) => Math.max(most, fields.filter((field) => field in one).length), 0)

/** A sentence that names archived flags, which are left out; none if there are none. */
export const archivedNotes = (keys: readonly unknown[]): string[] =>
  keys.length === 0 ? [] : [`Archived flags that are left out: ${keys.slice(0, 100).join(', ')}.`]
