import { expect, it } from 'vitest'
import { closeWhenDraining } from './close-when-draining.ts'
import { Drain } from './drain.ts'

/**
 * Returns what a server that is shutting down does with a request: respond, announce that the connection closes, or
 * close it.
 */
const metBy = (drain: Drain, method: string, url?: string) => {
  const did: string[] = []
  const request = { method, url, socket: { destroy: () => void did.push('ended') } }
  const response = { setHeader: (name: string, value: string) => void did.push(`${name}: ${value}`) }
  const listener = closeWhenDraining(drain, () => void did.push('answered'))
  // The listener uses only these properties.
  listener(request as never, response as never)
  return did
}
const asked: [method: string, url: string | undefined, isRead: boolean][] = [
  ['GET', '/sdk/v1/datafile', true],
  ['GET', '/unleash/api/client/features', true],
  ['POST', '/ofrep/v1/evaluate/flags', true],
  ['POST', '/sdk/v1/events', false],
  ['HEAD', '/sdk/v1/datafile', false],
  ['GET', '/trpc/flags.list', false],
  ['GET', undefined, false],
]

it.each(asked)(
  '%s %s is answered for as long as a server serves, and after that as little as others can',
  (method, url, isRead) => {
    const drain = new Drain()
    expect(metBy(drain, method, url)).toEqual(['answered'])
    drain.announce()
    expect(metBy(drain, method, url)).toEqual(['connection: close', 'answered'])
    drain.go()
    expect(metBy(drain, method, url)).toEqual(['connection: close', isRead ? 'ended' : 'answered'])
  },
)
