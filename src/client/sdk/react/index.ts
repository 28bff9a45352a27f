import {
  type Context,
  createContext,
  createElement,
  type ReactNode,
  useCallback,
  useContext,
  useSyncExternalStore,
} from 'react'
import type { Flag } from '../core/define-flags.ts'
import type { PageFanion } from '../core/page.ts'

/** Any page client: what its flags are is said where one is asked for. */
export type AnyPageFanion = Pick<PageFanion, 'value' | 'on'>

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

/**
 * The value of a declared flag: `useFlag(flags.checkout)`. Draws again only when this very value changes. It never
 * suspends: before the first answer it gives what the server that rendered the page handed over, else the default.
 */
export const useFlag = <Value>(flag: Flag<Value, never>): Value => {
  const fanion = useContext(FanionContext)
  if (fanion === null) throw new Error('useFlag: put a <FanionProvider fanion={…}> above the part that uses a flag')
  const subscribe = useCallback((changed: () => void) => fanion.on('change', changed), [fanion])
  const value = () => fanion.value(flag)
  return useSyncExternalStore(subscribe, value, () => fanion.value(flag, true))
}
