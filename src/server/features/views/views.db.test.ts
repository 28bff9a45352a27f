import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { eventsOf } from '../../../../tests/support/events.ts'
import { aPerson, aProject, contextOf, join } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { SaveViewInput } from '../../../shared/features/views/schemas/saved-view.ts'
import { limits } from '../../../shared/limits.ts'
import type { Role } from '../../../shared/permissions.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveProject } from '../../platform/kernel/scope.ts'
import { listViews } from './list-views.ts'
import { removeView } from './remove-view.ts'
import { saveView } from './save-view.ts'

const { db } = await testDatabase()
const keep = (ctx: ProjectCtx, name: string, more: object = {}) =>
  saveView(ctx, SaveViewInput.parse({ project: ctx.project.key, name, query: 'is:stale', ...more }))
const aMember = async ({ project }: ProjectCtx, role: Exclude<Role, 'owner'>): Promise<ProjectCtx> => {
  const actor = await aPerson(db, 'Bob')
  await join(db, actor, project.key, role)
  return { ...contextOf(db, actor), project: await proveProject(db, actor, project.key) }
}
const namesOf = async (ctx: ProjectCtx) => (await listViews(ctx)).map(({ name }) => name)

describe('a view of the flag list', () => {
  it('is its maker’s alone, or everybody’s in the project', async () => {
    const { project } = await aProject(db)
    const bob = await aMember(project, 'editor')
    await keep(project, 'Mine')
    const shared = await keep(bob, 'Stale', { shared: true, sort: 'updated' })
    expect(await namesOf(project)).toEqual(['Stale', 'Mine'])
    expect(await listViews(bob)).toEqual([shared])
  })

  it('leaves an event where it is shared, and none where it is not', async () => {
    const { project } = await aProject(db)
    await keep(project, 'Mine')
    const { id } = await keep(project, 'Stale', { shared: true })
    await keep(project, 'Old', { id, shared: true })
    await removeView(project, { id })
    const told = (await eventsOf(db, project.project.id)).filter(({ action }) => action.startsWith('view.'))
    expect(told.map(({ action, subject }) => [action, subject.split('/')[1]])).toEqual([
      ['view.save', 'Stale'],
      ['view.save', 'Old'],
      ['view.remove', 'Old'],
    ])
    expect(told[1]).toMatchObject({ before: { name: 'Stale' }, after: { name: 'Old' } })
  })

  it('is shared, edited and deleted for everybody by editors only; a viewer keeps their own', async () => {
    const { project } = await aProject(db)
    const viewer = await aMember(project, 'viewer')
    const { id } = await keep(project, 'Stale', { shared: true })
    const forbidden = { code: 'auth/forbidden', details: { permission: 'view.share' } }
    expect(await refusalOf(keep(viewer, 'Other', { shared: true }))).toMatchObject(forbidden)
    expect(await refusalOf(keep(viewer, 'Taken', { id }))).toMatchObject(forbidden)
    expect(await refusalOf(removeView(viewer, { id }))).toMatchObject(forbidden)
    await keep(viewer, 'My own')
    expect(await namesOf(viewer)).toEqual(['Stale', 'My own'])
  })

  it('of somebody else cannot be read, written or deleted by its id', async () => {
    const { project } = await aProject(db)
    const bob = await aMember(project, 'admin')
    const view = await keep(project, 'Mine')
    expect(await refusalOf(keep(bob, 'Theirs', { id: view.id }))).toMatchObject({ code: 'view/not-found' })
    expect(await refusalOf(removeView(bob, view))).toMatchObject({ code: 'view/not-found' })
    const { project: elsewhere } = await aProject(db)
    expect(await refusalOf(keep(elsewhere, 'Mine', { id: view.id }))).toMatchObject({ code: 'view/not-found' })
    expect(await listViews(project)).toEqual([view])
  })

  it('that was deleted comes back as it was, under its id', async () => {
    const { project } = await aProject(db)
    const view = await keep(project, 'Mine', { sort: 'name' })
    const deleted = await removeView(project, view)
    expect(await listViews(project)).toEqual([])
    await saveView(project, { project: project.project.key, ...deleted })
    expect(await listViews(project)).toEqual([view])
  })

  it('has a name of its own, whatever the case, among those of its kind', async () => {
    const { project } = await aProject(db)
    await keep(project, 'Stale', { shared: true })
    await keep(project, 'stale')
    expect(await refusalOf(keep(project, 'STALE'))).toMatchObject({ code: 'view/name-taken' })
  })

  it('is one of a few', async () => {
    const { project } = await aProject(db)
    const createdAt = project.now()
    const rest = { projectId: project.project.id, personId: null, query: 'is:on', sort: null, createdAt }
    const rows = Array.from({ length: limits.savedViews }, (_, at) => ({
      ...rest,
      id: project.newId(),
      name: `v${at}`,
    }))
    await db.insertInto('savedView').values(rows).execute()
    expect(await refusalOf(keep(project, 'More', { shared: true }))).toMatchObject({ code: 'limit/reached' })
    expect((await keep(project, 'Mine')).name).toBe('Mine')
  })
})
