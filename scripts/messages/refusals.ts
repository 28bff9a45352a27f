import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { catalogue } from '../../src/shared/errors/catalogue.ts'
import { findMessages, type Message, type Places } from './find-messages.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Where what a browser can be refused is put into words: by the server, and by what both check. */
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

/** Of these what a letter, a log or a command says. */
const without =
  /\.(test|d|gen)\.ts$|\/notifications\/|worker\.ts$|\/vendors\/[a-z-]+\/export\/|\/vendors\/exporting\/|shared\/features\/(?!ramps\/)[a-z-]+\/(?!schemas\/)|\/audit\/(archive|verify)|\/errors\/catalogue\.ts$|plan-text\.ts$|signed-text\.ts$/

/** Names of what is said of a refusal, and functions that refuse with what they are given. */
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

/** Whether a message can be part of a refusal: a sentence, or words that stand where a refusal has them. */
const isOfRefusal = ({ id, isRead }: Message): boolean => isSentence(id) || (isRead && id.includes(' '))

const filesOf = (source: string): string[] =>
  (statSync(path.join(root, source)).isDirectory()
    ? readdirSync(path.join(root, source), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join(source, file).replaceAll(path.sep, '/'),
      )
    : [source]
  ).filter((file) => file.endsWith('.ts') && !without.test(file))

/** Whether a file puts refusals into words. */
export const inRefusals = (file: string): boolean =>
  file.endsWith('.ts') &&
  !without.test(file) &&
  sources.some((source) => file === source || file.startsWith(`${source}/`))

/** Messages of refusals and what is put into their holes, of one file. */
export const refusalsIn = (file: string, code: string): Message[] => {
  const all = findMessages(file, code, places)
  const kept = all.filter(isOfRefusal)
  const isWithin = ({ start, end }: Message) => kept.some((outer) => outer.start < start && end < outer.end)
  return all.filter((one) => kept.includes(one) || (one.isRead && isWithin(one)))
}

/** Holes of a message that are filled with other messages: by what stands there, or by what they are called. */
const innerOf = ({ pieces }: Message, all: readonly Message[]): string[] =>
  pieces.flatMap((piece) => {
    if (!('hole' in piece)) return []
    const { hole, start, end } = piece
    return read.has(hole) || all.some((one) => start <= one.start && one.end <= end) ? [hole] : []
  })

/** A refusal: where it is said, and which of its holes hold messages. */
export type RefusalMessage = { readonly files: readonly string[]; readonly inner: readonly string[] }

/** Every refusal of the server that a browser can be given, by its English words; read once in a process. */
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
