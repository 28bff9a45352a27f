import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { firstAllowed } from '../publishing/first-allowed.ts'

/**
 * The entry with which a flag comes into an environment that does not have it. As it is, where it was `asked` for or the
 * caller may publish it; else off and without an answer of its own, so that programs keep the default they had without it;
 * and none where even that could change somebody's answer. Then a change brings it.
 */
export async function bringIn(ctx: EnvironmentCtx, document: FlagDocument, asked: boolean): Promise<Entry[]> {
  const entry = (flag: FlagDocument): Entry => ({ kind: 'flag', key: flag.key, document: flag })
  if (asked) return [entry(document)]
  return firstAllowed(ctx, [entry(document), entry({ ...document, on: false, offVariant: null })])
}
