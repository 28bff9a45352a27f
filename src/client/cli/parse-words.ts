import { distance } from '../../shared/lint/near.ts'
import { UsageError } from './cli-error.ts'
import { type OptionName, options, type Values } from './command.ts'
import { looksSecret, shown } from './shown.ts'

/** A parsed command line. `--name value` and `--name=value` are equivalent; everything after `--` is positional. */
export type ParsedCommandLine = {
  readonly plain: readonly string[]
  readonly values: Values
  readonly version: boolean
}

const isOption = (name: string): name is OptionName => Object.hasOwn(options, name)

/**
 * The known word that the user most likely meant: one that shares a prefix, otherwise the one with the smallest edit
 * distance.
 */
const nearestWord = (text: string, known: readonly string[]): string | undefined => {
  const begun = text.length > 1 && known.find((word) => word.startsWith(text) || text.startsWith(word))
  if (begun) return begun
  const most = Math.max(1, Math.floor(text.length / 2))
  const near = known
    .map((word) => ({ word, slips: distance(text, word, most) }))
    .toSorted((a, b) => a.slips - b.slips)[0]
  return near && near.slips <= most && near.slips < near.word.length ? near.word : undefined
}

const didYouMean = (name: string, known: readonly string[], dashes = ''): string => {
  const near = looksSecret(name) ? undefined : nearestWord(name.toLowerCase(), known)
  return near === undefined ? '' : ` Did you mean ${dashes}${near}?`
}

/** Parses arguments. Throws for unknown options and for options without their value. */
export function parseText(args: readonly string[]): ParsedCommandLine {
  const plain: string[] = []
  const values: Values = {}
  let version = false
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? ''
    if (arg === '--') {
      plain.push(...args.slice(at + 1))
      break
    }
    if (!arg.startsWith('-') || arg === '-') {
      plain.push(arg)
      continue
    }
    const [, short, long, inline] = /^(?:-([hv])|--([^=]+)(?:=(.*))?)$/s.exec(arg) ?? []
    const name = short === 'h' ? 'help' : short === 'v' ? 'version' : (long ?? '')
    if (name === 'version' && inline === undefined) {
      version = true
      continue
    }
    if (!isOption(name)) {
      const hint = didYouMean(name, [...Object.keys(options), 'version'], '--')
      throw new UsageError(`There is no option ${shown(arg.split('=')[0] ?? '')}.${hint}`)
    }
    if (options[name].value === null) {
      if (inline !== undefined) throw new UsageError(`--${name} takes no value.`)
      values[name] = 'yes'
      continue
    }
    const value = inline ?? args[(at += 1)]
    if (value === undefined || value === '' || (inline === undefined && value.startsWith('--'))) {
      throw new UsageError(`--${name} needs a value: ${options[name].value}.`)
    }
    if (name in values) throw new UsageError(`--${name} is given twice.`)
    values[name] = value
  }
  return { plain, values, version }
}

/** Finds an item by name. Throws an error that suggests the nearest name if there is none. */
export function findByName<T extends { readonly name: string }>(noun: string, list: readonly T[], name: string): T {
  const found = list.find((one) => one.name === name)
  if (found) return found
  const known = list.map((one) => one.name)
  throw new UsageError(`There is no ${noun} ${shown(name)}.${suggestName(name, known)}`)
}

const suggestName = (name: string, known: readonly string[]) =>
  didYouMean(name, known) || ` Try one of ${known.join(', ')}.`
