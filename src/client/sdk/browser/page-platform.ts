import type { Platform } from '../core/platform.ts'
import type { StreamListener } from './stream-listener.ts'

/** What a page needs after its first answer. */
export type PagePlatform = Pick<Platform, 'name' | 'now' | 'random' | 'newId'> & {
  /** Opens an event stream and returns a function that closes it. Tabs that pass the same name may share the stream. */
  readonly listen: (url: string, listener: StreamListener, name: string) => () => void
  /** Calls `tell` when the page is hidden or becomes visible. Returns a function that stops it. */
  readonly onVisibility: (tell: (visible: boolean) => void) => () => void
}

export const pagePlatformOf = ({ startTimer }: Pick<Platform, 'startTimer'>): PagePlatform => ({
  name: '@fanion/sdk/browser',
  now: Date.now,
  random: Math.random,
  newId: () => String(Math.random()),
  listen: (url, listener, name) => {
    const open = (to: StreamListener) => openEventSource(EventSource, url, to, startTimer)
    // Web Locks exist only in secure contexts (HTTPS and localhost).
    if (typeof BroadcastChannel === 'undefined' || !globalThis.navigator?.locks) return open(listener)
    let stop: (() => void) | null = null
    let ended = false
    void import('./shared-stream.ts')
      .then(({ shareStream }) => {
        if (!ended) stop = shareStream({ startTimer, random: Math.random }, name, open, listener)
      })
      // The module failed to load, or the page has an opaque origin that may not use locks.
      .catch(() => ended || (stop = open(listener)))
    return () => {
      ended = true
      stop?.()
    }
  },
  onVisibility: (tell) => {
    // Workers and server-side renderers have no `document`.
    if (typeof document === 'undefined') return () => {}
    const look = () => tell(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  },
})

/**
 * Time until the first event before the stream counts as interrupted, and until it is closed, in ms. Same limits as
 * core/stream.ts.
 */
const [firstEventMs, openMs] = [5_000, 25_000]

/**
 * Reads an `EventSource`, or a compatible class. Scripts cannot see the comments of a stream. If the address has a
 * `heartbeat` (seconds), the server sends an event of that name at once and then at that interval. The stream is open
 * after its first event, and closed after three missed heartbeats. Without `heartbeat`, the response head opens the
 * stream.
 */
export const openEventSource = (
  Source: typeof EventSource,
  url: string,
  { onOpen, onMessage, onError }: StreamListener,
  startTimer: Platform['startTimer'],
): (() => void) => {
  const beatMs = 1_000 * Number(new URL(url).searchParams.get('heartbeat'))
  const source = new Source(url)
  let isOpen = false
  // The server announces when it closes an old stream. That is not an interruption.
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
