import type { Platform } from '../core/platform.ts'
import type { StreamListener } from './stream-listener.ts'

/** The leading tab sends a beat at this interval. Other tabs take over if it is silent for longer than `silentMs`. */
const beatMs = 5_000
const silentMs = 20_000

/** Messages of the leading tab to the others. A new tab sends `hello`. */
type TabMessage =
  | { readonly kind: 'hello' }
  | { readonly kind: 'open' }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'beat'; readonly open: boolean }
  | { readonly kind: 'message'; readonly data: string }

/**
 * Shares one event stream among all tabs of a browser, because browsers open at most six HTTP/1.1 connections per
 * server. The tab that has the lock reads the stream and broadcasts its events.
 * If that tab is closed, hidden for long, or hangs, another tab takes over. Each tab then queries its answers again,
 * since it may have missed events. If tabs cannot share, each reads its own stream.
 */
export const shareStream = (
  { startTimer, random }: Pick<Platform, 'startTimer' | 'random'>,
  name: string,
  open: (listener: StreamListener) => () => void,
  listener: StreamListener,
): (() => void) => {
  const channel = new BroadcastChannel(name)
  let waiting = new AbortController()
  let ended = false
  /** Whether the leading tab's stream is known to be open. */
  let isOpen = false
  /** Releases the stream and the lock; null if this tab does not lead. */
  let letGo: (() => void) | null = null
  let stopWatch = () => {}
  /** Closes a stream that this tab does not share. */
  let close = () => {}
  const say = (said: TabMessage) => channel.postMessage(said)

  const lead = () =>
    new Promise<void>((resolve) => {
      if (ended) return resolve()
      stopWatch()
      isOpen = false
      let stopBeat = () => {}
      const beat = () => {
        say({ kind: 'beat', open: isOpen })
        stopBeat = startTimer(beat, beatMs)
      }
      const closeShared = open({
        onOpen: () => {
          isOpen = true
          say({ kind: 'open' })
          listener.onOpen()
        },
        onMessage: (data) => {
          say({ kind: 'message', data })
          listener.onMessage(data)
        },
        onError: (over) => {
          isOpen = false
          say({ kind: 'interrupted' })
          if (over) end()
          listener.onError(over)
        },
      })
      letGo = () => {
        letGo = null
        closeShared()
        stopBeat()
        resolve()
      }
      beat()
    })

  const take = (steal: boolean) => {
    waiting.abort()
    waiting = new AbortController()
    navigator.locks.request(name, steal ? { steal } : { signal: waiting.signal }, lead).catch((cause) => {
      // It gave up waiting, or another tab stole the lock.
      const isOver = cause?.name === 'AbortError'
      if (letGo !== null) {
        letGo()
        follow()
      } else if (!isOver && !ended) {
        // Sharing is forbidden, as in a sandboxed frame.
        end()
        close = open(listener)
      }
    })
  }

  const follow = () => {
    watch()
    say({ kind: 'hello' })
    take(false)
  }

  const watch = () => {
    stopWatch()
    stopWatch = startTimer(
      () => {
        watch()
        // Timers of hidden tabs are throttled, so only visible tabs take over.
        if (letGo === null && document.visibilityState === 'visible') take(true)
      },
      silentMs + random() * beatMs,
    )
  }

  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (letGo !== null) {
      if (data.kind === 'hello') say({ kind: 'beat', open: isOpen })
      return
    }
    if (data.kind === 'hello') return
    watch()
    if (data.kind === 'message') listener.onMessage(data.data)
    else if (data.kind === 'interrupted') {
      isOpen = false
      listener.onError(false)
    } else if (data.kind === 'open' || (data.open && !isOpen)) {
      isOpen = true
      listener.onOpen()
    }
  }

  const end = () => {
    ended = true
    waiting.abort()
    letGo?.()
    stopWatch()
    channel.close()
  }

  follow()
  return () => {
    end()
    close()
  }
}
