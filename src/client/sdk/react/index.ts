'use client'

import {
  type Context,
  createContext,
  createElement,
  type ReactNode,
  useCallback,
  useContext,
  useRef,
  useSyncExternalStore,
} from 'react'
import type { AnyEvents, DetailsOf } from '../core/define-events.ts'
import type { Attributes, Flag } from '../core/define-flags.ts'
import type { Details } from '../core/details.ts'
import { inPage } from '../core/in-page.ts'
import type { PageFanion } from '../core/page.ts'
import type { Ready } from '../core/ready.ts'
import type { Status } from '../core/status.ts'

/** Any page client: what its flags are is said where one is asked for. */
export type AnyPageFanion = Pick<PageFanion, 'value' | 'on' | 'evaluate' | 'status' | 'setContext' | 'ready' | 'track'>

// one for the page, also where a program imports this module and a library of it requires it: there are two of it then
const shared: { [name: symbol]: unknown } = globalThis
const place = Symbol.for('@fanion/sdk/react')
shared[place] ??= createContext<AnyPageFanion | null>(null)
// written above, and by nobody else
const FanionContext = shared[place] as Context<AnyPageFanion | null>

/** Gives the parts below it the client that `createFanion` of the browser entry made; make it once, outside of rendering. */
export const FanionProvider = ({
  fanion,
  children,
}: {
  readonly fanion: AnyPageFanion
  readonly children?: ReactNode
}) => createElement(FanionContext.Provider, { value: fanion }, children)

/** The client that the nearest `FanionProvider` above gives. */
export const useFanion = (): AnyPageFanion => {
  const fanion = useContext(FanionContext)
  if (fanion === null) throw new Error('useFlag: put a <FanionProvider fanion={…}> above the part that uses a flag')
  return fanion
}

/**
 * The value of a declared flag: `useFlag(flags.checkout)`. Draws again only when this very value changes. It never
 * suspends: before the first answer it gives what the server that rendered the page handed over, else the default.
 */
export const useFlag = <Value>(flag: Flag<Value, never>): Value => {
  const fanion = useFanion()
  const subscribe = useCallback((changed: () => void) => fanion.on('change', changed), [fanion])
  const value = () => fanion.value(flag)
  return useSyncExternalStore(subscribe, value, () => fanion.value(flag, true))
}

/** Which clients were waited for, and whether that is over: one waits once, at most the 3 s of `ready`. */
const waits = new WeakMap<AnyPageFanion, { promise: Promise<void>; isOver: boolean }>()

/**
 * As `useFlag`, but the part suspends (the nearest `<Suspense>` above shows its fallback) until the server has answered, or
 * 3 s have gone by. It never suspends where there is something to serve already, or on the server that renders the page.
 */
export const useFlagSuspense = <Value>(flag: Flag<Value, never>): Value => {
  const fanion = useFanion()
  const value = useFlag(flag)
  if (!inPage() || fanion.status.state !== 'not ready') return value
  const wait = waits.get(fanion) ?? { promise: Promise.resolve(), isOver: false }
  if (!waits.has(fanion)) {
    waits.set(fanion, wait)
    wait.promise = fanion.ready().then(() => {
      wait.isOver = true
    })
  }
  if (wait.isOver) return value
  // what React takes for "not yet"
  throw wait.promise
}

/**
 * The value of a declared flag, and why it is what it is. Draws again when the value, its variant or its reason changes. The first
 * drawing of a page that a server rendered is the server's.
 */
export const useFlagDetails = <Value>(flag: Flag<Value, never>): Details<Value> => {
  const fanion = useFanion()
  const kept = useRef<Details<Value> | null>(null)
  const subscribe = useCallback((changed: () => void) => fanion.on('change', changed), [fanion])
  const details = (handedOver?: boolean) => {
    const next = fanion.evaluate(flag, handedOver)
    // the same object while it says the same: React compares objects
    if (JSON.stringify(next) !== JSON.stringify(kept.current)) kept.current = next
    return kept.current ?? next
  }
  return useSyncExternalStore(
    subscribe,
    () => details(),
    () => details(true),
  )
}

/** What is drawn of the status on a server, and taken over by the page: there is no connection yet. */
const drawnStatus: Status = Object.freeze({ state: 'stale', reason: 'connecting', source: 'bootstrap', revision: null })

/** How the page stands with the server. Draws again when that changes; a server that renders the page draws it as connecting. */
export const useFanionStatus = (): Status => {
  const fanion = useFanion()
  const subscribe = useCallback((changed: () => void) => fanion.on('status', changed), [fanion])
  const status = () => fanion.status
  return useSyncExternalStore(subscribe, status, () => drawnStatus)
}

/** Says who the visitor is from now on, such as after signing in; the answer ends when the server has answered for them. */
export const useSetContext = (): ((context: Attributes) => Promise<Ready>) => {
  const fanion = useFanion()
  // the context of any page is an object of attributes
  return useCallback((context) => fanion.setContext(context as never), [fanion])
}

/**
 * Tells that the visitor did something, typed by the program's events: `const track = useTrack<typeof events>()`, then
 * `track('purchase', { value: 49.9 })`. The same function as long as the client is.
 */
export const useTrack = <E extends AnyEvents = AnyEvents>() => {
  const fanion = useFanion()
  return useCallback(
    <Name extends keyof E & string>(event: Name, details?: DetailsOf<E, Name>): void =>
      // what the events of a program allow is what any event does
      fanion.track(event, details as DetailsOf<AnyEvents, string>),
    [fanion],
  )
}
