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

/** Any page client. The hooks take the type of a value from the flag. */
export type AnyPageFanion = Pick<PageFanion, 'value' | 'on' | 'evaluate' | 'status' | 'setContext' | 'ready' | 'track'>

// One React context per page, even if an application imports this module and a library requires it: then the module is
// loaded twice.
const shared: { [name: symbol]: unknown } = globalThis
const place = Symbol.for('@fanion/sdk/react')
shared[place] ??= createContext<AnyPageFanion | null>(null)
// Safe cast: set above, and nowhere else.
const FanionContext = shared[place] as Context<AnyPageFanion | null>

/** Provides a browser client to the components below. Create the client once, outside of rendering. */
export const FanionProvider = ({
  fanion,
  children,
}: {
  readonly fanion: AnyPageFanion
  readonly children?: ReactNode
}) => createElement(FanionContext.Provider, { value: fanion }, children)

/** Returns the client of the nearest `FanionProvider`. */
export const useFanion = (): AnyPageFanion => {
  const fanion = useContext(FanionContext)
  if (fanion === null) throw new Error('useFlag: put a <FanionProvider fanion={…}> above the part that uses a flag')
  return fanion
}

/**
 * Returns the value of a declared flag: `useFlag(flags.checkout)`. Rerenders only if this value changes. Never
 * suspends: before the first answer, it returns the bootstrapped value or the default.
 */
export const useFlag = <Value>(flag: Flag<Value, never>): Value => {
  const fanion = useFanion()
  const subscribe = useCallback((changed: () => void) => fanion.on('change', changed), [fanion])
  const value = () => fanion.value(flag)
  return useSyncExternalStore(subscribe, value, () => fanion.value(flag, true))
}

/** The wait of each client: once, at most the 3 s of `ready`. */
const suspenseWaits = new WeakMap<AnyPageFanion, { promise: Promise<void>; isOver: boolean }>()

/**
 * Like `useFlag`, but suspends until the server has answered or 3 s have passed, so the nearest `<Suspense>` shows its
 * fallback. Never suspends if there is already something to serve, or during server-side rendering.
 */
export const useFlagSuspense = <Value>(flag: Flag<Value, never>): Value => {
  const fanion = useFanion()
  const value = useFlag(flag)
  if (!inPage() || fanion.status.state !== 'not ready') return value
  const wait = suspenseWaits.get(fanion) ?? { promise: Promise.resolve(), isOver: false }
  if (!suspenseWaits.has(fanion)) {
    suspenseWaits.set(fanion, wait)
    wait.promise = fanion.ready().then(() => {
      wait.isOver = true
    })
  }
  if (wait.isOver) return value
  // React suspends on a thrown promise.
  throw wait.promise
}

/**
 * Returns the value of a declared flag with its variant and reason. Rerenders if one of these changes. The first render
 * of a server-rendered page uses the server's values.
 */
export const useFlagDetails = <Value>(flag: Flag<Value, never>): Details<Value> => {
  const fanion = useFanion()
  const kept = useRef<Details<Value> | null>(null)
  const subscribe = useCallback((changed: () => void) => fanion.on('change', changed), [fanion])
  const details = (handedOver?: boolean) => {
    const next = fanion.evaluate(flag, handedOver)
    // Keeps the object's identity while nothing changes, because React compares snapshots by reference.
    if (JSON.stringify(next) !== JSON.stringify(kept.current)) kept.current = next
    return kept.current ?? next
  }
  return useSyncExternalStore(
    subscribe,
    () => details(),
    () => details(true),
  )
}

/** The status during server-side rendering and hydration: not connected yet. */
const hydrationStatus: Status = Object.freeze({
  state: 'stale',
  reason: 'connecting',
  source: 'bootstrap',
  revision: null,
})

/**
 * Returns the status of the connection. Rerenders if it changes. During server-side rendering, the status is
 * `connecting`.
 */
export const useFanionStatus = (): Status => {
  const fanion = useFanion()
  const subscribe = useCallback((changed: () => void) => fanion.on('status', changed), [fanion])
  const status = () => fanion.status
  return useSyncExternalStore(subscribe, status, () => hydrationStatus)
}

/**
 * Returns a function that switches to another context, for example after a sign-in. It resolves when the server has
 * answered for it.
 */
export const useSetContext = (): ((context: Attributes) => Promise<Ready>) => {
  const fanion = useFanion()
  // Every page context is an object of attributes, whatever its declared type.
  return useCallback((context) => fanion.setContext(context as never), [fanion])
}

/**
 * Returns a function that tracks events of the visitor, typed by the application's events: `const track =
 * useTrack<typeof events>()`, then `track('purchase', { value: 49.9 })`. The function is stable for each client.
 */
export const useTrack = <E extends AnyEvents = AnyEvents>() => {
  const fanion = useFanion()
  return useCallback(
    <Name extends keyof E & string>(event: Name, details?: DetailsOf<E, Name>): void =>
      // Safe cast: details of a declared event are valid details of any event.
      fanion.track(event, details as DetailsOf<AnyEvents, string>),
    [fanion],
  )
}
