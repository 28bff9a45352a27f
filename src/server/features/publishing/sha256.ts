import { createHash } from 'node:crypto'

/** The SHA-256 of a text, in hexadecimal: of what people approved, which nobody may find another text for. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
