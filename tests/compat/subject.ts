import type { Outcome } from '../../src/shared/engine/outcome.ts'
import type { Context } from '../../src/shared/schemas/context.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import type { Json } from '../../src/shared/schemas/keys.ts'
import type { FormatName } from '../../src/shared/vendors/exporting/formats.ts'
import type { Projection } from '../../src/shared/vendors/exporting/projection.ts'

export type Attributes = Record<string, Json>

/** A vendor's own SDK over one document of its format. */
export type Opened = {
  /** Its answer; undefined where it throws dice or takes no such context. */
  readonly ask: (flag: FlagDocument, attributes: Attributes) => Json | undefined | Promise<Json | undefined>
  readonly close: () => void | Promise<void>
}

/** A format whose readings are held against the SDK they are for. */
export type Subject = {
  readonly format: FormatName
  readonly sdk: string
  /** The oracle that makes documents of this vendor. */
  readonly oracle: string
  /** Takes out of the vendor's document what an import renames, which cannot be served back in its format. */
  readonly alter?: (document: Json) => void
  readonly open: (projection: Projection) => Opened | Promise<Opened>
  /** A context of the vendor's, made of one of ours that is JSON; undefined where the vendor has no such context. */
  readonly attributesOf: (context: Attributes) => Attributes | undefined
  /** A context of the vendor's as the server reads it. */
  readonly contextOf: (attributes: Attributes) => Context | undefined
  /** Our outcome in the words of `ask`. */
  readonly ours: (outcome: Outcome, flag: FlagDocument) => Json
}
