import { parse, TomlDate, TomlError } from 'smol-toml'
import { limits } from '../../../../shared/limits.ts'
import type { Json } from '../../../../shared/schemas/keys.ts'
import { Unreadable } from '../../../../shared/vendors/importing/assembly.ts'

/** Matches a table header or a key with its value in the first line that is not blank or a comment. */
const begins =
  /^(?:\uFEFF)?(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*(?:\[\[?[^\]\n]+\]\]?[ \t]*(?:#[^\n]*)?\r?(?:\n|$)|(?:[\w-]+|"[^"\n]*"|'[^'\n]*')(?:[ \t]*\.[ \t]*(?:[\w-]+|"[^"\n]*"|'[^'\n]*'))*[ \t]*=)/

/** Whether a text starts like TOML. */
export const looksLikeToml = (text: string): boolean => begins.test(text)

/** Converts TOML values to JSON. Dates become text. */
const asJson = (value: unknown, path: string): Json => {
  if (value instanceof TomlDate) return value.toISOString()
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${path} is no number that JSON knows`)
  if (Array.isArray(value)) return value.map((one, at) => asJson(one, `${path}[${at}]`))
  if (typeof value !== 'object' || value === null) return value as Json
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, asJson(inner, path === '' ? name : `${path}.${name}`)]),
  )
}

/** Parses a TOML file. Throws `Unreadable`, with line and column, if it is invalid. */
export const parsedToml = (name: string, text: string): Json => {
  try {
    return asJson(parse(text.replace(/^\uFEFF/, ''), { maxDepth: limits.bundleDepth }), '')
  } catch (cause) {
    if (cause instanceof TomlError) {
      const [first = ''] = cause.message.split('\n')
      const problem = first.replace(/^Invalid TOML document: /, '')
      throw new Unreadable(`${name} looks like TOML; line ${cause.line}, column ${cause.column}: ${problem}.`, {
        cause,
      })
    }
    const why = cause instanceof RangeError ? cause.message : 'it cannot be parsed'
    throw new Unreadable(`${name} looks like TOML; ${why}.`, { cause })
  }
}
