// npm run messages: brings every catalogue up to date with the source; what was translated stays. With a language, for
// example `npm run messages nb`, its catalogue is begun. What comes out is the same whoever runs it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { allMessages, catalogued, catalogueFile, localesDir, readCatalogue, writeCatalogue } from './catalogue.ts'

mkdirSync(localesDir, { recursive: true })
const begun = process.argv.slice(2).map((name) => new Intl.Locale(name).toString())
const messages = allMessages()
for (const locale of new Set([...catalogued(), ...begun])) {
  const file = catalogueFile(locale)
  // English is what the source says: its catalogue is made anew, even out of a merge that went wrong
  const words =
    locale !== 'en' && existsSync(file) ? readCatalogue(readFileSync(file, 'utf8')) : new Map<string, string>()
  writeFileSync(file, writeCatalogue(locale, messages, words))
  const done = [...messages.keys()].filter((id) => words.get(id)).length
  console.log(locale === 'en' ? `${messages.size} messages` : `${locale}: ${done} of ${messages.size} translated`)
}
