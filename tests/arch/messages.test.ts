import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'
import {
  allMessages,
  catalogued,
  catalogueFile,
  readCatalogue,
  root,
  sourceLocale,
} from '../../scripts/messages/catalogue.ts'
import { operatorMessages } from '../../scripts/messages/operator-messages.ts'
import { refusalMessages } from '../../scripts/messages/refusals.ts'
import { retiredText } from '../../scripts/messages/retired-words.ts'
import { catalogue } from '../../src/shared/errors/catalogue.ts'

// Reads all sources, which takes seconds.
const inSource = allMessages()

it.each(catalogued())(
  'the catalogue %s has exactly the messages of the source: npm run messages makes it so',
  (locale) => {
    const kept = readCatalogue(readFileSync(catalogueFile(locale), 'utf8'))
    const missing = [...inSource.keys()].filter((id) => !kept.has(id))
    const gone = [...kept.keys()].filter((id) => !inSource.has(id))
    expect({ missing, gone }).toEqual({ missing: [], gone: [] })
  },
)

/** Returns what is wrong with a translated message. */
const faultIn = (id: string, words: string, locale: string): string | null => {
  if (words.trim() === '') return 'is empty'
  const [own, english] = [shapeOf(words), shapeOf(id)]
  if (own.names !== english.names) return `has ${own.names || 'no holes'}, and not ${english.names || 'none'}`
  if (english.forms === null) return own.forms === null ? null : 'has forms of a count, and is none'
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions()
  const lacks = pluralCategories.filter((form) => form !== 'many' && !own.forms?.includes(form))
  // Languages with a separate plural form for millions may use that of other large numbers.
  const unknown = own.forms?.filter((form) => !pluralCategories.some((known) => known === form)) ?? []
  return lacks.length + unknown.length === 0 ? null : `has the forms ${own.forms?.join(', ')}`
}

/** The placeholders and tags of a message, and its plural forms. */
const shapeOf = (icu: string): { names: string; forms: string[] | null } => {
  const names = new Set<string>()
  let forms: string[] | null = null
  const visit = (elements: readonly MessageFormatElement[]) => {
    for (const element of elements) {
      if (element.type === TYPE.argument) names.add(`{${element.value}}`)
      if (element.type === TYPE.tag) names.add(`<${element.value}>`)
      if (element.type === TYPE.tag) visit(element.children)
      if (element.type !== TYPE.plural) continue
      forms = Object.keys(element.options)
      for (const { value } of Object.values(element.options)) visit(value)
    }
  }
  visit(parse(icu, { captureLocation: false }))
  return { names: [...names].sort().join(' '), forms }
}

it.each(catalogued().filter((locale) => locale !== sourceLocale))(
  'the catalogue %s is complete: every message, with its holes, its tags and the plural forms of the language',
  (locale) => {
    const kept = readCatalogue(readFileSync(catalogueFile(locale), 'utf8'))
    const faults = [...kept].flatMap(([id, words]) => faultIn(id, words, locale)?.concat(`: “${id}”`) ?? [])
    expect(faults).toEqual([])
  },
)

describe('no text that people read', () => {
  const ofRules = new Set(operatorMessages().values())
  const ofServer = refusalMessages()
  const inCatalogue = [...inSource.keys()].filter((id) => !ofRules.has(id) && !ofServer.has(id))

  it.each([...retiredText])('has %s: it is now %s', (retired) => {
    const sentences = Object.values(catalogue).map(({ sentence }) => sentence)
    expect([...inCatalogue, ...sentences].filter((text) => retired.test(text))).toEqual([])
  })

  const replaced = path.join(root, '../shared/design/copy.json')
  const isThere = existsSync(replaced)
  it('is one that was replaced', () => {
    if (!isThere) return console.log('the list of replaced texts is absent here')
    // Safe cast: the file is a flat object of strings.
    const texts = JSON.parse(readFileSync(replaced, 'utf8')) as Record<string, string>
    const old = new Set(Object.entries(texts).flatMap(([text, now]) => (text === now ? [] : [text])))
    expect(inCatalogue.filter((id) => old.has(id))).toEqual([])
  })
})

it.each(['README.md', 'docs/specification.md', 'docs/guides/access.md'])(
  '%s names every language of the UI',
  (file) => {
    const [, others = '', last] =
      /\bEnglish((?:,\s\w+)*)\sand\s(\w+)/.exec(readFileSync(path.join(root, file), 'utf8')) ?? []
    const names = new Intl.DisplayNames('en', { type: 'language' })
    const said = ['English', ...others.split(/,\s/).slice(1), last]
    expect(new Set(said)).toEqual(new Set([sourceLocale, ...catalogued()].map((one) => names.of(one))))
  },
)
