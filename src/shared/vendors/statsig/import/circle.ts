import { gatesOf } from './condition.ts'
import type { StatsigSpec } from './config.ts'

const statsigDependenciesOf = ({ enabled, rules }: StatsigSpec): string[] =>
  enabled ? rules.flatMap(({ conditions }) => (conditions ?? []).flatMap(gatesOf)) : []

/** Gates in a reference cycle, by name, each with its cycle. SDKs throw on them. */
export const findStatsigCircles = (gates: ReadonlyMap<string, StatsigSpec>): ReadonlyMap<string, readonly string[]> => {
  const asks = new Map([...gates].map(([name, spec]) => [name, statsigDependenciesOf(spec)]))
  // A gate without remaining dependencies is not in a cycle.
  for (let before = -1; before !== asks.size; ) {
    before = asks.size
    for (const [name, asked] of asks) if (!asked.some((one) => asks.has(one))) asks.delete(name)
    const wanted = new Set([...asks.values()].flat())
    for (const name of asks.keys()) if (!wanted.has(name)) asks.delete(name)
  }
  return new Map([...asks.keys()].map((name) => [name, pathBetween(name, asks)]))
}

/** Follows references until a gate occurs twice. */
const pathBetween = (start: string, asks: ReadonlyMap<string, readonly string[]>): string[] => {
  const way = [start]
  for (let at: string | undefined = start; at !== undefined; ) {
    const next: string | undefined = asks.get(at)?.find((one) => asks.has(one))
    if (next === undefined) break
    const isBack = way.includes(next)
    way.push(next)
    at = isBack || way.length > 10 ? undefined : next
  }
  return way
}
