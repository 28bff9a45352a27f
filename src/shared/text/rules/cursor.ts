import { type Token, tokens } from './tokens.ts'

/** The position at which parsing failed, and what was expected there. */
export type ParseFailure = { at: number; expected: string }

/** A cursor over the tokens of a sentence. It remembers the furthest position at which another token was expected. */
export type Cursor = {
  /** The token `ahead` positions from here. */
  peek: (ahead?: number) => Token | undefined
  /** Whether the token `ahead` positions from here is this unquoted word. */
  is: (word: string, ahead?: number) => boolean
  /** Consumes these unquoted words, all or none. */
  take: (...words: string[]) => boolean
  next: () => Token | undefined
  done: () => boolean
  /** Records what was expected here. Always returns null, the result of a failed parser. */
  miss: (expected: string) => null
  misread: () => ParseFailure
}

export const cursorOver = (typed: string): Cursor => {
  const all = tokens(typed)
  let place = 0
  let furthest: ParseFailure = { at: 0, expected: 'a rule' }
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
