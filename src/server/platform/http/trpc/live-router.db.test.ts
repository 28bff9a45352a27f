import { expect, it } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { aPerson, aProject, contextOf, join } from '../../../../../tests/support/people.ts'
import { RevisionFeed } from '../../live/revision-feed.ts'
import { liveRouter } from './live-router.ts'
import { type TrpcCtx, t } from './trpc.ts'

const { db } = await testDatabase()

it('an inbox hears of changes in the projects its person sees, as they are by now, and in no others', async () => {
  const [mine, other] = [(await aProject(db)).project.project, (await aProject(db)).project.project]
  const grace = await aPerson(db, 'Grace')
  await join(db, grace, mine.key, 'viewer')
  const revisions = new RevisionFeed()
  let hold = () => () => undefined
  const listens = new Promise<void>((resolve) => {
    hold = () => {
      resolve()
      return () => undefined
    }
  })
  const ctx = {
    ...contextOf(db, grace),
    ...{ pools: { publish: db }, revisions, actorNow: () => Promise.resolve(grace), spend: () => undefined },
    hold: () => hold(),
  } as unknown as TrpcCtx // only these fields are used
  const events = (await t.createCallerFactory(liveRouter)(ctx).inbox())[Symbol.asyncIterator]()
  const told = (...projects: (typeof mine | undefined)[]) => {
    for (const project of projects) revisions.changed(project && { projectId: project.id, number: 1 })
  }
  const first = events.next()
  await listens
  told(other, mine, undefined, other)
  await join(db, grace, other.key, 'viewer')
  revisions.recheck()
  told(mine)
  // An event of the caller's own project is sent after another permission check.
  for (const next of [first, events.next(), events.next()]) expect((await next).done).toBe(false)
  told(other)
  expect((await events.next()).done).toBe(false)
  revisions.close()
  await expect(events.next()).rejects.toMatchObject({ cause: { code: 'server/unavailable' } })
})
