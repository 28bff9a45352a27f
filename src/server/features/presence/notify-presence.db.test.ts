import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aLiveFlag } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { aTeam } from '../../../../tests/support/team.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { notifyPresence } from './notify-presence.ts'

const { db, url } = await testDatabase()

/** Collects the notifications that the database sends to all servers. */
const subscribe = async (): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  const heard: unknown[] = []
  client.on('notification', ({ payload }) => heard.push(JSON.parse(payload ?? '')))
  await client.query('listen fanion_presence')
  return heard
}
const about = (ctx: ProjectCtx) => ({ project: ctx.project.key, flag: 'checkout', tab: 't1' })
const at = (ctx: ProjectCtx, editing: string | null) => notifyPresence(ctx, { ...about(ctx), editing, here: true })

describe('presence', () => {
  it('is told to every server, with what is edited by those who may edit it', async () => {
    const heard = await subscribe()
    const { ada, editor, viewer, key } = await aTeam(db)
    await aLiveFlag(ada, 'checkout')
    await at(editor, 'production')
    await at(viewer, 'production')
    await expect.poll(() => heard.length).toBe(2)
    expect(heard).toMatchObject([
      { project: key, flag: 'checkout', person: { name: 'Eda' }, editing: 'production' },
      { project: key, flag: 'checkout', person: { name: 'Vera' }, editing: null },
    ])
  })

  it('is of people, flags and environments that are there; whoever leaves says so of a flag that is gone, too', async () => {
    const { ada, editor } = await aTeam(db)
    expect(await refusalOf(at(editor, null))).toMatchObject({ code: 'flag/not-found' })
    expect(await notifyPresence(editor, { ...about(editor), editing: null, here: false })).toBeNull()
    await aLiveFlag(ada, 'checkout')
    const token = { kind: 'token', id: editor.newId(), name: 'CI', person: null, scopes: [] } as const
    expect(await refusalOf(at({ ...editor, actor: token }, null))).toMatchObject({ code: 'auth/forbidden' })
    expect(await refusalOf(at(editor, 'nowhere'))).toMatchObject({ code: 'environment/not-found' })
  })
})
