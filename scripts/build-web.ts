// Builds the web UI in English and in each language with a catalogue. Uses one process, so that messages of a file are
// extracted only once.
import { build } from 'vite'
import configOf from '../vite.config.ts'
import { catalogued, sourceLocale } from './messages/catalogue.ts'

// if Vite loads the configuration, each build has its own modules and extracts all messages again
const made = (mode: string) =>
  build({ ...configOf({ mode, command: 'build' }), configFile: false, mode, logLevel: 'error' })

// first, because it empties the output folder
await made('production')
const waiting = catalogued().filter((locale) => locale !== sourceLocale)
const next = async (): Promise<void> => {
  for (let locale = waiting.shift(); locale !== undefined; locale = waiting.shift()) await made(locale)
}
// one build can bundle while another replaces messages
await Promise.all([next(), next()])
