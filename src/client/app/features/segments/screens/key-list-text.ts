/** Keys that a line of text cannot show as they are: they look like a JSON string, or start or end with white space. */
const needsQuotes = (key: string): boolean =>
  key.startsWith('"') || key.trim() !== key || /[\r\n]/.test(key) || key === ''

/** Writes keys one a line. A key that a line cannot show is written as a JSON string, so that `readKeys` restores it. */
export const writeKeys = (keys: readonly string[]): string =>
  keys.map((key) => (needsQuotes(key) ? JSON.stringify(key) : key)).join('\n')

const readKey = (line: string): string => {
  const text = line.trim()
  if (!text.startsWith('"')) return text
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : text
  } catch {
    return text
  }
}

/** Reads keys, one a line, each once. Nothing else separates keys: `Doe, Jane` and `acme;eu` are keys. */
export const readKeys = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map(readKey)
      .filter((key) => key !== ''),
  ),
]
