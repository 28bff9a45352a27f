import { useState } from 'react'

/** Keeps the previous array while its elements are the same. */
export const useSameList = <T>(list: readonly T[]): readonly T[] => {
  const [kept, setKept] = useState(list)
  if (kept.length === list.length && kept.every((one, i) => Object.is(one, list[i]))) return kept
  setKept(list)
  return list
}
