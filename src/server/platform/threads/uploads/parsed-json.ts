import { Unreadable } from '../../../../shared/vendors/importing/assembly.ts'

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Splits concatenated JSON documents where a bracket closes the last open one. */
const documentsIn = (text: string): string[] => {
  const documents: string[] = []
  let [depth, start, inString] = [0, 0, false]
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]
    if (inString) {
      if (letter === '\\') at += 1
      else if (letter === '"') inString = false
    } else if (letter === '"') inString = true
    else if (letter === '{' || letter === '[') depth += 1
    else if (letter === '}' || letter === ']') {
      depth -= 1
      if (depth > 0) continue
      documents.push(text.slice(start, at + 1))
      start = at + 1
    }
  }
  return text.slice(start).trim() === '' ? documents : []
}

/** Parses JSON, or a list of values if several documents follow one another. Undefined if the text is not JSON. */
export const parsedJson = (text: string): unknown => {
  const whole = parse(text)
  if (whole !== undefined || !/^\s*[[{]/.test(text)) return whole
  const documents = documentsIn(text)
  if (documents.length < 2) return undefined
  const values = documents.map(parse)
  return values.includes(undefined) ? undefined : values
}

/** Whether a text starts like JSON and not like YAML: a bracket, then a quoted name, another bracket or nothing. */
export const looksLikeJson = (text: string): boolean => /^\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:["[{\]\d]|$))/.test(text)

const problemIn = (text: string): string | undefined => {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

const isCutShort = (problem: string | undefined): boolean =>
  problem === undefined || /^Unexpected end of JSON|^Unterminated string|^Expected .* at position/.test(problem)

/** Longer texts are not searched for the position of the error, which parses them about twenty times. */
const longestSearched = 4_000_000

/** Length of the longest prefix that could be the start of valid JSON. */
const soundLength = (text: string): number => {
  let [sound, wrong] = [0, text.length]
  while (wrong - sound > 1) {
    const middle = Math.floor((sound + wrong) / 2)
    const problem = problemIn(text.slice(0, middle))
    const at = Number(/at position (\d+)/.exec(problem ?? '')?.[1] ?? middle)
    if (isCutShort(problem) && at >= middle) sound = middle
    else wrong = middle
  }
  return sound
}

/** Creates an error with the position where JSON is invalid or ends too early. */
export const brokenJson = (name: string, text: string, cause: unknown): Unreadable => {
  const problem = problemIn(text) ?? ''
  const end = text.trimEnd().length
  const told = /at position (\d+)/.exec(problem)?.[1]
  const cut = told === undefined ? isCutShort(problem) : Number(told) >= end
  const at = told === undefined ? (cut || text.length > longestSearched ? end : soundLength(text)) : Number(told)
  const before = text.slice(0, at).split('\n')
  const [line, column] = [before.length, (before.at(-1)?.length ?? 0) + 1]
  if (cut)
    return new Unreadable(
      `${name} is JSON that was cut short: it ends in line ${line}, column ${column}. Export it again.`,
      { cause },
    )
  return new Unreadable(`${name} looks like JSON, but is wrong in line ${line}, column ${column}.`, { cause })
}
