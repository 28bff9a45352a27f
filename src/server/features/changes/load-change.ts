import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { type ProvenEnvironment, proveEnvironments } from '../../platform/kernel/scope.ts'
import { type CountedApprovals, countedApprovals } from './approvals.ts'
import { authorsOf, type ChangeRow, entriesOf, findChange } from './queries.ts'
import { approvalsOf } from './review-queries.ts'

/** A proposed entry with its resolved environment. */
export type Proposal = { environment: ProvenEnvironment; entry: Entry; base: number }

/** A change with its proposals and approvals, read in one transaction. */
export type LoadedChange = {
  row: ChangeRow
  proposals: readonly Proposal[]
  /** Its environments without duplicates, ordered by id. They are locked in this order. */
  environments: readonly ProvenEnvironment[]
  approvals: readonly CountedApprovals[]
  /** Ids of all accounts that wrote part of the change. */
  authors: ReadonlySet<string>
}

/** Returns the change with this number, or throws `change/not-found`. */
export async function getChange(ctx: ProjectCtx, number: number): Promise<LoadedChange> {
  return loadChange(ctx, number, await findChange(ctx.db, ctx.project, number))
}

/** Loads everything that belongs to a change's row. Throws `change/not-found` without a row. */
export async function loadChange(ctx: ProjectCtx, number: number, row: ChangeRow | undefined): Promise<LoadedChange> {
  if (!row) {
    const sentence = `Project "${ctx.project.key}" has no change ${number}.`
    throw new FanionError('change/not-found', { project: ctx.project.key, change: number }, sentence)
  }
  const proven = new Map((await proveEnvironments(ctx.db, ctx.project)).map((one) => [one.id, one]))
  const proposals = (await entriesOf(ctx.db, row.id)).flatMap(({ environmentId, kind, key, document, base }) => {
    const environment = proven.get(environmentId)
    // Safe cast: zod checked that the document has the row's kind when it was written.
    return environment ? [{ environment, entry: { kind, key, document } as Entry, base }] : []
  })
  const environments = [...new Set(proposals.map((proposal) => proposal.environment))]
  const approvals = countedApprovals(
    await approvalsOf(ctx.db, ctx.project, row.id),
    environments,
    row.results,
    row.secondLook,
  )
  return { row, proposals, environments, approvals, authors: await authorsOf(ctx.db, row.id) }
}
