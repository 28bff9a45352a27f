import type { Json } from '../schemas/keys.ts'

/** Words that some YAML parser reads as a boolean, null or number. */
const notText = new Set(['true', 'false', 'yes', 'no', 'on', 'off', 'y', 'n', 'null', 'nan', 'inf'])

/** Whether every YAML parser reads the text as a string without quotes. */
const isPlain = (text: string): boolean =>
  text.length <= 200 && /^[A-Za-z](?:[\w ./-]*[\w./-])?$/.test(text) && !notText.has(text.toLowerCase())

/** Invisible characters, and characters that YAML 1.1 treats as line breaks. */
const unseen = /[\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffd]/g

const escaped = (mark: string): string => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Surrogate pairs are visible characters; lone surrogates are escaped. */
const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll(/[\ud800-\udbff][\udc00-\udfff]|[^]/g, (mark) =>
    mark.length === 2 ? mark : mark.replaceAll(unseen, escaped),
  )

const scalar = (value: Exclude<Json, object>): string =>
  typeof value !== 'string' ? JSON.stringify(value) : isPlain(value) ? value : quoted(value)

/** YAML requires an explicit `?` before longer keys. */
const longestKey = 1_000
const longestLine = 100

/** Formats a value on one line. Undefined if it does not fit. */
function inline(value: Json, room: number): string | undefined {
  if (typeof value !== 'object' || value === null) {
    const text = scalar(value)
    return text.length <= room ? text : undefined
  }
  const parts: string[] = []
  let left = room - 4
  const entries: [string | null, Json][] = Array.isArray(value)
    ? value.map((one) => [null, one])
    : Object.entries(value)
  for (const [key, one] of entries) {
    const before = key === null ? '' : `${scalar(key)}: `
    const text = inline(one, left - before.length)
    if (text === undefined) return undefined
    parts.push(before + text)
    left -= before.length + text.length + 2
    if (left < -2) return undefined
  }
  if (Array.isArray(value)) return `[${parts.join(', ')}]`
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}

/** Formats the value after `key:` or `-`: on the same line if it fits, otherwise below. */
function formatValueAfterKey(value: Json, indent: string, open: number): string {
  const line = open > 0 ? undefined : inline(value, longestLine - indent.length)
  if (line !== undefined) return ` ${line}`
  if (typeof value !== 'object' || value === null) return ` ${scalar(value)}`
  return Object.keys(value).length === 0 ? ` ${inline(value, longestLine)}` : `\n${lines(value, indent, open)}`
}

/** Formats members one per line. The `open` outermost levels are never inlined. */
function lines(value: Json[] | { [key: string]: Json }, indent: string, open: number): string {
  const deeper = `${indent}  `
  if (Array.isArray(value))
    return value.map((one) => `${indent}-${listed(formatValueAfterKey(one, deeper, open - 1), deeper)}`).join('\n')
  return Object.entries(value)
    .map(([key, one]) => {
      const name = scalar(key)
      const text = formatValueAfterKey(one, deeper, open - 1)
      return name.length > longestKey ? `${indent}? ${name}\n${indent}:${text}` : `${indent}${name}:${text}`
    })
    .join('\n')
}

/** Moves the first line of a nested block behind its dash. */
const listed = (text: string, indent: string): string =>
  text.startsWith(`\n${indent}`) ? ` ${text.slice(indent.length + 1)}` : text

/**
 * Formats JSON as readable YAML that every parser reads the same way. Short values are inlined, and strings that an
 * older YAML version would misread are quoted. `open`: the number of levels that always have one member per line.
 */
export const yamlText = (value: { [key: string]: Json }, open = 1): string => `${lines(value, '', open)}\n`
