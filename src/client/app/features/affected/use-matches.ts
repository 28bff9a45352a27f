import { useEffect, useRef, useState } from 'react'
import type { AudienceCount, RuleMatchCounts } from '../../../../shared/engine/matches.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import type { MatchData, MatchReply } from './match-worker.ts'

/** Debounce of edits in milliseconds. */
const settleMs = 80

/** The counts. `audience` belongs to the requested rule. */
export type CountedMatches = RuleMatchCounts & { audience: AudienceCount | null }

/**
 * Counts in a worker how many contexts each rule of a document serves. Null until the first result; later, the previous
 * result stays until the next one arrives. With `rule`, also counts the audience of that rule. `ground` must keep its
 * identity while it is unchanged.
 */
export const useMatches = (
  ground: MatchData | null,
  document: FlagDocument,
  rule: string | null = null,
): CountedMatches | null => {
  const [matches, setMatches] = useState<CountedMatches | null>(null)
  const worker = useRef<Worker | null>(null)
  const asked = useRef(0)
  useEffect(() => {
    if (ground === null) return
    const own = new Worker(new URL('./match-worker.ts', import.meta.url), { type: 'module' })
    worker.current = own
    own.postMessage(ground)
    own.addEventListener('message', ({ data }: MessageEvent<MatchReply>) => {
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
