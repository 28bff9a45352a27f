import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Returns a stable function that calls the newest `act`. Components that take it are not rendered again when `act`
 * changes.
 */
export const useEventCallback = <Args extends unknown[]>(act: (...args: Args) => void): ((...args: Args) => void) => {
  const newest = useRef(act)
  useLayoutEffect(() => {
    newest.current = act
  })
  return useCallback((...args: Args) => newest.current(...args), [])
}
