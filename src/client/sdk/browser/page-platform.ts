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
    const open = (to: StreamListener) => listenWith(EventSource, url, to, startTimer)
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

/** The stream counts as interrupted after this long without its first event; then it is closed, as core/stream.ts has it. */
const [firstEventMs, openMs] = [5_000, 25_000]

/**
 * Listens with the event source of a page, or with one of its kind. Scripts don't see the comments of a stream, so a server
 * that names a `heartbeat` in the address sends an event of that name at once and every so many seconds: the stream is open once
 * an event has arrived, and closed after three heartbeats without one. Without it, the answer's head opens the stream.
 */
export const listenWith = (
  Source: typeof EventSource,
  url: string,
  { onOpen, onMessage, onError }: StreamListener,
  startTimer: Platform['startTimer'],
): (() => void) => {
  const beatMs = 1_000 * Number(new URL(url).searchParams.get('heartbeat'))
  const source = new Source(url)
  let isOpen = false
  // The server ends a stream of some age and says so before: that is no interruption.
  let isExpected = false
  let stops: (() => void)[] = []
  const calm = () => {
    for (const stop of stops) stop()
    stops = []
  }
  const close = () => {
    calm()
    source.close()
  }
  const closeAfter = (ms: number) =>
    stops.push(
      startTimer(() => {
        close()
        onError(true)
      }, ms),
    )
  const opening = () => {
    calm()
    isOpen = false
    if (beatMs) stops.push(startTimer(() => onError(false), firstEventMs))
    if (beatMs) closeAfter(openMs)
  }
  const opened = () => {
    calm()
    if (beatMs) closeAfter(beatMs * 3)
    if (isOpen) return
    isOpen = true
    onOpen()
  }
  opening()
  source.onopen = () => {
    if (!beatMs) onOpen()
  }
  source.onmessage = ({ data }) => {
    if (beatMs) opened()
    onMessage(String(data))
  }
  source.addEventListener('heartbeat', opened)
  source.addEventListener('reconnect', () => (isExpected = true))
  source.onerror = () => {
    const isOver = source.readyState === Source.CLOSED
    const isSilent = isExpected && !isOver && beatMs > 0
    isExpected = false
    if (isOver) calm()
    else opening()
    if (!isSilent) onError(isOver)
  }
  return close
}
