import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { allMessages, catalogued, catalogueFile, readCatalogue } from '../../scripts/messages/catalogue.ts'

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
