import { computePublishEffect } from '../../../shared/datafile/publish-effect.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Entry, RevisionMark } from '../../../shared/features/publishing/schemas/revision.ts'
import { findLostFormats, lostFormatCure, lostFormatText } from '../../../shared/vendors/exporting/lost-formats.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { datafileOfDocuments, documentsAfter } from './check-impact.ts'
import { publishDependenciesOf } from './dependency-queries.ts'
import { isRollbackToApprovedState } from './is-rollback-to-approved-state.ts'
import { formatsRead } from './reader-queries.ts'
import { sha256 } from './sha256.ts'

type ProtocolCheckRequest = {
  entries: readonly Entry[]
  backTo?: number | undefined
  mark?: RevisionMark | null | undefined
}

/** Marks that skip this check: undoing an import, and an admin's override with a reason. */
const passes: readonly RevisionMark[] = ['bypassed', 'undo']

/**
 * Throws `reading/would-be-lost` if other systems' SDKs that read the environment could no longer evaluate a flag, if
 * the project protects them. Turning off, rollbacks to an approved state and an admin's bypass are exempt.
 */
export async function checkVendorProtocols(ctx: EnvironmentCtx, asked: ProtocolCheckRequest): Promise<void> {
  if (!ctx.project.protectReaders || (asked.mark && passes.includes(asked.mark))) return
  const formats = await formatsRead(ctx.db, ctx.environment, ctx.now())
  if (formats.length === 0) return
  const ground = await publishDependenciesOf(ctx.db, ctx.environment, asked.entries)
  const lost = findLostFormats(
    formats,
    datafileOfDocuments(ctx, ground),
    datafileOfDocuments(ctx, documentsAfter(ground, asked.entries)),
  )
  const [first] = lost
  if (first === undefined) return
  const effect = computePublishEffect(ground, asked.entries, sha256)
  if (effect.turnsOff || (await isRollbackToApprovedState(ctx, asked, effect))) return
  const more = lost.length > 1 ? ` (and ${lost.length - 1} more)` : ''
  throw new FanionError(
    'reading/would-be-lost',
    {
      problems: lost
        .slice(0, 100)
        .map((one) => ({ path: `flag ${one.flag}`, problem: lostFormatText(one), expected: lostFormatCure(one) })),
    },
    `${lostFormatText(first)} ${lostFormatCure(first)}${more} This project protects them; an admin can change that in its settings.`,
  )
}
