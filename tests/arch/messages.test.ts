import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { allMessages, catalogued, catalogueFile, readCatalogue, root } from '../../scripts/messages/catalogue.ts'
import { operatorMessages } from '../../scripts/messages/operator-messages.ts'
import { refusalMessages } from '../../scripts/messages/refusals.ts'
import { retiredText } from '../../scripts/messages/retired-words.ts'
import { catalogue } from '../../src/shared/errors/catalogue.ts'

it.each(catalogued())(
  'the catalogue %s has exactly the messages of the source: npm run messages makes it so',
  (locale) => {
    const kept = readCatalogue(readFileSync(catalogueFile(locale), 'utf8'))
    const inSource = allMessages()
    const missing = [...inSource.keys()].filter((id) => !kept.has(id))
    const gone = [...kept.keys()].filter((id) => !inSource.has(id))
    expect({ missing, gone }).toEqual({ missing: [], gone: [] })
  },
)

describe('no text that people read', () => {
  const ofRules = new Set(operatorMessages().values())
  const ofServer = refusalMessages()
  const inCatalogue = [...allMessages().keys()].filter((id) => !ofRules.has(id) && !ofServer.has(id))

  it.each([...retiredText])('has %s: it is now %s', (retired) => {
    const sentences = Object.values(catalogue).map(({ sentence }) => sentence)
    expect([...inCatalogue, ...sentences].filter((text) => retired.test(text))).toEqual([])
  })

  const replaced = path.join(root, '../shared/design/copy.json')
  const isThere = existsSync(replaced)
  it('is one that was replaced', () => {
    if (!isThere) return console.log('the list of replaced texts is absent here')
    // the file is a flat object of strings
    const texts = JSON.parse(readFileSync(replaced, 'utf8')) as Record<string, string>
    const old = new Set(Object.entries(texts).flatMap(([text, now]) => (text === now ? [] : [text])))
    expect(inCatalogue.filter((id) => old.has(id))).toEqual([])
  })
})
