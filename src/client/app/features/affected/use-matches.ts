import { useEffect, useRef, useState } from 'react'
import type { Audience, Matches } from '../../../../shared/engine/matches.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import type { Ground, Tried } from './match-worker.ts'

/** Another edit within this time replaces the one before. */
const settleMs = 80

/** What was counted. The audience is that of the rule that was asked about. */
export type Counted = Matches & { audience: Audience | null }

/**
 * How many contexts each rule of a document serves, counted by the engine in a worker; null while nothing is known. With
 * `rule` also how many it is about, whatever it gives them. The last answer stands until the next is there. `ground` has to
 * be the same object while it is the same.
 */
export const useMatches = (
  ground: Ground | null,
  document: FlagDocument,
  rule: string | null = null,
): Counted | null => {
  const [matches, setMatches] = useState<Counted | null>(null)
  const worker = useRef<Worker | null>(null)
  const asked = useRef(0)
  useEffect(() => {
    if (ground === null) return
    const own = new Worker(new URL('./match-worker.ts', import.meta.url), { type: 'module' })
    worker.current = own
    own.postMessage(ground)
    own.addEventListener('message', ({ data }: MessageEvent<Tried>) => {
      if (data.id === asked.current)
        setMatches(data.matches === null ? null : { ...data.matches, audience: data.audience })
    })
    return () => {
      worker.current = null
      own.terminate()
      setMatches(null)
    }
  }, [ground])
  useEffect(() => {
    if (ground === null) return
    const timer = setTimeout(() => {
      asked.current += 1
      worker.current?.postMessage({ id: asked.current, document, rule })
    }, settleMs)
    return () => clearTimeout(timer)
  }, [ground, document, rule])
  return matches
}
