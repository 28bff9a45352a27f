import type { Explanation } from '../../../../../shared/engine/explain/trace.ts'
import { explain } from '../../../../../shared/engine/explain.ts'
import type { OptionalModules } from '../../../../../shared/engine/optional-module.ts'
import type { Context } from '../../../../../shared/schemas/context.ts'
import type { Datafile } from '../../../../../shared/schemas/datafile.ts'
import type { FlagDocument } from '../../../../../shared/schemas/flag.ts'

/** Documents to ask, the moment to ask at, and what people call them. */
export type Asked = {
  label: string
  datafile: Datafile
  nowMs: number
  /** The moment in the past, where it is one. */
  at: string | undefined
}

/** What one flag answers in one column; null where the column has no such flag. */
export type ColumnAnswer = Asked & { document: FlagDocument; profiles: OptionalModules; explanation: Explanation }

/** Asks one flag in one column. */
export const answerOf = (
  asked: Asked,
  flag: string,
  context: Context,
  profiles: OptionalModules,
): ColumnAnswer | null => {
  const document = asked.datafile.flags[flag]
  if (document === undefined) return null
  const explanation = explain(asked.datafile, flag, context, asked.nowMs, undefined, profiles)
  return { ...asked, document, profiles, explanation }
}
