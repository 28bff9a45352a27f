import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import { isOfRun } from '../../../shared/features/ramps/is-of-run.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import { openRunNumbers } from '../publishing/log-queries.ts'
import { heads } from '../publishing/queries.ts'

/**
 * The first documents of a new environment: the flags and segments of another one or, with `off`, the same flags turned
 * off and without rules. Rules that belong to a ramp are not copied.
 */
export async function initialEntries(
  db: Db,
  from: ProvenEnvironment | undefined,
  { off }: { off: boolean },
): Promise<Entry[]> {
  if (!from) return []
  const open = await openRunNumbers(db, from)
  return (await heads(db, from)).map(({ kind, key, document }): Entry => {
    // a subject's document has the subject's kind
    if (kind === 'segment') return { kind, key, document: document as SegmentDocument }
    const flag = document as FlagDocument
    if (off) return { kind, key, document: { ...flag, on: false, prerequisites: [], rules: [] } }
    return { kind, key, document: { ...flag, rules: flag.rules.filter((rule) => !isOfRun(open)(rule)) } }
  })
}
