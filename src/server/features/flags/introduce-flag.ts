import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { firstPublishableEntry } from '../publishing/first-publishable-entry.ts'

/**
 * The entry that adds a flag to an environment that lacks it. The document is unchanged if `asked` is set or the caller
 * may publish it. Otherwise the flag is added off and without a value, so that applications keep their code default. If
 * even that could change a user's value, there is no entry, and a change has to add it.
 */
export async function introduceFlag(ctx: EnvironmentCtx, document: FlagDocument, asked: boolean): Promise<Entry[]> {
  const entry = (flag: FlagDocument): Entry => ({ kind: 'flag', key: flag.key, document: flag })
  if (asked) return [entry(document)]
  return firstPublishableEntry(ctx, [entry(document), entry({ ...document, on: false, offVariant: null })])
}
