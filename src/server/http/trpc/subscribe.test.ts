import { expect, it } from 'vitest'
import { RevisionFeed } from '../../live/revision-feed.ts'
import { subscribe } from './subscribe.ts'

it('keeps no server from stopping: a caller who left and asks for nothing more is told nothing', async () => {
  const revisions = new RevisionFeed()
  const leaving = new AbortController()
  let held = 0
  const hold = () => {
    held += 1
    return () => void (held -= 1)
  }
  const events = subscribe<string>({ revisions, hold }, leaving.signal, {
    listen: (tell) => [revisions.onChange(() => tell('a change'))],
    recheck: () => Promise.resolve(),
  })
  const first = events.next()
  revisions.changed()
  expect(await first).toEqual({ value: 'a change', done: false })
  leaving.abort()
  expect(() => revisions.close()).not.toThrow()
  expect(held).toBe(1)
  expect(await events.next()).toEqual({ value: undefined, done: true })
  expect(held).toBe(0)
})
