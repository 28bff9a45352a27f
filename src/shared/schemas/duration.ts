import { z } from 'zod'
import { holdMs } from '../features/ramps/schemas/ramp.ts'

/** Parses a duration of whole days, hours and minutes to ms: `P0D`, `PT30M`, `P7D`. Undefined if it is invalid. */
export const durationMs = (text: string): number | undefined => holdMs(text) ?? undefined

/** Formats a duration in whole minutes: `P7D`, `PT6H`, `PT90M`. */
export const durationText = (ms: number): string => {
  const minutes = Math.round(ms / 60_000)
  if (minutes % 1_440 === 0) return `P${minutes / 1_440}D`
  return minutes % 60 === 0 ? `PT${minutes / 60}H` : `PT${minutes}M`
}

/** A duration within bounds. `bounds` describes them in the error message, such as `from 1 minute to 90 days`. */
export const duration = (leastMs: number, mostMs: number, bounds: string) =>
  z
    .string()
    .max(20)
    .refine(
      (text) => {
        const ms = durationMs(text)
        return ms !== undefined && ms >= leastMs && ms <= mostMs
      },
      { error: `enter a time ${bounds}, such as PT30M or P7D` },
    )
