import type { Platform } from '../core/platform.ts'
import type { StreamListener } from './stream-listener.ts'

/** The tab that holds the stream says so as often as that; the others take it from one that is silent for longer. */
const beatMs = 5_000
const silentMs = 20_000

/** What the tab that holds the stream tells the others, and `hello` of one that has come. */
type Said =
  | { readonly kind: 'hello' }
  | { readonly kind: 'open' }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'beat'; readonly open: boolean }
  | { readonly kind: 'message'; readonly data: string }

/**
 * One event stream for all tabs of a browser, which opens no more than six connections to a server over HTTP/1.1: the tab that
 * has the lock holds the stream and tells the others what it hears. When that tab is closed, hidden for long or hangs,
 * another one takes over; each asks for its answers again then, for something may have been missed. Where nothing may be shared, a
 * tab holds a stream of its own.
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
  /** Whether the stream of the tab that holds it is known to be open. */
  let isOpen = false
  /** Lets go of the stream and the lock, where this tab has them. */
  let letGo: (() => void) | null = null
  let stopWatch = () => {}
  /** Ends a stream that is this tab's alone. */
  let close = () => {}
  const say = (said: Said) => channel.postMessage(said)

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
      // it gave up waiting, or another tab took the lock from it
      const isOver = cause?.name === 'AbortError'
      if (letGo !== null) {
        letGo()
        follow()
      } else if (!isOver && !ended) {
        // it may share nothing, as in a sandboxed frame
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
        // the timers of a hidden tab are slow: it leaves that to those that are seen
        if (letGo === null && document.visibilityState === 'visible') take(true)
      },
      silentMs + random() * beatMs,
    )
  }

  channel.onmessage = ({ data }: MessageEvent<Said>) => {
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
