import { limits } from '../../limits.ts'
import type { Serve } from '../../schemas/split.ts'
import { quoted } from '../rules/literal.ts'
import { percent } from '../rules/percent.ts'

/** A range of the bucketing line and its variant. Null if the split has a gap there. */
type Range = { variant: string | null; from: number; to: number }

const rangesOf = (serve: Serve): Range[] | null => {
  if ('variant' in serve) return [{ variant: serve.variant, from: 0, to: limits.weightUnits }]
  return 'split' in serve ? serve.split.parts : null
}

const holderAt = (ranges: readonly Range[], at: number): string | null =>
  ranges.find(({ from, to }) => from <= at && at < to)?.variant ?? null

const pointOf = (serve: Serve): string => ('split' in serve ? JSON.stringify(serve.split.point ?? {}) : '')

const laterRules = 'later rules'

/**
 * Describes which share of users changes variant between two serves: `moves 5% from A to B`. Null if no one does, or if
 * the splits cannot be compared because one uses another vendor's bucketing.
 */
export const movesText = (before: Serve, after: Serve): string | null => {
  const [was, is] = [rangesOf(before), rangesOf(after)]
  if (was === null || is === null) return null
  // A single variant has no bucketing, so it can be compared with any split.
  if ('split' in before && 'split' in after && pointOf(before) !== pointOf(after)) return 'everyone is assigned again'
  const cuts = [...new Set([...was, ...is].flatMap(({ from, to }) => [from, to]))]
  const edges = [...new Set([0, ...cuts, limits.weightUnits])].sort((a, b) => a - b)
  const moved = new Map<string, number>()
  for (const [i, at] of edges.entries()) {
    const next = edges[i + 1]
    const [from, to] = [holderAt(was, at), holderAt(is, at)]
    if (next === undefined || from === to) continue
    const words = `from ${from === null ? laterRules : quoted(from)} to ${to === null ? laterRules : quoted(to)}`
    moved.set(words, (moved.get(words) ?? 0) + next - at)
  }
  return moved.size === 0
    ? null
    : `moves ${[...moved].map(([words, units]) => `${percent(units)} ${words}`).join(', ')}`
}
