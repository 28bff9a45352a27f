// npm run messages: updates all catalogues from the source and keeps translations. With a language, for example `npm
// run messages nb`, creates its catalogue. The output is deterministic.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { allMessages, catalogued, catalogueFile, localesDir, readCatalogue, writeCatalogue } from './catalogue.ts'

mkdirSync(localesDir, { recursive: true })
const begun = process.argv.slice(2).map((name) => new Intl.Locale(name).toString())
const messages = allMessages()
for (const locale of new Set([...catalogued(), ...begun])) {
  const file = catalogueFile(locale)
  // the English catalogue is generated from the source, even after a failed merge
  const words =
    locale !== 'en' && existsSync(file) ? readCatalogue(readFileSync(file, 'utf8')) : new Map<string, string>()
  writeFileSync(file, writeCatalogue(locale, messages, words))
  const done = [...messages.keys()].filter((id) => words.get(id)).length
  console.log(locale === 'en' ? `${messages.size} messages` : `${locale}: ${done} of ${messages.size} translated`)
}
