import type { z } from 'zod'
import type { Outcome } from '../../../src/shared/engine/outcome.ts'
import type { Context } from '../../../src/shared/schemas/context.ts'
import type { Json } from '../../../src/shared/schemas/keys.ts'
import type { Imported } from '../../../src/shared/vendors/importing/imported.ts'
import { parsed } from '../../../src/shared/vendors/importing/parsed.ts'
import type { Random } from '../../../src/shared/vendors/importing/sample.ts'

/** Attributes as a caller passes them. JSON, so that a difference can be printed and reproduced. */
export type Attributes = Record<string, Json>

/** One document, prepared on both sides. */
export type Round = {
  /** The vendor SDK's document, for printing. */
  document: unknown
  imported: Imported
  /** The flag keys to evaluate, as in `imported.keys`. */
  flags: readonly string[]
  /** The time of evaluation on both sides. */
  nowMs: number
  contexts: readonly Attributes[]
  /** The vendor's answer. Undefined if the SDK draws at random or does not support this context. */
  theirs: (flag: string, attributes: Attributes) => Json | undefined | Promise<Json | undefined>
  /** Converts the attributes to our context. */
  contextOf: (attributes: Attributes) => Context
  /** Converts our outcome to the format of `theirs`. */
  ours: (outcome: Outcome, flag: string) => Json
  /** Releases the SDK's resources. */
  end?: () => void | Promise<void>
}

/** Changes a document in place. */
export type Alter = (document: Json) => void

/** Serializes and parses a random document, with alterations in between. */
export const sentAs = <T>(document: T, alter: Alter = () => undefined): T => {
  const sent = JSON.parse(JSON.stringify(document)) as T
  alter(sent as Json)
  return sent
}

/** Thrown if the vendor's SDK rejects a document as a whole. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

/** Passes a document to the vendor's SDK. Throws `Refused` if it fails. */
export const handed = async <T>(make: () => T | Promise<T>): Promise<T> => {
  try {
    return await make()
  } catch (cause) {
    throw new Refused('The SDK reads nothing of this document.', { cause })
  }
}

/** Parses the document like the importer does. */
export const readAs = <T>(schema: z.ZodType<T>, document: unknown): T =>
  parsed(schema, 'The document', 'a vendor', JSON.parse(JSON.stringify(document)))

/** A vendor's own SDK that evaluates random documents. */
export type Oracle = {
  vendor: string
  /** The package and its version. */
  sdk: string
  /** `alter` changes the random document before either side gets it. */
  round: (random: Random, contexts: number, alter?: Alter) => Round | Promise<Round>
}
