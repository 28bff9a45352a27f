import { useState } from 'react'

/** The list of the last time for as long as its members are the same ones. */
export const useSameList = <T>(list: readonly T[]): readonly T[] => {
  const [kept, setKept] = useState(list)
  if (kept.length === list.length && kept.every((one, i) => Object.is(one, list[i]))) return kept
  setKept(list)
  return list
}
