import type { Datafile } from '../../schemas/datafile.ts'
import type { Because } from './because.ts'
import { type FormatName, formats } from './formats.ts'
import { Projection } from './projection.ts'
import { cureText, formatTitles, reasonText } from './words.ts'

/** A flag that SDKs of a system read, and would no longer. */
export type LostReading = { readonly flag: string; readonly format: FormatName; readonly because: Because }

/**
 * What these systems' SDKs read in one state and not in the next: flags that are there in both, and that the format cannot
 * say any more. A flag that is removed is lost to everybody, and not named.
 */
export const lostReadings = (names: readonly FormatName[], before: Datafile, after: Datafile): LostReading[] =>
  names.flatMap((format) => {
    const [then, now] = [before, after].map((state) => new Projection(formats[format], state))
    if (then === undefined || now === undefined) return []
    return [...now.flags()].flatMap(([flag, { reading }]): LostReading[] => {
      const was = then.flag(flag)?.piece
      if (!was || !('because' in reading)) return []
      return [{ flag, format, because: reading.because }]
    })
  })

/** The same in a sentence. */
export const lostText = ({ flag, format, because }: LostReading): string =>
  `${formatTitles[format]} SDKs would no longer get ${flag}: ${reasonText(because)}.`

export const lostCure = ({ because }: LostReading): string => cureText(because)
