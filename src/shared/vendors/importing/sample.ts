import type { Context } from '../../schemas/context.ts'
import type { Json } from '../../schemas/keys.ts'

/** Returns numbers in [0, 1) like `Math.random`. A seeded generator makes a check repeatable. */
export type Random = () => number

/** A random element. Undefined if the list is empty. */
export const oneOf = <T>(random: Random, list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]

export const chance = (random: Random, share: number): boolean => random() < share

/** Returns stored sample contexts, for up to half of `count`, then random ones. */
export function* withKept(
  kept: readonly Context[],
  count: number,
  random: (left: number) => Iterable<Record<string, Json>>,
): Generator<Record<string, Json>> {
  const used = kept.slice(0, Math.ceil(count / 2))
  // Safe cast: a context is JSON.
  yield* used as readonly Record<string, Json>[]
  yield* random(count - used.length)
}

/** The value itself or one close to it, to test the bounds of a comparison. */
export const near = (random: Random, value: Json): Json => {
  if (chance(random, 0.6)) return value
  if (typeof value === 'number') return value + (oneOf(random, [-1, 1, 0.5, 1e-9]) ?? 0)
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'string') return oneOf(random, [null, 0, '', true]) ?? null
  const number = Number(value)
  return (
    oneOf<Json>(random, [
      `${value}x`,
      `x${value}`,
      value.slice(0, -1),
      value.toUpperCase(),
      '',
      true,
      null,
      [value, 'other'],
      ['other'],
      ...(value.trim() !== '' && Number.isFinite(number) ? [number, String(number + 1), number - 1] : []),
    ]) ?? value
  )
}
