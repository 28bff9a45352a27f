import { z } from 'zod'

/** A duration as ISO 8601 has it, in whole days, hours and minutes: `P0D`, `PT30M`, `P7D`, `P1DT12H`. */
const pattern = /^P(?=\d|T\d)(?:(\d{1,3})D)?(?:T(?=\d)(?:(\d{1,4})H)?(?:(\d{1,5})M)?)?$/

/** How long a duration is; undefined where the text is none. */
export const durationMs = (text: string): number | undefined => {
  const [all, days = '0', hours = '0', minutes = '0'] = pattern.exec(text) ?? []
  return all === undefined ? undefined : ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60_000
}

/** A duration within bounds; the message says what to enter, such as `from 1 minute to 90 days`. */
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
