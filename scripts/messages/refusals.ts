import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { catalogue } from '../../src/shared/errors/catalogue.ts'
import { findMessages, type Message, type Places } from './find-messages.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Sources of error messages that a browser can receive: the server, and code that both share. */
const sources = [
  'src/server/platform/auth',
  'src/server/features',
  'src/server/platform/kernel',
  'src/server/platform/threads',
  'src/server/platform/http/auth',
  'src/server/platform/http/import',
  'src/server/platform/http/trpc',
  'src/server/platform/http/rate-limiter.ts',
  'src/server/platform/http/refuse-foreign-origin.ts',
  'src/server/platform/http/to-fanion-error.ts',
  'src/shared/datafile',
  'src/shared/errors',
  'src/shared/flag-files',
  'src/shared/vendors',
  'src/shared/features',
  'src/shared/schemas',
]

/** Files of these with texts of emails, logs or commands. */
const without =
  /\.(test|d|gen)\.ts$|\/notifications\/|worker\.ts$|\/vendors\/[a-z-]+\/export\/|\/vendors\/exporting\/|shared\/features\/(?!ramps\/)[a-z-]+\/(?!schemas\/)|\/audit\/(archive|verify)|\/errors\/catalogue\.ts$|plan-text\.ts$|signed-text\.ts$/

/** Names of error texts, and functions that throw an error with their argument. */
const read = new Set(
  (
    'problem expected sentence reason how why error near tooLate held where which ' +
    'describe explain sizeOf formsOf choice kinds formats units bounds because next words'
  ).split(' '),
)
const refuses =
  /^(FanionError|refuse|refused|no|unreadable|notWelcome|unavailable|malformed|problem|invalid|miss|say|nothing|refusal|email|url|min|max|regex|refine)$/

const places: Places = {
  isRead: (name) => name !== undefined && read.has(name),
  saysOn: (callee) => callee !== undefined && refuses.test(callee),
}

const isSentence = (id: string): boolean => /^[“A-Z{].* .*[.!?]$/s.test(id)

/** Whether a message can be part of an error: a sentence, or text in a position for error text. */
const isOfRefusal = ({ id, isRead }: Message): boolean => isSentence(id) || (isRead && id.includes(' '))

const filesOf = (source: string): string[] =>
  (statSync(path.join(root, source)).isDirectory()
    ? readdirSync(path.join(root, source), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join(source, file).replaceAll(path.sep, '/'),
      )
    : [source]
  ).filter((file) => file.endsWith('.ts') && !without.test(file))

/** Returns whether a file contains error messages. */
export const inRefusals = (file: string): boolean =>
  file.endsWith('.ts') &&
  !without.test(file) &&
  sources.some((source) => file === source || file.startsWith(`${source}/`))

/** Returns the error messages of a file and the messages for their placeholders. */
export const refusalsIn = (file: string, code: string): Message[] => {
  const all = findMessages(file, code, places)
  const kept = all.filter(isOfRefusal)
  const isWithin = ({ start, end }: Message) => kept.some((outer) => outer.start < start && end < outer.end)
  return all.filter((one) => kept.includes(one) || (one.isRead && isWithin(one)))
}

/** Returns the placeholders of a message that are filled with other messages, determined by expression or name. */
const innerOf = ({ pieces }: Message, all: readonly Message[]): string[] =>
  pieces.flatMap((piece) => {
    if (!('hole' in piece)) return []
    const { hole, start, end } = piece
    return read.has(hole) || all.some((one) => start <= one.start && one.end <= end) ? [hole] : []
  })

/** An error message: its files, and the placeholders that contain messages. */
export type RefusalMessage = { readonly files: readonly string[]; readonly inner: readonly string[] }

/**
 * Returns the error messages of the server that a browser can receive, by their English text. Computed once in a
 * process.
 */
export const refusalMessages = (): ReadonlyMap<string, RefusalMessage> => {
  refusals ??= readRefusals()
  return refusals
}
let refusals: ReadonlyMap<string, RefusalMessage> | undefined

const readRefusals = (): ReadonlyMap<string, RefusalMessage> => {
  const found = new Map<string, { files: Set<string>; inner: Set<string> }>()
  const note = (id: string, file: string, inner: readonly string[]) => {
    const known = found.get(id) ?? { files: new Set(), inner: new Set() }
    found.set(id, known)
    known.files.add(file)
    for (const hole of inner) known.inner.add(hole)
  }
  for (const { sentence } of Object.values(catalogue)) note(sentence, 'src/shared/errors/catalogue.ts', [])
  for (const file of sources.flatMap(filesOf).sort()) {
    const all = refusalsIn(file, readFileSync(path.join(root, file), 'utf8'))
    for (const message of all) note(message.id, file, innerOf(message, all))
  }
  return new Map([...found].map(([id, { files, inner }]) => [id, { files: [...files], inner: [...inner] }]))
}
