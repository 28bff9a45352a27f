import { useCallback, useLayoutEffect, useRef } from 'react'

/** One function for every render that does what the newest one would: a part that takes it is not drawn again for it. */
export const useSteady = <Args extends unknown[]>(act: (...args: Args) => void): ((...args: Args) => void) => {
  const newest = useRef(act)
  useLayoutEffect(() => {
    newest.current = act
  })
  return useCallback((...args: Args) => newest.current(...args), [])
}
