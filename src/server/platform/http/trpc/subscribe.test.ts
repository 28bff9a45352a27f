import { expect, it } from 'vitest'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { limits } from '../../../../shared/limits.ts'
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

/** Subscribes to changes, and reports what the subscription holds and what it leaves behind. */
const aSubscription = (more: { recheck?: () => Promise<void>; hold?: () => () => void } = {}) => {
  const revisions = new RevisionFeed()
  const leaving = new AbortController()
  const open = { places: 0, listeners: 0 }
  const hold = () => {
    open.places += 1
    return () => void (open.places -= 1)
  }
  const listen = (tell: (event: string) => void) => {
    open.listeners += 1
    const leave = revisions.onChange((told) => tell(`change ${told?.number}`))
    return [
      () => {
        open.listeners -= 1
        leave()
      },
    ]
  }
  const recheck = more.recheck ?? (() => Promise.resolve())
  const ctx = { revisions, hold: more.hold ?? hold }
  return { revisions, leaving, open, of: (signal?: AbortSignal) => subscribe<string>(ctx, signal, { listen, recheck }) }
}

it('hands on what is told, in order, also what came between two questions', async () => {
  const { revisions, of } = aSubscription()
  const events = of()
  const first = events.next()
  for (const number of [1, 2, 3]) revisions.changed({ projectId: 'p', number })
  const values = [await first, await events.next(), await events.next()].map(({ value }) => value)
  expect(values).toEqual(['change 1', 'change 2', 'change 3'])
})

it('ends as the caller leaves, though nothing is told any more, and gives all back', async () => {
  const { leaving, open, of } = aSubscription()
  const next = of(leaving.signal).next()
  expect(open).toEqual({ places: 1, listeners: 1 })
  leaving.abort()
  expect(await next).toEqual({ value: undefined, done: true })
  expect(open).toEqual({ places: 0, listeners: 0 })
})

it('goes on for whoever may still listen, and ends with the refusal for whoever may not', async () => {
  let may = true
  const recheck = () => (may ? Promise.resolve() : Promise.reject(new FanionError('auth/forbidden')))
  const { revisions, open, of } = aSubscription({ recheck })
  const events = of()
  const first = events.next()
  revisions.recheck()
  revisions.changed({ projectId: 'p', number: 1 })
  expect(await first).toEqual({ value: 'change 1', done: false })
  may = false
  const refused = events.next()
  revisions.recheck()
  await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN', cause: { code: 'auth/forbidden' } })
  expect(open).toEqual({ places: 0, listeners: 0 })
})

it('ends with word to come back where the server stops, and listens to nothing where there is no place', async () => {
  const { revisions, open, of } = aSubscription()
  const stopped = of().next()
  revisions.close()
  await expect(stopped).rejects.toMatchObject({ cause: { code: 'server/unavailable' } })
  expect(open).toEqual({ places: 0, listeners: 0 })
  const full = aSubscription({
    hold: () => {
      throw new FanionError('request/rate-limited', { retryAfterSeconds: 1 })
    },
  })
  await expect(full.of().next()).rejects.toMatchObject({ cause: { code: 'request/rate-limited' } })
  expect(full.open.listeners).toBe(0)
})

it('keeps no more than so many events for a caller who does not ask for them, who is then told to come back', async () => {
  const { revisions, open, of } = aSubscription()
  const events = of()
  const first = events.next()
  for (let number = 1; number <= 3 * limits.subscriptionEvents; number++) revisions.changed({ projectId: 'p', number })
  expect((await first).value).toBe('change 1')
  let heard = 1
  const read = async () => {
    for await (const _ of events) heard++
  }
  await expect(read()).rejects.toMatchObject({ cause: { code: 'server/unavailable' } })
  expect(heard).toBe(limits.subscriptionEvents)
  expect(open).toEqual({ places: 0, listeners: 0 })
})
