/** One message of the server: its English words and those of another language, in stretches: words, a hole, words, and so on. */
export type WordedMessage = {
  /** A hole is a name; that of the number of a count is `#`. */
  readonly english: readonly string[]
  /** In the forms of a count, where it has them. */
  readonly own: readonly string[] | Readonly<Record<string, readonly string[]>>
  /** Holes that the server fills with messages of its own. */
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

/** A message of fewer letters would be found in names and values: it is one within another only. */
const fewest = 5

/** A longer sentence stays as it is: names in it could make the search for its message take seconds, of the whole page. */
const longest = 1_000

/**
 * Says what the server says in English in the words of another language. What is no message it knows stays as it is.
 * @param messages of the server; of two that fit, the one with more words of its own is meant
 * @param locale whose plural forms counts have
 */
export const worded = (messages: readonly WordedMessage[], locale: string): ((english: string) => string) => {
  const patterns = messages.map(patternOf).toSorted((a, b) => b.letters - a.letters)
  const plurals = new Intl.PluralRules(locale)

  const say = (english: string, depth: number): string => {
    for (const { pattern, english: parts, own, inner = [], letters } of patterns) {
      if (depth === 0 && letters < fewest) continue
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
