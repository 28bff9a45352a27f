import { useEffect, useEffectEvent, useState } from 'react'

/** Debounce of URL updates in milliseconds. */
const quietMs = 150

/**
 * Text of a filter: immediately as typed, and debounced in the URL. If the URL changes otherwise (a link, Back), its
 * text is used.
 */
export const useFilterText = (q: string, write: (text: string) => void) => {
  const [typed, setTyped] = useState(q)
  const [seen, setSeen] = useState(q)
  const [sent, setSent] = useState<string | null>(null)
  if (q !== seen) {
    setSeen(q)
    setSent(null)
    if (q !== sent) setTyped(q)
  }
  const send = useEffectEvent((text: string) => {
    setSent(text)
    write(text)
  })
  useEffect(() => {
    if (typed === q) return
    const timer = setTimeout(() => send(typed), quietMs)
    return () => clearTimeout(timer)
  }, [typed, q])
  return [typed, setTyped] as const
}
