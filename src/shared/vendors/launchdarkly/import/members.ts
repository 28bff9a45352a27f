import { defaultKind } from './attribute.ts'
import type { LdConfig } from './config.ts'

/** The members of a big segment, from its export. */
type MemberList = { readonly name: string; readonly keys: readonly string[] }

/** One key per line. */
export const keysOf = (text: string): string[] => [
  ...new Set(
    text
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/)
      .map((line) => line.replace(/^"(.*)"$/, '$1'))
      .filter((line) => line !== ''),
  ),
]

/** Whether a file name contains this name as separate words. */
const names = (file: string, name: string): boolean => {
  const at = file.indexOf(name)
  if (at === -1 || name === '') return false
  const isWord = (character: string | undefined) => character !== undefined && /[\w-]/.test(character)
  return !isWord(file[at - 1]) && !isWord(file[at + name.length])
}

/**
 * Adds member lists to the big segments they are named after. A list for the environment takes precedence over one
 * without an environment. Used lists are removed from `unused`.
 */
export const withMembers = (
  config: LdConfig,
  environment: { name: string; all: Iterable<string> },
  lists: readonly MemberList[],
  unused: Set<string>,
): void => {
  const big = Object.entries(config.segments ?? {}).filter(([, { unbounded }]) => unbounded === true)
  for (const [key, segment] of big) {
    const fitting = lists.filter(({ name }) => names(name, key))
    const own = fitting.filter(({ name }) => names(name, environment.name))
    const general = fitting.filter(({ name }) => ![...environment.all].some((one) => names(name, one)))
    const [list] = own.length > 0 ? own : general
    if (list === undefined) continue
    unused.delete(list.name)
    segment.unbounded = false
    const values = [...list.keys]
    segment.includedContexts = [
      ...(segment.includedContexts ?? []),
      { contextKind: segment.unboundedContextKind || defaultKind, values },
    ]
  }
}
