import { useEffect, useRef, useState } from 'react'
import type { FlagLife } from '../../../../../../shared/features/insights/schemas/insights.ts'
import { limits } from '../../../../../../shared/limits.ts'
import { trpc } from '../../../../trpc.ts'

/** A visible flag with the time of its last publish. Usage data from before that is outdated. */
export type SeenFlag = { key: string; updatedAt: string }

type CachedFlagLife = { life: FlagLife; of: string; readMs: number }

/** Usage is fetched when scrolling stops for `restMs`, and again after `freshMs`. In milliseconds. */
const restMs = 150
const freshMs = 60_000

/**
 * Recent usage of the visible flags, by key. Fetched in batches when scrolling stops, and again every minute. Previous
 * data stays during a refresh.
 */
export const useFlagLives = (project: string, seen: readonly SeenFlag[]): ReadonlyMap<string, FlagLife> => {
  const utils = trpc.useUtils()
  const kept = useRef(new Map<string, CachedFlagLife>())
  const [lives, setLives] = useState<ReadonlyMap<string, FlagLife>>(new Map())
  const [turn, setTurn] = useState(0)
  const asked = JSON.stringify(seen.map(({ key, updatedAt }) => [key, updatedAt]))
  useEffect(() => {
    let left = false
    const read = async () => {
      // Safe cast: parses the JSON written above.
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
    // The first fetch starts at once, to be batched with the page’s other requests.
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
