import type { Outcome } from '../../src/shared/engine/outcome.ts'
import type { Context } from '../../src/shared/schemas/context.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import type { Json } from '../../src/shared/schemas/keys.ts'
import type { FormatName } from '../../src/shared/vendors/exporting/formats.ts'
import type { Projection } from '../../src/shared/vendors/exporting/projection.ts'

export type Attributes = Record<string, Json>

/** A vendor's own SDK over one document of its format. */
export type Opened = {
  /** Returns its value, or undefined if it is random or the SDK does not support such a context. */
  readonly ask: (flag: FlagDocument, attributes: Attributes) => Json | undefined | Promise<Json | undefined>
  readonly close: () => void | Promise<void>
}

/** A vendor format that is compared with its SDK. */
export type Subject = {
  readonly format: FormatName
  readonly sdk: string
  /** The oracle that generates documents of this vendor. */
  readonly oracle: string
  /** Removes what an import renames, which cannot be served back in the vendor's format. */
  readonly alter?: (document: Json) => void
  readonly open: (projection: Projection) => Opened | Promise<Opened>
  /** Converts a context that is JSON to the vendor's, or returns undefined if the vendor has no such context. */
  readonly attributesOf: (context: Attributes) => Attributes | undefined
  /** Converts a context of the vendor's as the server does. */
  readonly contextOf: (attributes: Attributes) => Context | undefined
  /** Converts an outcome to the format of `ask`. */
  readonly ours: (outcome: Outcome, flag: FlagDocument) => Json
}
