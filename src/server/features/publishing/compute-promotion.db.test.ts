import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aServedFlag, aTeam, publishPast } from '../../../../tests/support/team.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proposePromotion } from '../changes/propose-promotion.ts'
import { publishChange } from '../changes/publish-change.ts'
import { createSegment } from '../segments/create-segment.ts'
import { compareEnvironments } from './compare-environments.ts'
import { computePromotion } from './compute-promotion.ts'

const aSegmentIn = (ctx: ProjectCtx, key: string) =>
  createSegment(ctx, {
    project: ctx.project.key,
    key,
    name: key,
    description: '',
    document: { included: [], excluded: [], when: null },
  })

const rules = [{ id: 'r1', when: { segment: 'beta' }, serve: { variant: 'on' } }]

/** A project whose development is ahead of staging by two flags. One of them depends on the other and on a segment. */
const aheadOfStaging = async (db: Db) => {
  const team = await aTeam(db)
  await aSegmentIn(team.ada, 'beta')
  const flag = await aServedFlag(team, 'checkout')
  const needed = await aServedFlag(team, 'payments')
  const prerequisites = [{ flag: needed, variants: ['on'] }]
  await publishPast(team, flag, (document) => ({ ...document, rules, prerequisites }), 'development')
  return { team, flag, needed, prerequisites, project: team.key }
}

describe('two environments', async () => {
  const { db } = await testDatabase()
  const { team, flag, needed, project } = await aheadOfStaging(db)

  it('are compared subject by subject, a page at a time', async () => {
    const input = { project, from: 'development', to: 'staging' }
    const whole = await compareEnvironments(team.viewer, { ...input, limit: 100 })
    expect(whole.differences).toMatchObject([
      { key: flag, before: { on: false, rules: [] }, after: { on: true, rules } },
      { key: needed, before: { on: false }, after: { on: true } },
    ])
    const first = await compareEnvironments(team.viewer, { ...input, limit: 1 })
    const second = await compareEnvironments(team.viewer, { ...input, limit: 1, after: first.next ?? undefined })
    expect([...first.differences, ...second.differences]).toEqual(whole.differences)
  })

  it('show what a promotion would need', async () => {
    const input = { from: 'development', to: 'staging', subjects: [{ kind: 'flag' as const, key: flag }] }
    const { entries, to } = await computePromotion(team.viewer, input)
    expect(to).toMatchObject({ environment: 'staging' })
    expect(entries.toSorted((a, b) => (a.key < b.key ? -1 : 1))).toMatchObject([
      {
        kind: 'segment',
        key: 'beta',
        asked: false,
        neededBy: [{ kind: 'flag', key: flag }],
        missing: false,
        same: true,
      },
      { kind: 'flag', key: flag, asked: true, neededBy: [], missing: false, same: false },
      { kind: 'flag', key: needed, asked: false, neededBy: [{ kind: 'flag', key: flag }], missing: false, same: false },
    ])
  })

  it('hand on what was chosen, as a change with its differences', async () => {
    const { team, flag, needed, prerequisites, project } = await aheadOfStaging(db)
    const subjects = [flag, needed].map((key) => ({ kind: 'flag' as const, key }))
    const input = { project, from: 'development', to: 'staging', subjects }
    const { to } = await computePromotion(team.editor, input)
    const change = await proposePromotion(team.editor, { ...input, base: to.revision, message: '' })
    expect(change).toMatchObject({ state: 'draft', title: 'checkout, payments from development' })
    expect(change.entries).toMatchObject([
      { key: flag, before: { on: false }, document: { on: true, rules, prerequisites } },
      { key: needed, before: { on: false }, document: { on: true } },
    ])
    await publishChange(team.editor, { change: change.number })
    expect(
      (await compareEnvironments(team.viewer, { project, from: 'development', to: 'staging', limit: 100 })).differences,
    ).toEqual([])
  })

  it('refuse to hand on what is not there', async () => {
    const input = { from: 'development', to: 'staging', subjects: [{ kind: 'segment' as const, key: 'nobody' }] }
    await expect(computePromotion(team.viewer, input)).rejects.toMatchObject({
      code: 'segment/not-found',
      details: { problems: [{ path: 'subjects[0]' }] },
    })
  })
})
