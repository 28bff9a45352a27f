import { useEffect, useEffectEvent, useState } from 'react'

/** How long the address waits for the next key. */
const quietMs = 150

/**
 * The text of the filter: at once what was typed, and in the address once the typing pauses. What reaches the address by
 * another way (a link, Back) becomes the text.
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
