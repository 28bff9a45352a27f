import { useState } from 'react'

/**
 * A list that grows at its head while somebody reads it: what is new is counted and waits, so that nothing moves under
 * the reader's eyes. `key` names the list; another one begins anew.
 */
export const useTail = <Item extends { sequence: number }>(
  items: readonly Item[],
  key: string,
): { shown: readonly Item[]; fresh: number; show: () => void } => {
  const newest = Math.max(0, ...items.map(({ sequence }) => sequence))
  const [seen, setSeen] = useState({ key, newest })
  // the first answer of a list is what its reader has seen
  const known = seen.key === key && seen.newest > 0 ? seen.newest : newest
  if (seen.key !== key || (seen.newest === 0 && newest > 0)) setSeen({ key, newest })
  return {
    shown: items.filter(({ sequence }) => sequence <= known),
    fresh: items.filter(({ sequence }) => sequence > known).length,
    show: () => setSeen({ key, newest }),
  }
}
