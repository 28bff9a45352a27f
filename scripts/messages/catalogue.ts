import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import PO from 'pofile'
import { findMessages } from './find-messages.ts'
import { operatorMessages, operatorSource } from './operator-messages.ts'
import { refusalMessages } from './refusals.ts'

export const root = path.resolve(import.meta.dirname, '../..')
export const localesDir = path.join(root, 'src/client/app/locales')

/** The language of the source. */
export const sourceLocale = 'en'

/** Folders with UI text in the browser: the app and the text functions for it. */
const folders = ['src/client/app', 'src/shared/text']
const alone = [
  'src/client/api/refusal.ts',
  'src/shared/permissions.ts',
  'src/shared/impact/words.ts',
  'src/shared/impact/share-words.ts',
  'src/shared/impact/promise/fix.ts',
]

/**
 * Files without messages. Rules are written, typed, pasted and parsed in one language, like code, so their text is not
 * translated (docs/adr/0007).
 */
const without = [
  /\.(test|d|gen)\.tsx?$/,
  /app\/theme\.ts$/,
  /shared\/text\/(code\/|word\.ts$|time\/(when|locale|reader-locale)\.ts$)/,
  // parsers of rules, invariants and times contain the keywords of their language
  /shared\/text\/rules\/(parse|parse-leaf|parse-serve|tokens|cursor|literal|operator-words|typed|percent|served-summary)\.ts$/,
  /shared\/text\/promise\/(parse-promise|promise-file)\.ts$/,
  /shared\/text\/time\/read-when\.ts$/,
]

/** Returns whether a file has messages in the catalogue. The path is relative to the project. */
export const inScope = (file: string): boolean =>
  (alone.includes(file) || folders.some((folder) => file.startsWith(`${folder}/`))) &&
  /\.tsx?$/.test(file) &&
  !without.some((pattern) => pattern.test(file))

const filesIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
    path.join(folder, file).replaceAll(path.sep, '/'),
  )

/** Texts of `index.html` that are shown before the app runs. Must match exactly. */
export const pageText = ['Menus and dialogs', 'Fanion needs JavaScript. Turn it on in your browser, then reload.']

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** Returns the messages of the app with the files that contain them, both sorted. */
export const allMessages = (): Map<string, string[]> => {
  const found = new Map(pageText.map((id) => [id, new Set(['src/client/app/index.html'])]))
  for (const id of operatorMessages().values()) found.set(id, new Set([operatorSource]))
  for (const [id, { files }] of refusalMessages()) found.set(id, new Set(files))
  for (const file of [...folders.flatMap(filesIn), ...alone].filter(inScope).sort())
    for (const { id } of findMessages(file, read(file))) found.set(id, (found.get(id) ?? new Set()).add(file))
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, where]) => [id, [...where]]))
}

/** Returns the languages with a catalogue, English first. */
export const catalogued = (): string[] => [
  sourceLocale,
  ...readdirSync(localesDir)
    .filter((file) => file.endsWith('.po') && file !== `${sourceLocale}.po`)
    .map((file) => path.basename(file, '.po'))
    .sort(),
]

export const catalogueFile = (locale: string): string => path.join(localesDir, `${locale}.po`)

/** Returns the translations of a catalogue by message. Missing ones are empty. */
export const readCatalogue = (po: string): Map<string, string> =>
  new Map(PO.parse(po).items.map(({ msgid, msgstr }) => [msgid, msgstr[0] ?? '']))

/**
 * Formats a catalogue of a locale: all messages with their translations. Only the English one contains source
 * references.
 */
export const writeCatalogue = (locale: string, messages: Map<string, string[]>, words: Map<string, string>): string => {
  const po = new PO()
  po.headers = { Language: locale, 'Content-Type': 'text/plain; charset=utf-8' }
  for (const [id, files] of messages) {
    const item = new PO.Item()
    item.msgid = id
    item.msgstr = [words.get(id) ?? '']
    if (locale === sourceLocale) item.references = files
    po.items.push(item)
  }
  return `${po.toString()}\n`
}
