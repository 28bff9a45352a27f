// Builds the web UI: English, and beside it each language that has a catalogue. In one process, which looks for the messages of a file once.
import { build } from 'vite'
import configOf from '../vite.config.ts'
import { catalogued, sourceLocale } from './messages/catalogue.ts'

// read by Vite, the settings of each build would bring modules of their own, and look for all messages again
const made = (mode: string) =>
  build({ ...configOf({ mode, command: 'build' }), configFile: false, mode, logLevel: 'error' })

// it empties the folder that the others stand in
await made('production')
const waiting = catalogued().filter((locale) => locale !== sourceLocale)
const next = async (): Promise<void> => {
  for (let locale = waiting.shift(); locale !== undefined; locale = waiting.shift()) await made(locale)
}
// while one is bundled, the messages of another are put in
await Promise.all([next(), next()])
