import { z } from 'zod'
import { limits } from '../limits.ts'

/**
 * What nobody sees in a text: control characters and line ends, and whatever Unicode lets a reader ignore (marks that
 * turn the direction of writing, spaces and joiners of no width, tags, fillers). Two of those may stand in an emoji and
 * nowhere else: a joiner between two pictures, and the mark that asks for the picture of a character that has one.
 */
const unseen =
  /[\p{Cc}\p{Zl}\p{Zp}]|(?!\u200D|\uFE0F)\p{Default_Ignorable_Code_Point}|(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)\u200D|\u200D(?!\p{Extended_Pictographic})|(?<!\p{Extended_Pictographic}|[\d#*](?=\uFE0F\u20E3))\uFE0F/u

/** Whether all of a text can be seen, so that no two that look alike differ by it, and none reads as something else. */
export const isPlain = (text: string): boolean => !unseen.test(text)

/** A text with what nobody sees in it spelled out, line ends and tabs aside: whoever reads it sees all that there is. */
export const spelledOut = (text: string): string =>
  text.replaceAll(new RegExp(unseen, 'gu'), (mark) =>
    mark === '\n' || mark === '\t' ? mark : `\\u{${mark.codePointAt(0)?.toString(16)}}`,
  )

export const plainText = 'one line without control characters, direction marks or invisible characters'

/**
 * What people call a user, project, environment, flag, segment, key, token, passkey, webhook, provider or view, as it
 * is given. Names that are stored already are read as they are.
 */
export const Name = z.string().trim().min(1, 'give a name').max(limits.nameLength).refine(isPlain, `use ${plainText}`)
export type Name = z.infer<typeof Name>
