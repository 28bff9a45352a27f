import type { Explanation } from '../../../../../shared/engine/explain/trace.ts'
import { explain } from '../../../../../shared/engine/explain.ts'
import type { OptionalModules } from '../../../../../shared/engine/optional-module.ts'
import type { Context } from '../../../../../shared/schemas/context.ts'
import type { Datafile } from '../../../../../shared/schemas/datafile.ts'
import type { FlagDocument } from '../../../../../shared/schemas/flag.ts'

/** A datafile to evaluate, the time to evaluate at, and a label. */
export type ColumnInput = {
  label: string
  datafile: Datafile
  nowMs: number
  /** The past instant, if it is not now. */
  at: string | undefined
}

/** The evaluation of one flag in one column. Null if the column does not have the flag. */
export type ColumnAnswer = ColumnInput & { document: FlagDocument; profiles: OptionalModules; explanation: Explanation }

export const answerOf = (
  asked: ColumnInput,
  flag: string,
  context: Context,
  profiles: OptionalModules,
): ColumnAnswer | null => {
  const document = asked.datafile.flags[flag]
  if (document === undefined) return null
  const explanation = explain(asked.datafile, flag, context, asked.nowMs, undefined, profiles)
  return { ...asked, document, profiles, explanation }
}
