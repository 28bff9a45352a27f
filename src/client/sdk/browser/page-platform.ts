import type { Platform } from '../core/platform.ts'
import type { StreamListener } from './stream-listener.ts'

/** What a page needs once it was answered. */
export type PagePlatform = Pick<Platform, 'name' | 'now' | 'random' | 'newId'> & {
  /** Listens to an event stream, which the tabs that call it by the same name may share. The answer closes it. */
  readonly listen: (url: string, listener: StreamListener, name: string) => () => void
  /** Tells when the page is hidden and when it is seen again. The answer ends it. */
  readonly onVisibility: (tell: (visible: boolean) => void) => () => void
}

/** Those of any page. */
export const pagePlatformOf = ({ startTimer }: Pick<Platform, 'startTimer'>): PagePlatform => ({
  name: '@fanion/sdk/browser',
  now: Date.now,
  random: Math.random,
  newId: () => String(Math.random()),
  listen: (url, listener, name) => {
    const open = (to: StreamListener) => listenWith(EventSource, url, to)
    // Locks are there in pages of https and localhost alone.
    if (typeof BroadcastChannel === 'undefined' || !globalThis.navigator?.locks) return open(listener)
    let stop: (() => void) | null = null
    let ended = false
    void import('./shared-stream.ts')
      .then(({ shareStream }) => {
        if (!ended) stop = shareStream({ startTimer, random: Math.random }, name, open, listener)
      })
      // neither loaded, nor what a page without an origin of its own may have
      .catch(() => ended || (stop = open(listener)))
    return () => {
      ended = true
      stop?.()
    }
  },
  onVisibility: (tell) => {
    // Neither a worker nor a server that renders has a page to be seen.
    if (typeof document === 'undefined') return () => {}
    const look = () => tell(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  },
})

/** Listens with the event source of a page, or with one of its kind. */
export const listenWith = (
  Source: typeof EventSource,
  url: string,
  { onOpen, onMessage, onError }: StreamListener,
): (() => void) => {
  const source = new Source(url)
  source.onopen = onOpen
  source.onmessage = ({ data }) => onMessage(String(data))
  source.onerror = () => onError(source.readyState === Source.CLOSED)
  return () => source.close()
}
