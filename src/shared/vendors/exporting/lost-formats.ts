import type { Datafile } from '../../schemas/datafile.ts'
import { type FormatName, formats } from './formats.ts'
import { Projection } from './projection.ts'
import type { UnreadableReason } from './unreadable-reason.ts'
import { cureText, formatTitles, reasonText } from './words.ts'

/** A flag that a vendor's SDKs can read now and could not read after the change. */
export type LostFormat = { readonly flag: string; readonly format: FormatName; readonly because: UnreadableReason }

/**
 * Finds flags that exist in both states but that the formats can only express in the first one. Removed flags are not
 * included.
 */
export const findLostFormats = (names: readonly FormatName[], before: Datafile, after: Datafile): LostFormat[] =>
  names.flatMap((format) => {
    const [then, now] = [before, after].map((state) => new Projection(formats[format], state))
    if (then === undefined || now === undefined) return []
    return [...now.flags()].flatMap(([flag, { reading }]): LostFormat[] => {
      const was = then.flag(flag)?.piece
      if (!was || !('because' in reading)) return []
      return [{ flag, format, because: reading.because }]
    })
  })

export const lostFormatText = ({ flag, format, because }: LostFormat): string =>
  `${formatTitles[format]} SDKs would no longer get ${flag}: ${reasonText(because)}.`

export const lostFormatCure = ({ because }: LostFormat): string => cureText(because)
