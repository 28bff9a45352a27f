import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Can, Change, ShownEntry } from '../../../shared/features/changes/schemas/change.ts'
import { type ChangeAct, changeActs } from '../../../shared/features/changes/schemas/change-acts.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { checkProtection } from '../publishing/check-protection.ts'
import { rampOfChange } from '../ramps/queries.ts'
import { rampSummary } from '../ramps/view.ts'
import { neverClosed } from '../schedules/freezes/working-hours.ts'
import { runningSchedules } from '../schedules/queries.ts'
import { authorize } from './authorize.ts'
import { dependentsOfEach, documentsAtBases } from './entry-queries.ts'
import { getChange, type LoadedChange } from './load-change.ts'
import { mergeEntries } from './merge-entries.ts'
import { revisionsOfChange } from './queries.ts'
import { reviewsOf } from './review-queries.ts'
import { changeFields, reviewView } from './view.ts'

/** Returns a change with its differences, discussion, missing approvals, and the actions available to the caller. */
export async function readChange(ctx: ProjectCtx, input: { change: number }): Promise<Change> {
  const change = await getChange(ctx, input.change)
  const { row, environments, proposals, approvals } = change
  const [schedule] = await runningSchedules(ctx.db, [row.id])
  const merged = row.state === 'conflicted' ? await mergeEntries(ctx.db, environments, proposals) : []
  return {
    ...changeFields(row, schedule),
    message: row.message,
    version: row.version,
    entries: await shownEntries(ctx, change),
    clashes: merged.flatMap((one) => one.clashes),
    approvals: approvals.map(({ environment, given, required }) => ({
      environment: environment.key,
      required,
      given: given.map((one) => ({ id: one.reviewerId, name: one.reviewerName })),
    })),
    reviews: (await reviewsOf(ctx.db, row.id)).map(reviewView),
    ramp: await rampView(ctx, row.id),
    revisions: await revisionsOfChange(ctx.db, ctx.project, row.number),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    appliedAt: row.appliedAt?.toISOString() ?? null,
    can: await whatCan(ctx, change),
  }
}

async function rampView(ctx: ProjectCtx, changeId: string): Promise<Change['ramp']> {
  const ramp = await rampOfChange(ctx.db, changeId)
  return ramp ? rampSummary(ramp, ctx.now(), neverClosed) : null
}

async function shownEntries(ctx: ProjectCtx, { proposals }: LoadedChange): Promise<ShownEntry[]> {
  const places = proposals.map(({ environment, entry: { kind, key }, base }) => ({
    ...{ environmentId: environment.id, kind, key, base },
  }))
  const before = await documentsAtBases(ctx.db, places)
  const touches = await dependentsOfEach(ctx.db, places)
  return proposals.map(({ environment, entry, base }, index) => ({
    ...{ environment: environment.key, ...entry, base },
    before: before[index] ?? null,
    touches: touches[index] ?? [],
  }))
}

async function whatCan(ctx: ProjectCtx, change: LoadedChange): Promise<Can> {
  // Safe cast: the keys of the table are acts.
  const acts = Object.keys(changeActs) as ChangeAct[]
  const can = Object.fromEntries(acts.map((act) => [act, whyNot(() => authorize(ctx, change, act))])) as Can
  return { ...can, publish: can.publish ?? (await whyNotPublish(ctx, change)) }
}

/** Why a protected environment would reject a direct publish of the draft, or null. */
async function whyNotPublish(ctx: ProjectCtx, { row, environments, proposals }: LoadedChange): Promise<string | null> {
  for (const environment of environments) {
    const entries = proposals.filter((one) => one.environment === environment).map((one) => one.entry)
    const publication = { message: row.message || row.title, entries }
    const reason = await whyNotYet(checkProtection({ ...ctx, environment }, publication))
    if (reason !== null) return reason
  }
  return null
}

function whyNot(check: () => unknown): string | null {
  try {
    check()
    return null
  } catch (error) {
    return reasonOf(error)
  }
}

const whyNotYet = (checked: Promise<unknown>): Promise<string | null> => checked.then(() => null, reasonOf)

function reasonOf(error: unknown): string {
  if (error instanceof FanionError) return error.message
  throw error
}
