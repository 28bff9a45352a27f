import { randomBytes } from 'node:crypto'
import { approveChange } from '../../src/server/features/changes/approve-change.ts'
import { applyApproved } from '../../src/server/features/changes/publish-change.ts'
import { reconcileOvertakenChanges } from '../../src/server/features/changes/reconcile-after-revision.ts'
import { requestReview } from '../../src/server/features/changes/request-review.ts'
import { requestChanges } from '../../src/server/features/changes/review-change.ts'
import { saveChange } from '../../src/server/features/changes/save-change.ts'
import { scheduleChange } from '../../src/server/features/changes/schedule-change.ts'
import { withdrawChange } from '../../src/server/features/changes/withdraw-change.ts'
import { publish } from '../../src/server/features/publishing/publish.ts'
import { headsOf } from '../../src/server/features/publishing/queries.ts'
import type { Db } from '../../src/server/platform/db/pool.ts'
import type { Ctx, ProjectCtx } from '../../src/server/platform/kernel/ctx.ts'
import { proveProject } from '../../src/server/platform/kernel/scope.ts'
import type { Change, ChangeState } from '../../src/shared/features/changes/schemas/change.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import { aLiveFlag, aPerson, aProject, contextOf, inEnvironment, join } from './people.ts'

/** A project whose protected production requires approval, with a member of every role. */
export type Team = {
  key: string
  ada: ProjectCtx
  admin: ProjectCtx
  publisher: ProjectCtx
  second: ProjectCtx
  editor: ProjectCtx
  viewer: ProjectCtx
  stranger: Ctx
  system: Ctx
}

/** Creates a team. `now` is the clock of all its members. */
export async function aTeam(db: Db, requiredApprovals = 1, now = () => new Date()): Promise<Team> {
  const { owner, project } = await aProject(db)
  const key = project.project.key
  await db
    .updateTable('environment')
    .set({ requiredApprovals })
    .where('projectId', '=', project.project.id)
    .where('key', '=', 'production')
    .execute()
  const member = async (name: string, role: 'admin' | 'publisher' | 'editor' | 'viewer'): Promise<ProjectCtx> => {
    const ctx = contextOf(db, await aPerson(db, name), now)
    await join(db, ctx.actor, key, role)
    return { ...ctx, project: await proveProject(db, ctx.actor, key) }
  }
  return {
    key,
    ada: { ...project, ...contextOf(db, owner.actor, now) },
    admin: await member('Adam', 'admin'),
    publisher: await member('Pia', 'publisher'),
    second: await member('Paul', 'publisher'),
    editor: await member('Eda', 'editor'),
    viewer: await member('Vera', 'viewer'),
    stranger: contextOf(db, await aPerson(db, 'Sam'), now),
    system: contextOf(db, { kind: 'system', id: null, name: 'Fanion' }, now),
  }
}

/** A flag that is on and serves `on` in development and production, created by the owner. */
export async function aServedFlag(team: Team, key = `flag-${randomBytes(4).toString('hex')}`): Promise<string> {
  await aLiveFlag(team.ada, key)
  await publishPast(team, key, (document) => ({ ...document, on: true, offVariant: 'off' }))
  return key
}

/** A flag's current document in an environment, and the environment's latest revision. */
export async function headIn(ctx: ProjectCtx, flag: string, environment = 'production') {
  const there = await inEnvironment(ctx, environment)
  const [head] = await headsOf(ctx.db, there.environment, [{ kind: 'flag', key: flag }])
  const { headNumber } = await ctx.db
    .selectFrom('environment')
    .select('headNumber')
    .where('id', '=', there.environment.id)
    .executeTakeFirstOrThrow()
  // Safe cast: the head of a flag.
  return { there, base: headNumber, document: head?.document as FlagDocument }
}

/** A saved draft that changes a flag in some environments. */
export async function aChange(
  author: ProjectCtx,
  flag: string,
  edit: (document: FlagDocument) => FlagDocument,
  environments: readonly string[] = ['production'],
): Promise<Change> {
  const entries = []
  for (const environment of environments) {
    const { base, document } = await headIn(author, flag, environment)
    entries.push({ kind: 'flag' as const, key: flag, environment, base, document: edit(document) })
  }
  return saveChange(author, { project: author.project.key, title: `Change ${flag}`, message: '', entries })
}

/** Publishes an edit without approval, as if none were required. */
export async function publishPast(
  team: Team,
  flag: string,
  edit: (document: FlagDocument) => FlagDocument,
  environment = 'production',
) {
  const { there, base, document } = await headIn(team.ada, flag, environment)
  const entries = [{ kind: 'flag' as const, key: flag, document: edit(document) }]
  return publish(there, { base, message: 'Meanwhile', entries, cleared: true })
}

/** Serves `off` by default; and `off` to half, which conflicts with it. */
export const servesOff = (flag: FlagDocument): FlagDocument => ({ ...flag, otherwise: { variant: 'off' } })
export const servesHalf = (flag: FlagDocument): FlagDocument => ({
  ...flag,
  otherwise: {
    split: {
      parts: [
        { variant: 'on', from: 0, to: 50_000 },
        { variant: 'off', from: 50_000, to: 100_000 },
      ],
    },
  },
})

export const inAnHour = (now = new Date()): string => new Date(now.getTime() + 3_600_000).toISOString()

/** A change by the editor, brought to a state, with its flag that it makes serve `off`. */
export async function aChangeIn(
  team: Team,
  state: ChangeState,
): Promise<{ change: number; version: number; flag: string }> {
  const flag = await aServedFlag(team)
  const { number, version } = await aChange(team.editor, flag, servesOff)
  const it = { project: team.key, change: number, version, body: '' }
  const steps: Record<ChangeState, () => Promise<unknown>> = {
    draft: async () => undefined,
    'in-review': () => requestReview(team.editor, it),
    'changes-requested': async () => {
      await steps['in-review']()
      await requestChanges(team.publisher, { ...it, body: 'Not yet.' })
    },
    approved: async () => {
      await steps['in-review']()
      await approveChange(team.publisher, it)
    },
    scheduled: async () => {
      await steps.approved()
      await scheduleChange(team.publisher, { ...it, at: inAnHour(team.ada.now()), zone: 'Europe/Vienna' })
    },
    conflicted: async () => {
      await steps['in-review']()
      await publishPast(team, flag, servesHalf)
      await reconcileOvertakenChanges(team.system)
    },
    applied: async () => {
      await steps.approved()
      await applyApproved(team.publisher, it)
    },
    withdrawn: () => withdrawChange(team.editor, it),
  }
  await steps[state]()
  return { change: number, version, flag }
}

/** The actions of a change's audit events, oldest first. */
export async function eventsOf(team: Team, change: number): Promise<string[]> {
  const rows = await team.ada.db
    .selectFrom('event')
    .select('action')
    .where('subject', '=', `${team.key}/changes/${change}`)
    .orderBy('sequence')
    .execute()
  return rows.map((row) => row.action)
}
