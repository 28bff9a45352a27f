import type { z } from 'zod'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import type { CreateSegmentInput, Segment } from '../../../shared/features/segments/schemas/segment-view.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironments } from '../../platform/kernel/scope.ts'
import { firstPublishableEntry } from '../publishing/first-publishable-entry.ts'
import { publishEverywhere } from '../publishing/publish-everywhere.ts'
import { makeSegmentRow } from './make-segment-row.ts'
import { segmentView } from './view.ts'

/**
 * Creates a segment and publishes its first document to all environments, except where the caller may not change
 * values.
 */
export async function createSegment(ctx: ProjectCtx, input: z.output<typeof CreateSegmentInput>): Promise<Segment> {
  const { key } = input
  return inTransaction(ctx, async (tx) => {
    const row = await makeSegmentRow(tx, input, input)
    const entry: Entry = { kind: 'segment', key, document: { key, ...input.document } }
    await publishEverywhere(
      tx,
      await proveEnvironments(tx.db, tx.project),
      `Created segment ${key}`,
      // documents that already refer to it could change their values
      (environment) => firstPublishableEntry({ ...tx, environment }, [entry]),
    )
    return segmentView(row)
  })
}
