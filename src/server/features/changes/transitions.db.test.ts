import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aChangeIn, aTeam, eventsOf, inAnHour, type Team } from '../../../../tests/support/team.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { ChangeState } from '../../../shared/features/changes/schemas/change.ts'
import { type ChangeAct, changeActs } from '../../../shared/features/changes/schemas/change-acts.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { approveChange } from './approve-change.ts'
import { editChange } from './edit-change.ts'
import { applyApproved, bypassApprovals, publishChange } from './publish-change.ts'
import { readChange } from './read-change.ts'
import { rebaseChange } from './rebase-change.ts'
import { requestReview } from './request-review.ts'
import { commentOnChange, requestChanges } from './review-change.ts'
import { scheduleChange } from './schedule-change.ts'
import { unscheduleChange } from './unschedule-change.ts'
import { withdrawChange } from './withdraw-change.ts'

type Which = { project: string; change: number; version: number; flag: string }
type Row = {
  run: (ctx: ProjectCtx, which: Which) => Promise<unknown>
  /** A member who may perform the act, if the state allows it. */
  by: keyof Team
  event: string
  to: Partial<Record<ChangeState, ChangeState>>
}

/**
 * The table of the specification, section 4: each act and the states that allow it. In all other states it is rejected.
 */
const table: Record<ChangeAct, Row> = {
  edit: {
    run: (ctx, { project, change, version }) => editChange(ctx, { project, change, version, title: 'Another title' }),
    by: 'editor',
    event: 'change.edit',
    to: { draft: 'draft', 'in-review': 'in-review', 'changes-requested': 'in-review', approved: 'in-review' },
  },
  // production requires an approval, so a draft for it cannot be published directly
  publish: { run: publishChange, by: 'publisher', event: 'change.publish', to: {} },
  requestReview: { run: requestReview, by: 'editor', event: 'change.request-review', to: { draft: 'in-review' } },
  approve: {
    run: (ctx, which) => approveChange(ctx, { ...which, body: '' }),
    by: 'publisher',
    event: 'change.approve',
    to: { 'in-review': 'approved' },
  },
  requestChanges: {
    run: (ctx, which) => requestChanges(ctx, { ...which, body: 'Half first.' }),
    by: 'publisher',
    event: 'change.request-changes',
    to: { 'in-review': 'changes-requested', approved: 'changes-requested' },
  },
  comment: {
    run: (ctx, which) => commentOnChange(ctx, { ...which, body: 'Nice.' }),
    by: 'editor',
    event: 'change.comment',
    to: Object.fromEntries(ChangeState.options.map((state) => [state, state])),
  },
  apply: { run: applyApproved, by: 'publisher', event: 'change.apply', to: { approved: 'applied' } },
  schedule: {
    run: (ctx, which) => scheduleChange(ctx, { ...which, at: inAnHour(), zone: 'Europe/Vienna' }),
    by: 'publisher',
    event: 'change.schedule',
    to: { approved: 'scheduled' },
  },
  unschedule: { run: unscheduleChange, by: 'publisher', event: 'change.unschedule', to: { scheduled: 'approved' } },
  rebase: {
    run: (ctx, { project, change, flag: key }) => {
      const place = { environment: 'production', kind: 'flag', key } as const
      return rebaseChange(ctx, { project, change, choices: [{ ...place, path: 'otherwise', take: 'yours' }] })
    },
    by: 'editor',
    event: 'change.rebase',
    to: { conflicted: 'in-review' },
  },
  withdraw: {
    run: withdrawChange,
    by: 'editor',
    event: 'change.withdraw',
    to: Object.fromEntries(
      ChangeState.options
        .filter((state) => state !== 'applied' && state !== 'withdrawn')
        .map((state) => [state, 'withdrawn']),
    ),
  },
  bypass: {
    run: (ctx, which) => bypassApprovals(ctx, { ...which, reason: 'The shop is down.' }),
    by: 'admin',
    event: 'change.bypass',
    to: {
      draft: 'applied',
      'in-review': 'applied',
      'changes-requested': 'applied',
      approved: 'applied',
      scheduled: 'applied',
    },
  },
}

const openStates: readonly ChangeState[] = ['draft', 'in-review', 'changes-requested']

// Safe cast: the keys of a record are its key type.
const rows = Object.entries(table) as [ChangeAct, Row][]
const cases = rows.flatMap(([act, row]) => ChangeState.options.map((from) => ({ act, from, row, to: row.to[from] })))
const allowed = cases.filter((one) => one.to !== undefined)
const refused = cases.filter((one) => one.to === undefined && one.act !== 'publish')

describe('a change', async () => {
  const { db } = await testDatabase()
  let team: Team
  beforeAll(async () => {
    team = await aTeam(db)
  })
  // all members that the table names exist in the team
  const who = (name: keyof Team) => team[name] as ProjectCtx
  const where = async (from: ChangeState) => ({ project: team.key, ...(await aChangeIn(team, from)) })
  /** One shared change per state: rejected actions leave no trace, so it can be reused. */
  const staying = new Map<ChangeState, ReturnType<typeof where>>()
  const stays = (from: ChangeState) => {
    const one = staying.get(from) ?? where(from)
    staying.set(from, one)
    return one
  }

  it.each(allowed)('goes from $from to $to by $act, and the log tells', async ({ row, from, to }) => {
    const which = await where(from)
    await row.run(who(row.by), which)
    const now = await readChange(team.ada, which)
    expect(now.state).toBe(to)
    // a change that awaits a verdict has no decision time
    const isDecided = ['approved', 'scheduled', 'applied'].includes(now.state)
    const says = isDecided || openStates.includes(now.state)
    expect(says && (now.decidedAt !== null) !== isDecided).toBe(false)
    expect((await eventsOf(team, which.change)).at(-1)).toBe(row.event)
  })

  it('is published by one name, a draft or approved; the earlier name is for approved ones alone', async () => {
    const [approved, draft] = [await where('approved'), await where('draft')]
    await expect(applyApproved(team.publisher, draft)).rejects.toMatchObject({ code: 'change/wrong-state' })
    await expect(publishChange(team.publisher, draft)).rejects.toMatchObject({ code: 'change/approval-required' })
    expect((await publishChange(team.publisher, approved)).change.state).toBe('applied')
    expect((await eventsOf(team, approved.change)).at(-1)).toBe('change.apply')
  })

  it.each(refused)('in state $from refuses $act and says what is possible, by whom', async ({ act, row, from }) => {
    const which = await stays(from)
    const refusal = await row.run(who(row.by), which).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (!(refusal instanceof FanionError)) throw new Error(`not refused: ${String(refusal)}`)
    expect(refusal.code).toBe(from === 'conflicted' ? 'change/conflicted' : 'change/wrong-state')
    const possible = Object.entries(changeActs).filter(([, { from: states }]) => states.some((state) => state === from))
    expect(refusal.details).toMatchObject({ state: from, act, possible: possible.map(([name]) => ({ act: name })) })
    expect((await readChange(team.ada, which)).state).toBe(from)
  })

  it.each(cases)('in state $from tells whether its page offers $act', async ({ act, row, from, to }) => {
    const { can } = await readChange(who(row.by), await stays(from))
    expect(can[act] === null).toBe(to !== undefined)
  })

  it.each(rows)('is not to be acted on by a viewer: %s', async (_act, row) => {
    const [from] = Object.keys(row.to)
    // Safe cast: the keys of the record are states.
    const which = await stays((from ?? 'draft') as ChangeState)
    await expect(row.run(team.viewer, which)).rejects.toMatchObject({ code: 'auth/forbidden' })
  })
})
