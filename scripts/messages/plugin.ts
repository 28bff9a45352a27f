import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { catalogued, catalogueFile, inScope, pageText, readCatalogue, root, sourceLocale } from './catalogue.ts'
import { pseudo, pseudoLocale } from './pseudo.ts'
import { rewrite, type Translate } from './rewrite.ts'

/** Where a build for a language lies beside the English one, and under which address. */
export const placeOf = (locale: string): string => (locale === sourceLocale ? '/' : `/locales/${locale}/`)

/** Whether a build or development server can be made for a language. */
export const isLocale = (name: string): boolean => name === pseudoLocale || catalogued().includes(name)

/** Makes the app speak a language. English stays as it is written, to the byte; what a catalogue lacks stays English. */
export const messages = (locale: string): Plugin => ({
  name: 'fanion:messages',
  enforce: 'pre',
  transform(code, id) {
    const file = path.relative(root, id.replace(/\?.*$/, '')).replaceAll(path.sep, '/')
    if (file === 'src/shared/text/time/locale.ts') return { code: localeModule(locale), map: null }
    if (locale === sourceLocale || !inScope(file)) return null
    return { code: rewrite(file, code, translator(locale)), map: null }
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

const translators = new Map<string, Translate>([[pseudoLocale, pseudo]])

const translator = (locale: string): Translate => {
  const known = translators.get(locale)
  if (known) return known
  const words = readCatalogue(readFileSync(catalogueFile(locale), 'utf8'))
  const translate: Translate = (id) => words.get(id) || undefined
  translators.set(locale, translate)
  return translate
}
