import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { type ProvenEnvironment, proveEnvironments } from '../../platform/kernel/scope.ts'
import { type ApprovalsThere, approvalsThere } from './approvals.ts'
import { authorsOf, type ChangeRow, entriesOf, findChange } from './queries.ts'
import { approvalsOf } from './review-queries.ts'

/** One proposed entry with its environment proven. */
export type Proposal = { environment: ProvenEnvironment; entry: Entry; base: number }

/** A change with what it proposes and what has been approved, as one transaction sees it. */
export type LoadedChange = {
  row: ChangeRow
  proposals: readonly Proposal[]
  /** The environments it is about, each once, in the order of their ids: the order in which they are locked. */
  environments: readonly ProvenEnvironment[]
  approvals: readonly ApprovalsThere[]
  /** Everybody who wrote any of it. */
  authors: ReadonlySet<string>
}

/** The change of this number, or `change/not-found`. */
export async function getChange(ctx: ProjectCtx, number: number): Promise<LoadedChange> {
  return loadChange(ctx, number, await findChange(ctx.db, ctx.project, number))
}

/** A change's row with everything that belongs to it; `change/not-found` where there is no row. */
export async function loadChange(ctx: ProjectCtx, number: number, row: ChangeRow | undefined): Promise<LoadedChange> {
  if (!row) {
    const sentence = `Project "${ctx.project.key}" has no change ${number}.`
    throw new FanionError('change/not-found', { project: ctx.project.key, change: number }, sentence)
  }
  const proven = new Map((await proveEnvironments(ctx.db, ctx.project)).map((one) => [one.id, one]))
  const proposals = (await entriesOf(ctx.db, row.id)).flatMap(({ environmentId, kind, key, document, base }) => {
    const environment = proven.get(environmentId)
    // the column holds a document of the row's kind, which zod checked when it was written
    return environment ? [{ environment, entry: { kind, key, document } as Entry, base }] : []
  })
  const environments = [...new Set(proposals.map((proposal) => proposal.environment))]
  const approvals = approvalsThere(
    await approvalsOf(ctx.db, ctx.project, row.id),
    environments,
    row.results,
    row.secondLook,
  )
  return { row, proposals, environments, approvals, authors: await authorsOf(ctx.db, row.id) }
}
