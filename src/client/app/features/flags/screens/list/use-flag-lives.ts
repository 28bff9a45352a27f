import { useEffect, useRef, useState } from 'react'
import type { FlagLife } from '../../../../../../shared/features/insights/schemas/insights.ts'
import { limits } from '../../../../../../shared/limits.ts'
import { trpc } from '../../../../trpc.ts'

/** A flag that is in view, and when it was published last: what is known of it from before does not count. */
export type SeenFlag = { key: string; updatedAt: string }

type Kept = { life: FlagLife; of: string; readMs: number }

/** The list waits until it rests for so long, and reads again what is older than that. */
const restMs = 150
const freshMs = 60_000

/**
 * How the flags in view do lately, by key: asked for a page at a time once the list rests, and again each minute. What is
 * known stays while it is asked anew.
 */
export const useFlagLives = (project: string, seen: readonly SeenFlag[]): ReadonlyMap<string, FlagLife> => {
  const utils = trpc.useUtils()
  const kept = useRef(new Map<string, Kept>())
  const [lives, setLives] = useState<ReadonlyMap<string, FlagLife>>(new Map())
  const [turn, setTurn] = useState(0)
  const asked = JSON.stringify(seen.map(({ key, updatedAt }) => [key, updatedAt]))
  useEffect(() => {
    let left = false
    const read = async () => {
      // what was written just above
      const wanted = (JSON.parse(asked) as [string, string][]).filter(([key, of]) => {
        const known = kept.current.get(key)
        return known === undefined || known.of !== of || Date.now() - known.readMs >= freshMs
      })
      const flags = wanted.slice(0, limits.flagListRows)
      if (flags.length === 0) return
      const found = await utils.client.insights.lives
        .query({ project, flags: flags.map(([key]) => key) })
        .catch(() => null)
      if (found === null || left) return
      const versions = new Map(flags)
      for (const life of found.lives)
        kept.current.set(life.flag, { life, of: versions.get(life.flag) ?? '', readMs: Date.now() })
      setLives(new Map([...kept.current].map(([key, one]) => [key, one.life])))
    }
    // the first ones go along with what the page asks at its start
    const timer = kept.current.size === 0 ? undefined : setTimeout(() => void read(), restMs)
    if (timer === undefined) void read()
    const again = setTimeout(() => setTurn((old) => old + 1), freshMs)
    return () => {
      left = true
      clearTimeout(timer)
      clearTimeout(again)
    }
  }, [asked, project, utils, turn])
  return lives
}
