import { useState } from 'react'

/**
 * A list that grows at the top while it is read. New items are counted and held back, so that nothing moves. `key`
 * identifies the list; another key starts over.
 */
export const useTail = <Item extends { sequence: number }>(
  items: readonly Item[],
  key: string,
): { shown: readonly Item[]; fresh: number; show: () => void } => {
  const newest = Math.max(0, ...items.map(({ sequence }) => sequence))
  const [seen, setSeen] = useState({ key, newest })
  // Items of the first response count as seen.
  const known = seen.key === key && seen.newest > 0 ? seen.newest : newest
  if (seen.key !== key || (seen.newest === 0 && newest > 0)) setSeen({ key, newest })
  return {
    shown: items.filter(({ sequence }) => sequence <= known),
    fresh: items.filter(({ sequence }) => sequence > known).length,
    show: () => setSeen({ key, newest }),
  }
}
