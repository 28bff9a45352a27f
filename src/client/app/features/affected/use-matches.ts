import { useEffect, useRef, useState } from 'react'
import type { Matches } from '../../../../shared/engine/matches.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import type { Ground, Tried } from './match-worker.ts'

/** Another edit within this time replaces the one before. */
const settleMs = 80

/**
 * How many contexts each rule of a document serves, counted by the engine in a worker; null while nothing is known. The last
 * answer stands until the next is there. `ground` has to be the same object while it is the same.
 */
export const useMatches = (ground: Ground | null, document: FlagDocument): Matches | null => {
  const [matches, setMatches] = useState<Matches | null>(null)
  const worker = useRef<Worker | null>(null)
  const asked = useRef(0)
  useEffect(() => {
    if (ground === null) return
    const own = new Worker(new URL('./match-worker.ts', import.meta.url), { type: 'module' })
    worker.current = own
    own.postMessage(ground)
    own.addEventListener('message', ({ data }: MessageEvent<Tried>) => {
      if (data.id === asked.current) setMatches(data.matches)
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
      worker.current?.postMessage({ id: asked.current, document })
    }, settleMs)
    return () => clearTimeout(timer)
  }, [ground, document])
  return matches
}
