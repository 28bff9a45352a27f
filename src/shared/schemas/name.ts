import { z } from 'zod'
import { limits } from '../limits.ts'

/**
 * Invisible characters: control characters, line ends, and Unicode's default-ignorable code points (direction marks,
 * zero-width spaces and joiners, tags, fillers). Two of them are allowed within emoji only: a joiner between two
 * pictures, and the variation selector after a character that has a picture.
 */
const unseen =
  /[\p{Cc}\p{Zl}\p{Zp}]|(?!\u200D|\uFE0F)\p{Default_Ignorable_Code_Point}|(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)\u200D|\u200D(?!\p{Extended_Pictographic})|(?<!\p{Extended_Pictographic}|[\d#*](?=\uFE0F\u20E3))\uFE0F/u

/** Whether all characters of a text are visible, so that no two names look alike and none reads as something else. */
export const isPlain = (text: string): boolean => !unseen.test(text)

/**
 * Escapes the invisible characters of a text, except line ends and tabs, so that readers see everything it contains.
 */
export const escapeInvisible = (text: string): string =>
  text.replaceAll(new RegExp(unseen, 'gu'), (mark) =>
    mark === '\n' || mark === '\t' ? mark : `\\u{${mark.codePointAt(0)?.toString(16)}}`,
  )

export const plainText = 'one line without control characters, direction marks or invisible characters'

/**
 * A new name of a user, project, environment, flag, segment, key, token, passkey, webhook, provider or view. Stored
 * names are not checked again.
 */
export const Name = z.string().trim().min(1, 'give a name').max(limits.nameLength).refine(isPlain, `use ${plainText}`)
export type Name = z.infer<typeof Name>
