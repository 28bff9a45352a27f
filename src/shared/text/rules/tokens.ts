/** A token of a typed sentence and its position. A quoted token is never a keyword. */
export type Token = { text: string; quoted: boolean; from: number; to: number }

const piece = /"(?:[^"\\]|\\.)*"|->|→|[(),%]|[^\s(),%"→]+/gu

const unquoted = (text: string): string => {
  try {
    return String(JSON.parse(text))
  } catch {
    return text.slice(1, -1)
  }
}

/** Splits a typed sentence into tokens. `->` is read as the arrow `→`. */
export const tokens = (typed: string): Token[] =>
  [...typed.matchAll(piece)].flatMap((match) => {
    const [text] = match
    const place = { from: match.index, to: match.index + text.length }
    if (text.startsWith('"') && text.length > 1) return [{ text: unquoted(text), quoted: true, ...place }]
    // An arrow may follow a word without a space.
    const arrow = text.indexOf('->')
    if (arrow > 0)
      return [
        { text: text.slice(0, arrow), quoted: false, from: place.from, to: place.from + arrow },
        { text: '→', quoted: false, from: place.from + arrow, to: place.from + arrow + 2 },
        ...tokens(text.slice(arrow + 2)).map((token) => ({
          ...token,
          from: token.from + place.from + arrow + 2,
          to: token.to + place.from + arrow + 2,
        })),
      ]
    return [{ text: text === '->' ? '→' : text, quoted: false, ...place }]
  })
