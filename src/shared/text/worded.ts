/** A server message in English and in another language, as alternating parts: text, placeholder, text, and so on. */
export type WordedMessage = {
  /** A placeholder is a name. The number of a count is `#`. */
  readonly english: readonly string[]
  /** By plural form, if the message has a count. */
  readonly own: readonly string[] | Readonly<Record<string, readonly string[]>>
  /** Placeholders that the server fills with other messages. */
  readonly inner?: readonly string[]
}

type Pattern = WordedMessage & { readonly pattern: RegExp; readonly letters: number }

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)

const lettersIn = (stretches: readonly string[]): number =>
  stretches.reduce((sum, words, at) => (at % 2 === 1 ? sum : sum + words.replaceAll(/\P{L}/gu, '').length), 0)

const patternOf = (message: WordedMessage): Pattern => {
  const source = message.english.map((part, at) =>
    at % 2 === 0 ? escaped(part) : part === '#' ? String.raw`(\d[\d.,\u202f]*)` : '(.*?)',
  )
  return { ...message, pattern: new RegExp(`^${source.join('')}$`, 'su'), letters: lettersIn(message.english) }
}

/** Shorter messages could be part of names and values, so they are only translated inside of another message. */
const minLettersAlone = 5

/** Longer sentences are not translated: names in them could make matching take seconds and block the page. */
const longest = 1_000

/**
 * Creates a function that translates the server's English messages. Unknown messages stay as they are.
 * @param messages of the server; if two match, the one with more fixed text is used
 * @param locale for the plural forms of counts
 */
export const worded = (messages: readonly WordedMessage[], locale: string): ((english: string) => string) => {
  const patterns = messages.map(patternOf).toSorted((a, b) => b.letters - a.letters)
  const plurals = new Intl.PluralRules(locale)

  const say = (english: string, depth: number): string => {
    for (const { pattern, english: parts, own, inner = [], letters } of patterns) {
      if (depth === 0 && letters < minLettersAlone) continue
      const match = pattern.exec(english)
      if (match === null) continue
      const values = new Map<string, string>()
      for (let at = 1; at < parts.length; at += 2) {
        const [name = '', value = ''] = [parts[at], match[(at + 1) / 2]]
        values.set(name, inner.includes(name) && depth < 4 ? say(value, depth + 1) : value)
      }
      return filled(own, values)
    }
    return english
  }

  const filled = (own: WordedMessage['own'], values: ReadonlyMap<string, string>): string => {
    const count = Number((values.get('#') ?? '').replaceAll(/\D/g, ''))
    const stretches = isPlain(own) ? own : (own[plurals.select(count)] ?? own['other'] ?? [])
    return stretches.map((part, at) => (at % 2 === 0 ? part : (values.get(part) ?? ''))).join('')
  }

  return (english) => (english.length > longest ? english : say(english, 0))
}

const isPlain = (own: WordedMessage['own']): own is readonly string[] => Array.isArray(own)
