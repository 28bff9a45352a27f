import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aServedFlag, aTeam, headIn, publishPast, type Team } from '../../../../tests/support/team.ts'
import type { FlagDocument, Rule } from '../../../shared/schemas/flag.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { type EnvironmentCtx, inTransaction } from '../../platform/kernel/ctx.ts'
import { proveEnvironment } from '../../platform/kernel/scope.ts'
import { computePromotion } from '../publishing/compute-promotion.ts'
import { restoreRevision } from '../publishing/restore-revision.ts'
import { listRuns } from './list-runs.ts'
import { endRun, openRun, storeRunRule } from './open-run.ts'
import { proposeRun } from './propose-run.ts'

const { db } = await testDatabase()
const team = await aTeam(db)

const twins = (run?: number): Rule => ({
  id: 'twins',
  when: true,
  serve: {
    split: {
      point: { salt: 'run:arm' },
      parts: [
        { variant: 'on', from: 0, to: 50_000 },
        { variant: 'off', from: 50_000, to: 100_000 },
      ],
    },
  },
  ...(run !== undefined && { run }),
})
const served = (rules: Rule[]) => (document: FlagDocument) => ({ ...document, rules })

const inDevelopment = async (of: Team = team): Promise<EnvironmentCtx> => ({
  ...of.ada,
  environment: await proveEnvironment(db, of.ada.project, 'development'),
})
const within = async <T>(act: (tx: EnvironmentCtx & { readonly db: Tx }) => Promise<T>) =>
  inTransaction(await inDevelopment(), act)
const proposed = (flag: string) =>
  within((tx) =>
    proposeRun(tx, { flag, kind: 'ramp', salt: flag, arms: ['on', 'off'], plan: { steps: [1] }, change: null }),
  )

describe('a run', () => {
  it('has a number of its project, is opened once, follows its rule, and ends for good', async () => {
    const flag = await aServedFlag(team, 'checkout')
    const [one, two] = await Promise.all([proposed(flag), proposed(flag)])
    expect(Math.abs(one.number - two.number)).toBe(1)
    expect(one).toMatchObject({ state: 'proposed', rule: null, openedAt: null, endedAt: null })
    await expect(within((tx) => storeRunRule(tx, one.number, twins(one.number)))).rejects.toMatchObject({
      code: 'run/wrong-state',
    })
    await within((tx) => openRun(tx, one.number, twins(one.number)))
    await expect(within((tx) => openRun(tx, one.number, twins()))).rejects.toMatchObject({ code: 'run/wrong-state' })
    const followed = { ...twins(one.number), name: 'Wider' }
    await within((tx) => storeRunRule(tx, one.number, followed))
    const ended = await within((tx) => endRun(tx, one.number))
    expect(await within((tx) => endRun(tx, one.number))).toEqual(ended)
    await within((tx) => endRun(tx, two.number))
    expect(await listRuns(await inDevelopment(), { flag })).toMatchObject([
      { number: Math.max(one.number, two.number) },
      { number: Math.min(one.number, two.number) },
    ])
    expect(
      (await listRuns(await inDevelopment(), { state: 'ended' })).find((run) => run.number === one.number),
    ).toEqual(
      expect.objectContaining({ rule: followed, arms: ['on', 'off'], hash: expect.stringMatching(/^[0-9a-f]{64}$/) }),
    )
    await expect(within((tx) => endRun(tx, 999))).rejects.toMatchObject({ code: 'run/not-found' })
  })
})

describe('a rule of a run', () => {
  it('is published while its run is open, for the flag that the run is of, and by one rule', async () => {
    const flag = await aServedFlag(team, 'payments')
    const other = await aServedFlag(team, 'other')
    const { number } = await proposed(flag)
    const refused = async (of: string, rules: Rule[]) =>
      await expect(publishPast(team, of, served(rules), 'development')).rejects.toMatchObject({
        code: 'rule/unknown-run',
      })
    await refused(flag, [twins(12_345)])
    await refused(flag, [twins(number)])
    await within((tx) => openRun(tx, number, twins(number)))
    await refused(other, [twins(number)])
    await refused(flag, [twins(number), { ...twins(number), id: 'again' }])
    await publishPast(team, flag, served([twins(number)]), 'development')

    // it is not promoted, and a restore brings it back without its run
    const { headNumber } = await db
      .selectFrom('environment')
      .select('headNumber')
      .where('id', '=', (await inDevelopment()).environment.id)
      .executeTakeFirstOrThrow()
    const { entries } = await computePromotion(team.viewer, {
      from: 'development',
      to: 'staging',
      subjects: [{ kind: 'flag', key: flag }],
    })
    expect(entries[0]).toMatchObject({ leftOut: ['twins'], after: { rules: [] } })
    await within((tx) => endRun(tx, number))
    await publishPast(team, flag, (document) => ({ ...document, rules: [...document.rules], on: false }), 'development')
    await publishPast(team, flag, served([]), 'development')
    await refused(flag, [twins(number)])
    const { revision } = await restoreRevision(await inDevelopment(), {
      to: headNumber,
      base: headNumber + 2,
      message: '',
      subjects: [{ kind: 'flag', key: flag }],
    })
    expect(revision).not.toBeNull()
    const { document } = await headIn(team.ada, flag, 'development')
    expect(document).toMatchObject({ rules: [twins()] })
    expect(document).toMatchObject({ rules: [expect.not.objectContaining({ run: number })] })
  })
})
