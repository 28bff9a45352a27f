import type { z } from 'zod'
import type { VersionList, VersionsInput } from '../../../shared/features/publishing/schemas/history.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { documentsAt, entriesOf } from './history-queries.ts'
import { listRevisions } from './list-revisions.ts'

type Input = Omit<z.output<typeof VersionsInput>, 'project' | 'environment'>

/** Lists the versions of one flag or segment in the environment, newest first, one page at a time. */
export async function subjectHistory(ctx: EnvironmentCtx, input: Input): Promise<VersionList> {
  const { db, environment } = ctx
  const subject = { kind: input.kind, key: input.key }
  const { revisions, next } = await listRevisions(ctx, input)
  const numbers = revisions.map((revision) => revision.number)
  const documents = new Map(
    (await entriesOf(db, environment, subject, numbers)).map(({ number, document }) => [number, document]),
  )
  const oldest = numbers.at(-1) ?? 1
  const [before] = await documentsAt(db, environment, oldest - 1, [subject])
  return {
    versions: revisions.map((revision) => ({ revision, document: documents.get(revision.number) ?? null })),
    earlier: before?.document ?? null,
    next,
  }
}
