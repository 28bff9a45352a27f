import type { z } from 'zod'
import type { Outcome } from '../../../src/shared/engine/outcome.ts'
import type { Context } from '../../../src/shared/schemas/context.ts'
import type { Json } from '../../../src/shared/schemas/keys.ts'
import type { Imported } from '../../../src/shared/vendors/importing/imported.ts'
import { parsed } from '../../../src/shared/vendors/importing/parsed.ts'
import type { Random } from '../../../src/shared/vendors/importing/sample.ts'

/** Attributes as a caller hands them in; JSON, so that a difference can be printed and asked again. */
export type Attributes = Record<string, Json>

/** One document, made ready on both sides. */
export type Round = {
  /** What the vendor's SDK was given, for people. */
  document: unknown
  imported: Imported
  /** The keys to ask, as `imported.keys` knows them. */
  flags: readonly string[]
  /** The instant both sides are asked at. */
  nowMs: number
  contexts: readonly Attributes[]
  /** The vendor's own answer; undefined where it throws dice or cannot be asked. */
  theirs: (flag: string, attributes: Attributes) => Json | undefined | Promise<Json | undefined>
  /** The same attributes as a context of ours. */
  contextOf: (attributes: Attributes) => Context
  /** Our outcome in the vendor's words. */
  ours: (outcome: Outcome, flag: string) => Json
  /** Frees what the SDK holds. */
  end?: () => void | Promise<void>
}

/** Changes a document where it stands. */
export type Alter = (document: Json) => void

/** A random document as text that went over the wire, and was altered on its way. */
export const sentAs = <T>(document: T, alter: Alter = () => undefined): T => {
  const sent = JSON.parse(JSON.stringify(document)) as T
  alter(sent as Json)
  return sent
}

/** Thrown where the vendor's SDK reads nothing of a document. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

/** What the vendor's SDK makes of a document that it is handed. */
export const handed = async <T>(make: () => T | Promise<T>): Promise<T> => {
  try {
    return await make()
  } catch (cause) {
    throw new Refused('The SDK reads nothing of this document.', { cause })
  }
}

/** The document as the importer reads it, where it reads it. */
export const readAs = <T>(schema: z.ZodType<T>, document: unknown): T =>
  parsed(schema, 'The document', 'a vendor', JSON.parse(JSON.stringify(document)))

/** A vendor's own SDK, which answers random documents. */
export type Oracle = {
  vendor: string
  /** The package that answers, and its version. */
  sdk: string
  /** `alter` changes the random document before either side is given it. */
  round: (random: Random, contexts: number, alter?: Alter) => Round | Promise<Round>
}
