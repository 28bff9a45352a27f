import { documentsDiffer } from '../../../shared/datafile/documents-differ.ts'
import type { Diff, DiffInput, DocumentDifference } from '../../../shared/features/publishing/schemas/history.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { revisionAsOf } from './datafile-as-of.ts'
import { type DatedDocument, documentsAt, subjectsTouchedBetween } from './history-queries.ts'

/**
 * Returns the differences between two revisions of the environment, in either direction. Reads only the subjects
 * touched between them.
 */
export async function diff(ctx: EnvironmentCtx, input: Omit<DiffInput, 'project' | 'environment'>): Promise<Diff> {
  const { from, to } = input
  for (const revision of [from, to]) await revisionAsOf(ctx, { revision })
  return { from, to, differences: await differencesBetween(ctx, from, to, input) }
}

/** Like `diff`, for revisions that are known to exist. */
export async function differencesBetween(
  { db, environment }: EnvironmentCtx,
  from: number,
  to: number,
  only: Pick<DiffInput, 'kind' | 'key'> = {},
): Promise<DocumentDifference[]> {
  const subjects = await subjectsTouchedBetween(db, environment, Math.min(from, to), Math.max(from, to), only)
  const [before, after] = [
    byPlace(await documentsAt(db, environment, from, subjects)),
    byPlace(await documentsAt(db, environment, to, subjects)),
  ]
  return subjects
    .map(({ kind, key }) => ({
      kind,
      key,
      before: before.get(`${kind}/${key}`) ?? null,
      after: after.get(`${kind}/${key}`) ?? null,
    }))
    .filter((one) => documentsDiffer(one.before, one.after))
}

const byPlace = (rows: readonly DatedDocument[]) => new Map(rows.map((row) => [`${row.kind}/${row.key}`, row.document]))
