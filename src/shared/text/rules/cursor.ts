import { type Token, tokens } from './tokens.ts'

/** Where a sentence stopped making sense, and what could stand there. */
export type Misread = { at: number; expected: string }

/** A walk over the pieces of a sentence. It remembers the furthest place at which something else was expected. */
export type Cursor = {
  /** The piece `ahead` places from here. */
  peek: (ahead?: number) => Token | undefined
  /** Whether the unquoted word stands `ahead` places from here. */
  is: (word: string, ahead?: number) => boolean
  /** Takes these unquoted words, all or none. */
  take: (...words: string[]) => boolean
  next: () => Token | undefined
  done: () => boolean
  /** Notes what should have stood here; always null, the answer of a reader that could not go on. */
  miss: (expected: string) => null
  misread: () => Misread
}

export const cursorOver = (typed: string): Cursor => {
  const all = tokens(typed)
  let place = 0
  let furthest: Misread = { at: 0, expected: 'a rule' }
  const is = (word: string, ahead = 0) => {
    const token = all[place + ahead]
    return token !== undefined && !token.quoted && token.text.toLowerCase() === word
  }
  return {
    peek: (ahead = 0) => all[place + ahead],
    is,
    take: (...words) => {
      const fits = words.every((word, i) => is(word, i))
      if (fits) place += words.length
      return fits
    },
    next: () => {
      const token = all[place]
      if (token !== undefined) place += 1
      return token
    },
    done: () => place >= all.length,
    miss: (expected) => {
      const at = all[place]?.from ?? typed.length
      if (at >= furthest.at) furthest = { at, expected }
      return null
    },
    misread: () => furthest,
  }
}
