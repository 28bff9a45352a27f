import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { catalogued, catalogueFile, inScope, pageText, readCatalogue, root, sourceLocale } from './catalogue.ts'
import { findMessages, type Message } from './find-messages.ts'
import { operatorMessages, operatorModule } from './operator-messages.ts'
import { pseudo, pseudoLocale } from './pseudo.ts'
import { inRefusals, refusalsIn } from './refusals.ts'
import { rewrite, type Translate } from './rewrite.ts'
import { wordedMessages } from './worded-messages.ts'

/** Returns the base address of the build for a language. */
export const placeOf = (locale: string): string => (locale === sourceLocale ? '/' : `/locales/${locale}/`)

/** Returns whether a language can be built or served in development. */
export const isLocale = (name: string): boolean => name === pseudoLocale || catalogued().includes(name)

/**
 * Modules that format rules and invariants as users type them, as they are stored and as they are parsed. Their imports
 * from `src/shared/text` are separate copies that stay English. All other modules use the language of the build.
 */
const typed = new Set(['src/shared/text/rules/typed.ts', 'src/shared/text/promise/promise-sentence.ts'])
const mark = '?typed'

/** The module that replaces `refusal-words.ts` in other languages, and the texts that it loads on demand. */
const refusalModule = 'src/client/app/refusal-words.ts'
const refusalWords = 'virtual:fanion-refusals'

const fileOf = (id: string): string => path.relative(root, id.replace(/\?.*$/, '')).replaceAll(path.sep, '/')

/** Translates the app. English code stays unchanged, and untranslated messages stay English. */
export const messages = (locale: string): Plugin => ({
  name: 'fanion:messages',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (source === refusalWords) return `\0${refusalWords}`
    if (locale === sourceLocale || importer === undefined) return null
    if (!importer.endsWith(mark) && !typed.has(fileOf(importer))) return null
    const found = await this.resolve(source, importer.replace(mark, ''), { ...options, skipSelf: true })
    const isText = found !== null && fileOf(found.id).startsWith('src/shared/text/')
    return isText ? { ...found, id: `${found.id}${mark}` } : found
  },
  load(id) {
    return id === `\0${refusalWords}` ? wordsModule(locale) : null
  },
  transform(code, id) {
    const file = fileOf(id)
    if (file === 'src/shared/text/time/locale.ts') return { code: localeModule(locale), map: null }
    if (locale === sourceLocale || id.endsWith(mark)) return null
    if (file === operatorModule) return { code: operatorWords(locale), map: null }
    if (file === refusalModule) return { code: linkModule, map: null }
    // checks that browser and server share are rejected by the browser first
    const isMine = inScope(file) || (file.startsWith('src/shared/') && inRefusals(file))
    return isMine ? { code: rewrite(file, code, translator(locale), messagesOf), map: null } : null
  },
  transformIndexHtml(html) {
    const page = html.replace(`<html lang="${sourceLocale}"`, `<html lang="${locale}"`)
    if (locale === sourceLocale) return page
    return pageText.reduce((all, words) => all.replace(words, translator(locale)(words) ?? words), page)
  },
})

const localeModule = (locale: string): string => {
  const locales = locale === pseudoLocale ? [...catalogued(), pseudoLocale] : catalogued()
  return `export const locale = ${JSON.stringify(locale)}\nexport const locales = ${JSON.stringify(locales)}\n`
}

const operatorWords = (locale: string): string => {
  const translate = translator(locale)
  const words = [...operatorMessages()].map(([operator, id]) => [operator, translate(id) ?? id])
  return `export const operatorWords = ${JSON.stringify(Object.fromEntries(words))}\n`
}

const linkModule = `
  import { wordedLink } from './worded-link.ts'
  let words
  const loaded = () => (words ??= import('${refusalWords}').then(({ say }) => say, (error) => { words = undefined; throw error }))
  export const refusalLinks = [wordedLink(loaded)]
  export const inReadersWords = (english) => loaded().then((say) => say(english), () => english)
`

const wordsModule = (locale: string): string => `
  import { worded } from ${JSON.stringify(path.join(root, 'src/shared/text/worded.ts'))}
  export const say = worded(${JSON.stringify(wordedMessages(translator(locale)))}, ${JSON.stringify(locale)})
`

/** Caches the messages of a file for all builds of one process. */
const found = new Map<string, { code: string; messages: Message[] }>()

const messagesOf = (file: string, code: string): Message[] => {
  const known = found.get(file)
  if (known?.code === code) return known.messages
  const messages = inScope(file) ? findMessages(file, code) : refusalsIn(file, code)
  found.set(file, { code, messages })
  return messages
}

const translators = new Map<string, Translate>([[pseudoLocale, pseudo]])

const translator = (locale: string): Translate => {
  const known = translators.get(locale)
  if (known) return known
  const words = readCatalogue(readFileSync(catalogueFile(locale), 'utf8'))
  const translate: Translate = (id) => words.get(id) || undefined
  translators.set(locale, translate)
  return translate
}
