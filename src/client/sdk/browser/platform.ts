import type { AnyFlags } from '../core/calls.ts'
import type { PageOptions } from '../core/page.ts'
import type { Platform } from '../core/platform.ts'
import type { StreamListener } from './stream-listener.ts'

/** What a client in a page needs besides the network and timers. */
export type BrowserPlatform = Omit<Platform, 'file'> & {
  /** Listens to an event stream, which the tabs that call it by the same name may share. The answer closes it. */
  readonly listen: (url: string, listener: StreamListener, name: string) => () => void
  /** The text kept under a name; null where there is none, or the page may not keep any. */
  readonly recall: (name: string) => string | null
  readonly keep: (name: string, text: string) => void
  /** Tells when the page is hidden and when it is seen again. The answer ends it. */
  readonly onVisibility: (tell: (visible: boolean) => void) => () => void
}

const timing: Pick<BrowserPlatform, 'random' | 'startTimer'> = {
  random: Math.random,
  startTimer: (run, afterMs) => {
    const timer = setTimeout(run, afterMs)
    return () => clearTimeout(timer)
  },
}

/** The page's own surroundings, with what the page would have otherwise. */
export const pagePlatform = ({
  storage,
  fetch: given,
}: Pick<PageOptions<AnyFlags>, 'storage' | 'fetch'> = {}): BrowserPlatform => ({
  name: '@fanion/sdk/browser',
  now: Date.now,
  ...timing,
  newId: () => String(Math.random()),
  // Called as a method of anything else, the page's own refuses.
  // What a hidden page sends, its last report above all, must not end with it.
  fetch: (url, init) => (given ?? fetch)(url, { ...init, keepalive: globalThis.document?.hidden ?? false }),
  warn: console.warn,
  listen: (url, listener, name) => {
    const open = (to: StreamListener) => listenWith(EventSource, url, to)
    // Locks are there in pages of https and localhost alone.
    if (typeof BroadcastChannel === 'undefined' || !globalThis.navigator?.locks) return open(listener)
    let stop: (() => void) | null = null
    let ended = false
    void import('./shared-stream.ts').then(
      ({ shareStream }) => ended || (stop = shareStream(timing, name, open, listener)),
      () => ended || (stop = open(listener)),
    )
    return () => {
      ended = true
      stop?.()
    }
  },
  recall: (name) => attempt(() => (storage === false ? null : (storage ?? localStorage).getItem(name))),
  keep: (name, text) => {
    attempt(() => storage !== false && (storage ?? localStorage).setItem(name, text))
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

/** Storage may be forbidden, or full: a page does without. */
const attempt = <T>(act: () => T): T | null => {
  try {
    return act()
  } catch {
    return null
  }
}
