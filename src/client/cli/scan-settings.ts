import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { UsageError } from './cli-error.ts'
import { withFile } from './file-error.ts'

/** Ways to write a key outside TypeScript: `new-checkout` as newCheckout, NewCheckout, NEW_CHECKOUT, new_checkout. */
export const aliasStyles = ['camelCase', 'PascalCase', 'SCREAMING_CASE', 'snake_case'] as const
type Style = (typeof aliasStyles)[number]

const Settings = z.strictObject({
  aliases: z.array(z.enum(aliasStyles)).default([]),
  link: z.string().optional(),
})
export type ScanSettings = z.infer<typeof Settings>

const name = 'fanion.config.json'

/** Reads the scan settings from a folder’s `fanion.config.json`. Returns defaults if the file does not exist. */
export function scanSettings(folder: string): ScanSettings {
  const file = path.join(folder, name)
  if (!existsSync(file)) return Settings.parse({})
  const text = withFile(name, 'read', () => readFileSync(file, 'utf8'))
  try {
    return Settings.parse(JSON.parse(text))
  } catch (cause) {
    const why =
      cause instanceof z.ZodError
        ? cause.issues.map((one) => `${one.path.join('.') || 'it'}: ${one.message}`).join('; ')
        : String(cause)
    throw new UsageError(
      `${name} can’t be used: ${why}. It looks like { "aliases": ["camelCase"], "link": "https://…/{path}#L{line}" }`,
      { cause },
    )
  }
}

const styles: Readonly<Record<Style, (words: readonly string[]) => string>> = {
  camelCase: (words) => words.map((word, at) => (at === 0 ? word : capital(word))).join(''),
  PascalCase: (words) => words.map(capital).join(''),
  SCREAMING_CASE: (words) => words.join('_').toUpperCase(),
  snake_case: (words) => words.join('_'),
}
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Flag keys by their aliases in these styles. Ambiguous aliases are dropped, and keys of a single word have none. */
export function aliasesOf(keys: Iterable<string>, wanted: readonly Style[]): Map<string, string> {
  const found = new Map<string, string | null>()
  for (const key of keys) {
    const words = key
      .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .split(/[^a-z\d]+/)
      .filter((word) => word !== '')
    if (words.length < 2) continue
    for (const style of wanted) {
      const alias = styles[style](words)
      const before = found.get(alias)
      if (alias !== key) found.set(alias, before === undefined || before === key ? key : null)
    }
  }
  return new Map([...found].flatMap(([alias, key]) => (key === null ? [] : [[alias, key] as const])))
}
