import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { eventsOf } from '../../../../tests/support/events.ts'
import { aLiveFlag, aProject, inEnvironment } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { aChangeIn, aTeam } from '../../../../tests/support/team.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import { withdrawChange } from '../changes/withdraw-change.ts'
import { listDrafts } from '../drafts/list-drafts.ts'
import { saveDraft } from '../drafts/save-draft.ts'
import { restoreRevision as restoreEnvironment } from '../publishing/restore-revision.ts'
import { recordTelemetry } from '../usage/record-telemetry.ts'
import { archiveFlag } from './archive-flag.ts'
import { listFlags } from './list-flags.ts'
import { readFlag } from './read-flag.ts'
import { removeFlag } from './remove-flag.ts'
import { restoreFlag } from './restore-flag.ts'

const { db } = await testDatabase()

describe('deleting a flag', () => {
  it('frees its key, and tells what it was', async () => {
    const { project } = await aProject(db)
    await aLiveFlag(project, 'checkout')
    await archiveFlag(project, { flag: 'checkout' })
    await removeFlag(project, { flag: 'checkout', confirm: 'checkout' })
    expect((await listFlags(project, { archived: true })).rows).toEqual([])
    expect((await eventsOf(db, project.project.id)).at(-1)).toMatchObject({
      action: 'flag.delete',
      subject: `${project.project.key}/checkout`,
      before: { name: 'checkout', type: 'boolean', variants: ['on', 'off'] },
    })
    expect(await refusalOf(restoreFlag(project, { flag: 'checkout' }))).toMatchObject({ code: 'flag/not-found' })
    const again = await aLiveFlag(project, 'Checkout')
    expect(again).toMatchObject({ key: 'Checkout', archivedAt: null })
  })

  it('takes the drafts about it, so that a new flag of its key begins with nothing', async () => {
    const { project } = await aProject(db)
    await aLiveFlag(project, 'checkout')
    const { heads } = await readFlag(project, { flag: 'checkout' })
    const head = heads['development']
    // the flag was just created and is on in development
    const document: FlagDocument = { ...(head?.document as FlagDocument), on: false }
    const place = { environment: 'development', kind: 'flag' as const, key: 'checkout' }
    const entry = { ...place, base: head?.revision ?? 0, document }
    await saveDraft(project, { project: project.project.key, entry })
    await archiveFlag(project, { flag: 'checkout' })
    await removeFlag(project, { flag: 'checkout', confirm: 'checkout' })
    expect(await listDrafts(project)).toEqual([])
  })

  it('takes its counts, of this project alone', async () => {
    const { project } = await aProject(db)
    const { project: other } = await aProject(db)
    const [here, there] = [(await inEnvironment(project)).environment.id, (await inEnvironment(other)).environment.id]
    await aLiveFlag(project, 'checkout')
    const [at, flag] = ['2026-11-20T12:00:00.000Z', 'checkout']
    for (const id of [here, there]) {
      const counts = [{ flag, variant: 'on', count: 1 }]
      await recordTelemetry(db, new Date(at), id, {
        instance: 'i',
        sdk: 's',
        from: at,
        to: at,
        dropped: 0,
        counts,
      })
    }
    await archiveFlag(project, { flag })
    await removeFlag(project, { flag, confirm: flag })
    const rows = await db
      .selectFrom('evaluationCount')
      .select('environmentId')
      .where('environmentId', 'in', [here, there])
      .execute()
    expect(rows).toEqual([{ environmentId: there }])
  })

  it('takes its key once more, and an archived flag', async () => {
    const { project } = await aProject(db)
    await aLiveFlag(project, 'checkout')
    const refused = (confirm: string) => refusalOf(removeFlag(project, { flag: 'checkout', confirm }))
    expect(await refused('checkout')).toMatchObject({ code: 'flag/not-archived' })
    await archiveFlag(project, { flag: 'checkout' })
    expect(await refused('Checkout')).toMatchObject({ code: 'request/invalid' })
  })

  it('is refused while an open change is about it', async () => {
    const team = await aTeam(db)
    const { flag, change } = await aChangeIn(team, 'in-review')
    await archiveFlag(team.ada, { flag }).catch(() => undefined)
    await db.updateTable('flag').set({ archivedAt: new Date() }).where('key', '=', flag).execute()
    const refusal = await refusalOf(removeFlag(team.ada, { flag, confirm: flag }))
    expect(refusal).toMatchObject({ code: 'flag/in-use', details: { changes: [change] } })
    await withdrawChange(team.editor, { change })
    await removeFlag(team.ada, { flag, confirm: flag })
  })

  it('leaves the environment restorable to what it was before, without the flag', async () => {
    const { project } = await aProject(db)
    await aLiveFlag(project, 'checkout')
    await aLiveFlag(project, 'search')
    await archiveFlag(project, { flag: 'checkout' })
    await removeFlag(project, { flag: 'checkout', confirm: 'checkout' })
    const there = await inEnvironment(project)
    const { leftOut } = await restoreEnvironment(there, { to: 1, base: 3, message: '' })
    expect(leftOut).toEqual([{ kind: 'flag', key: 'checkout' }])
  })
})
