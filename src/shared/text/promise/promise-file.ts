import type { WrittenPromise } from '../../features/promises/schemas/promise.ts'
import { limits } from '../../limits.ts'
import { parsePromise } from './parse-promise.ts'
import { promiseSentence } from './promise-sentence.ts'

/** A promise in a file. Settings that the file omits have their defaults. */
export type FiledPromise = WrittenPromise & {
  /** Line number of the sentence, starting at 1. */
  readonly line: number
}

/** A syntax error in a file: the position, the problem, and what is expected. */
export type Unreadable = {
  readonly line: number
  readonly problem: string
  readonly expected: string
  /** The column of the error, starting at 1. */
  readonly character?: number
}

const head = [
  '# Promises, one a line. The line before a sentence says what else there is to it: key, name, environments (all of them',
  '# where it says none), force (refuses, or watches), flag (it is an example of), why. Other lines with # are comments.',
]

const settings = ['key', 'name', 'environments', 'force', 'flag', 'why'] as const
type Setting = (typeof settings)[number]

/** The name of a promise that has none. */
export const nameOfSentence = (sentence: string): string => sentence.slice(0, limits.nameLength).trim()

/** The key of a promise that has none. */
const keyOfSentence = (sentence: string): string =>
  sentence
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '') || 'promise'

/** Formats promises as a file that `readPromiseFile` can read. A line before each sentence contains its settings. */
export const promiseFile = (promises: readonly WrittenPromise[]): string =>
  [...head, ...promises.flatMap((promise) => ['', settingsLine(promise), promise.sentence]), ''].join('\n')

const settingsLine = ({ key, name, sentence, environments, force, flag, why }: WrittenPromise): string => {
  const said: [Setting, string | null][] = [
    ['key', key],
    ['name', name === nameOfSentence(sentence) ? null : name],
    ['environments', environments === null ? null : environments.join(',')],
    ['force', force === 'refuses' ? null : force],
    ['flag', flag],
    ['why', why === '' ? null : why],
  ]
  const words = said.flatMap(([name, value]) => (value === null ? [] : [`${name}=${written(value)}`]))
  return `#: ${words.join(' ')}`
}

const written = (value: string): string => (/^[^\s"=]+$/.test(value) ? value : JSON.stringify(value))

/** Parses a promise file, or returns its first syntax error. Does not check whether the flags exist. */
export const readPromiseFile = (text: string): { promises: FiledPromise[] } | { unreadable: Unreadable } => {
  const promises: FiledPromise[] = []
  let said: Partial<Record<Setting, string>> = {}
  for (const [at, raw] of text.split(/\r\n|[\r\n]/).entries()) {
    const typed = raw.trim()
    const line = at + 1
    if (typed.startsWith('#:')) {
      const read = settingsIn(typed.slice(2))
      if ('problem' in read) return { unreadable: { line, ...read } }
      said = read.said
    }
    if (typed === '' || typed.startsWith('#')) continue
    const read = parsePromise(typed)
    if ('misread' in read) {
      const { at: character, expected } = read.misread
      return { unreadable: { line, problem: 'it can’t be read', expected, character: character + 1 } }
    }
    const sentence = promiseSentence(read.statement)
    const { key = keyOfSentence(sentence), name = nameOfSentence(sentence), flag = null, why = '' } = said
    const environments = said.environments === undefined ? null : said.environments.split(',').map((one) => one.trim())
    const twice = promises.find((one) => one.key.toLowerCase() === key.toLowerCase())
    if (twice !== undefined) {
      const problem = `the key ${key} is that of line ${twice.line} already`
      return { unreadable: { line, problem, expected: 'a key of its own for each: #: key=…' } }
    }
    const force = said.force === 'watches' ? 'watches' : 'refuses'
    promises.push({ key, name, sentence, environments, force, flag, why, line })
    said = {}
  }
  return { promises }
}

const oneSetting = /\s*([a-z]+)=("(?:[^"\\]|\\.)*"|[^\s"]+)/y

const settingsIn = (
  text: string,
): { said: Partial<Record<Setting, string>> } | Pick<Unreadable, 'problem' | 'expected'> => {
  const said: Partial<Record<Setting, string>> = {}
  oneSetting.lastIndex = 0
  let end = 0
  for (let match = oneSetting.exec(text); match !== null; match = oneSetting.exec(text)) {
    const [, name = '', value = ''] = match
    const setting = settings.find((one) => one === name)
    const plain = value.startsWith('"') ? textIn(value) : value
    if (setting === undefined || plain === undefined || (setting === 'force' && !/^(refuses|watches)$/.test(plain)))
      return {
        problem: `${name}=${value} can’t be read as a setting`,
        expected: 'key, name, environments, force=watches, flag or why',
      }
    said[setting] = plain
    end = oneSetting.lastIndex
  }
  const rest = text.slice(end).trim()
  return rest === ''
    ? { said }
    : { problem: `“${rest.slice(0, 60)}” can’t be read as a setting`, expected: 'name=value, or name="some words"' }
}

const textIn = (quoted: string): string | undefined => {
  try {
    const value: unknown = JSON.parse(quoted)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
